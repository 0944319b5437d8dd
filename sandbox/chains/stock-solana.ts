import type { Keypair, PublicKey, TransactionInstruction } from '@solana/web3.js';
import { callNode } from './call-node.js';
import { TOKENS_EACH, type TokenStock } from './sandbox-token.js';

/** Upper bound of the metadata's size in bytes, in addition to the mint. */
const METADATA_BYTES = 200;

/** The payer is also the mint authority. Keys are derived from these bytes only, so that addresses are stable. */
const PAYER_SEED = 0xf0;
const PAYER_LAMPORTS = 10_000_000_000;

/** A token to create. With metadata it uses Token-2022. */
interface Kind {
  readonly seed: number;
  readonly decimals: number;
  readonly tokenMetadata: { readonly name: string; readonly symbol: string } | null;
}

const KINDS: readonly Kind[] = [
  { seed: 0xf1, decimals: 6, tokenMetadata: null },
  { seed: 0xf2, decimals: 9, tokenMetadata: { name: 'Sandbox Extra', symbol: 'SBE' } },
];

/** Creates and mints tokens with Solana's own SDKs, loaded lazily because only a node needs them. */
const openMint = async (rpcUrl: string) => {
  const [spl, metadata, web3] = await Promise.all([
    import('@solana/spl-token'),
    import('@solana/spl-token-metadata'),
    import('@solana/web3.js'),
  ]);
  const signerOf = (seed: number): Keypair => web3.Keypair.fromSeed(new Uint8Array(32).fill(seed));
  const payer = signerOf(PAYER_SEED);
  const { publicKey: authority } = payer;
  const programOf = ({ tokenMetadata }: Kind): PublicKey => (tokenMetadata === null ? spl.TOKEN_PROGRAM_ID : spl.TOKEN_2022_PROGRAM_ID);
  const send = async (instructions: readonly TransactionInstruction[], ...signers: readonly Keypair[]): Promise<string> => {
    const { value } = Object(await callNode(rpcUrl, 'getLatestBlockhash', []));
    const transaction = new web3.Transaction({ feePayer: authority, ...value }).add(...instructions);
    transaction.sign(payer, ...signers);
    const signature = await callNode(rpcUrl, 'sendTransaction', [transaction.serialize().toString('base64'), { encoding: 'base64' }]);
    return String(signature);
  };
  await callNode(rpcUrl, 'requestAirdrop', [authority.toBase58(), PAYER_LAMPORTS]);
  return {
    /** Creates a mint whose authority is the payer. */
    create: async (kind: Kind): Promise<PublicKey> => {
      const { seed, decimals, tokenMetadata } = kind;
      const [signer, programId] = [signerOf(seed), programOf(kind)];
      const mint = signer.publicKey;
      const space = spl.getMintLen(tokenMetadata === null ? [] : [spl.ExtensionType.MetadataPointer]);
      const bytes = space + (tokenMetadata === null ? 0 : METADATA_BYTES);
      const lamports = Number(await callNode(rpcUrl, 'getMinimumBalanceForRentExemption', [bytes]));
      const parties = { programId, metadata: mint, updateAuthority: authority, mint, mintAuthority: authority };
      const instructions = [
        web3.SystemProgram.createAccount({ fromPubkey: authority, newAccountPubkey: mint, lamports, space, programId }),
        ...(tokenMetadata === null ? [] : [spl.createInitializeMetadataPointerInstruction(mint, authority, mint, programId)]),
        spl.createInitializeMint2Instruction(mint, decimals, authority, null, programId),
        ...(tokenMetadata === null ? [] : [metadata.createInitializeInstruction({ ...parties, ...tokenMetadata, uri: '' })]),
      ];
      await send(instructions, signer);
      return mint;
    },
    /** Mints tokens to an owner; creates the token account if needed. */
    give: async (kind: Kind, mint: PublicKey, to: string, amount: bigint): Promise<string> => {
      const [owner, program] = [new web3.PublicKey(to), programOf(kind)];
      const account = spl.getAssociatedTokenAddressSync(mint, owner, true, program);
      return send([
        spl.createAssociatedTokenAccountIdempotentInstruction(authority, account, owner, mint, program),
        spl.createMintToInstruction(mint, account, authority, amount, [], program),
      ]);
    },
  };
};

/**
 * Creates two tokens, one per token program, and gives each owner both. The mint addresses are the same on every node.
 * @throws Error when a transaction fails
 */
export const stockSolana = async (
  { chainId, rpcUrl }: { readonly chainId: string; readonly rpcUrl: string },
  owners: readonly string[],
): Promise<TokenStock> => {
  const minter = await openMint(rpcUrl);
  const created = await Promise.all(
    KINDS.map(async (kind) => {
      const { decimals, tokenMetadata } = kind;
      const mint = await minter.create(kind);
      for (const owner of owners) await minter.give(kind, mint, owner, TOKENS_EACH * 10n ** BigInt(decimals));
      return { kind, mint, token: { asset: `${chainId}/token:${mint.toBase58()}`, symbol: tokenMetadata?.symbol ?? null, decimals } };
    }),
  );
  return {
    tokens: created.map(({ token }) => token),
    give: async ({ asset, to, amount }) => {
      const found = created.find(({ token }) => token.asset === asset);
      if (found === undefined) throw new Error(`The sandbox has no token ${asset}.`);
      return minter.give(found.kind, found.mint, to, amount);
    },
  };
};
