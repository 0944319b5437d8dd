import type { Keypair, PublicKey, TransactionInstruction } from '@solana/web3.js';
import { callNode } from './call-node.js';
import { TOKENS_EACH, type TokenStock } from './sandbox-token.js';

/** Bytes that the words of a token need on top of its mint, at most. */
const WORDS_BYTES = 200;

/** Who pays and mints, and the mints: keys of nothing but these bytes, so that the addresses are always the same. */
const PAYER_SEED = 0xf0;
const PAYER_LAMPORTS = 10_000_000_000;

/** A token as it is made: one of Token-2022 where it has words. */
interface Kind {
  readonly seed: number;
  readonly decimals: number;
  readonly words: { readonly name: string; readonly symbol: string } | null;
}

const KINDS: readonly Kind[] = [
  { seed: 0xf1, decimals: 6, words: null },
  { seed: 0xf2, decimals: 9, words: { name: 'Sandbox Extra', symbol: 'SBE' } },
];

/** Makes tokens on a node of Solana, with the packages of Solana itself; only who starts a node loads them. */
const openBank = async (rpcUrl: string) => {
  const [spl, metadata, web3] = await Promise.all([
    import('@solana/spl-token'),
    import('@solana/spl-token-metadata'),
    import('@solana/web3.js'),
  ]);
  const signerOf = (seed: number): Keypair => web3.Keypair.fromSeed(new Uint8Array(32).fill(seed));
  const payer = signerOf(PAYER_SEED);
  const { publicKey: authority } = payer;
  const programOf = ({ words }: Kind): PublicKey => (words === null ? spl.TOKEN_PROGRAM_ID : spl.TOKEN_2022_PROGRAM_ID);
  const send = async (instructions: readonly TransactionInstruction[], ...signers: readonly Keypair[]): Promise<void> => {
    const { value } = Object(await callNode(rpcUrl, 'getLatestBlockhash', []));
    const transaction = new web3.Transaction({ feePayer: authority, ...value }).add(...instructions);
    transaction.sign(payer, ...signers);
    await callNode(rpcUrl, 'sendTransaction', [transaction.serialize().toString('base64'), { encoding: 'base64' }]);
  };
  await callNode(rpcUrl, 'requestAirdrop', [authority.toBase58(), PAYER_LAMPORTS]);
  return {
    /** Makes a mint whose tokens the payer makes. */
    create: async (kind: Kind): Promise<PublicKey> => {
      const { seed, decimals, words } = kind;
      const [signer, programId] = [signerOf(seed), programOf(kind)];
      const mint = signer.publicKey;
      const space = spl.getMintLen(words === null ? [] : [spl.ExtensionType.MetadataPointer]);
      const held = space + (words === null ? 0 : WORDS_BYTES);
      const lamports = Number(await callNode(rpcUrl, 'getMinimumBalanceForRentExemption', [held]));
      const parties = { programId, metadata: mint, updateAuthority: authority, mint, mintAuthority: authority };
      const instructions = [
        web3.SystemProgram.createAccount({ fromPubkey: authority, newAccountPubkey: mint, lamports, space, programId }),
        ...(words === null ? [] : [spl.createInitializeMetadataPointerInstruction(mint, authority, mint, programId)]),
        spl.createInitializeMint2Instruction(mint, decimals, authority, null, programId),
        ...(words === null ? [] : [metadata.createInitializeInstruction({ ...parties, ...words, uri: '' })]),
      ];
      await send(instructions, signer);
      return mint;
    },
    /** Makes tokens for somebody, whose account is opened where there is none. */
    give: async (kind: Kind, mint: PublicKey, to: string, amount: bigint): Promise<void> => {
      const [owner, program] = [new web3.PublicKey(to), programOf(kind)];
      const account = spl.getAssociatedTokenAddressSync(mint, owner, true, program);
      await send([
        spl.createAssociatedTokenAccountIdempotentInstruction(authority, account, owner, mint, program),
        spl.createMintToInstruction(mint, account, authority, amount, [], program),
      ]);
    },
  };
};

/**
 * Makes two tokens on a node of Solana, one of each token program, and gives each owner of both. Their mints have the same addresses on
 * every node.
 * @throws Error when the node refuses
 */
export const stockSolana = async (
  { chainId, rpcUrl }: { readonly chainId: string; readonly rpcUrl: string },
  owners: readonly string[],
): Promise<TokenStock> => {
  const bank = await openBank(rpcUrl);
  const made = await Promise.all(
    KINDS.map(async (kind) => {
      const { decimals, words } = kind;
      const mint = await bank.create(kind);
      for (const owner of owners) await bank.give(kind, mint, owner, TOKENS_EACH * 10n ** BigInt(decimals));
      return { kind, mint, token: { asset: `${chainId}/token:${mint.toBase58()}`, symbol: words?.symbol ?? null, decimals } };
    }),
  );
  return {
    tokens: made.map(({ token }) => token),
    give: async ({ asset, to, amount }) => {
      const found = made.find(({ token }) => token.asset === asset);
      if (found === undefined) throw new Error(`The sandbox has no token ${asset}.`);
      await bank.give(found.kind, found.mint, to, amount);
    },
  };
};
