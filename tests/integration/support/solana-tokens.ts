import {
  createAssociatedTokenAccountIdempotentInstruction,
  createInitializeMetadataPointerInstruction,
  createInitializeMintInstruction,
  createInitializeTransferFeeConfigInstruction,
  createMintToInstruction,
  ExtensionType,
  getAssociatedTokenAddressSync,
  getMintLen,
  MINT_SIZE,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import { Keypair, PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js';
import type { SolanaTestNet } from './solana-node.js';

/** Size of a name, a symbol and their lengths. */
const METADATA_BYTES = 300;

/** Signs and sends with the Solana SDK. */
export const sendWith = async (
  net: SolanaTestNet,
  payer: Keypair,
  instructions: readonly TransactionInstruction[],
  ...more: readonly Keypair[]
): Promise<string> => {
  const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: await net.blockhash() });
  transaction.add(...instructions).sign(payer, ...more);
  return String(await net.call('sendTransaction', [transaction.serialize().toString('base64'), { encoding: 'base64' }]));
};

/** The first bytes of the hash of `spl_token_metadata_interface:initialize_account`. @see https://github.com/solana-program/token-metadata */
const INITIALIZE_METADATA = Buffer.from('d2e11ea258b84d8d', 'hex');

const packText = (text: string): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(Buffer.byteLength(text));
  return Buffer.concat([length, Buffer.from(text)]);
};

const initializeMetadata = (
  mint: PublicKey,
  authority: PublicKey,
  { name, symbol, uri = '' }: NonNullable<TokenInit['metadata']>,
): TransactionInstruction =>
  new TransactionInstruction({
    programId: TOKEN_2022_PROGRAM_ID,
    keys: [
      { pubkey: mint, isSigner: false, isWritable: true },
      { pubkey: authority, isSigner: false, isWritable: false },
      { pubkey: mint, isSigner: false, isWritable: false },
      { pubkey: authority, isSigner: true, isWritable: false },
    ],
    data: Buffer.concat([INITIALIZE_METADATA, ...[name, symbol, uri].map(packText)]),
  });

/** Properties of a new token. */
export interface TokenInit {
  readonly decimals: number;
  /** Creates a Token-2022 token with a name, a symbol and a transfer fee of 1 %. */
  readonly metadata?: { readonly name: string; readonly symbol: string; readonly uri?: string };
}

/** Creates a token, mints some to its owner, and resolves to the mint. */
export const makeToken = async (
  net: SolanaTestNet,
  payer: Keypair,
  owner: string,
  amount: bigint,
  { decimals, metadata }: TokenInit,
): Promise<string> => {
  const mint = Keypair.generate();
  const program = metadata === undefined ? TOKEN_PROGRAM_ID : TOKEN_2022_PROGRAM_ID;
  const space = metadata === undefined ? MINT_SIZE : getMintLen([ExtensionType.MetadataPointer, ExtensionType.TransferFeeConfig]);
  const lamports = Number(
    await net.call('getMinimumBalanceForRentExemption', [
      space + (metadata === undefined ? 0 : METADATA_BYTES + (metadata.uri?.length ?? 0)),
    ]),
  );
  const authority = payer.publicKey;
  const instructions = [
    SystemProgram.createAccount({ fromPubkey: authority, newAccountPubkey: mint.publicKey, lamports, space, programId: program }),
    ...(metadata === undefined
      ? []
      : [
          createInitializeMetadataPointerInstruction(mint.publicKey, authority, mint.publicKey, program),
          createInitializeTransferFeeConfigInstruction(mint.publicKey, authority, authority, 100, 1_000_000_000n, program),
        ]),
    createInitializeMintInstruction(mint.publicKey, decimals, authority, null, program),
    ...(metadata === undefined ? [] : [initializeMetadata(mint.publicKey, authority, metadata)]),
  ];
  await sendWith(net, payer, instructions, mint);
  const account = tokenAccount(owner, mint.publicKey.toBase58(), metadata !== undefined);
  await sendWith(net, payer, [
    createAssociatedTokenAccountIdempotentInstruction(authority, account, new PublicKey(owner), mint.publicKey, program),
    createMintToInstruction(mint.publicKey, account, authority, amount, [], program),
  ]);
  return mint.publicKey.toBase58();
};

/** Associated token account of an owner, computed by the Solana SDK. */
export const tokenAccount = (owner: string, mint: string, is2022 = false): PublicKey =>
  getAssociatedTokenAddressSync(new PublicKey(mint), new PublicKey(owner), true, is2022 ? TOKEN_2022_PROGRAM_ID : TOKEN_PROGRAM_ID);

/** Token balance of an owner, read from the chain. */
export const tokenAmount = async (net: SolanaTestNet, owner: string, mint: string, is2022 = false): Promise<bigint> => {
  const { value } = Object(await net.call('getAccountInfo', [tokenAccount(owner, mint, is2022).toBase58(), { encoding: 'base64' }]));
  return value === null ? 0n : Buffer.from(value.data[0], 'base64').readBigUInt64LE(64);
};
