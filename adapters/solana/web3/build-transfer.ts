import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';

/** Creates token accounts. @see https://www.solana-program.com/docs/associated-token-account */
const ASSOCIATED_TOKEN_PROGRAM = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
/** Instruction ids: create an account if missing, and transfer with a decimals check. */
const CREATE_IDEMPOTENT = 1;
const TRANSFER_CHECKED = 12;

/** The amount: lamports, or base units of a token. */
export type TransferDetails =
  | { readonly lamports: bigint }
  | {
      readonly mint: string;
      /** The token program that owns the mint. */
      readonly program: string;
      readonly decimals: number;
      /** The recipient's token account, and if it must be created. */
      readonly destination: string;
      readonly creates: boolean;
      readonly sources: readonly { readonly account: string; readonly amount: bigint }[];
    };

export interface BuildTransferOptions {
  readonly from: string;
  readonly to: string;
  readonly details: TransferDetails;
  readonly blockhash: string;
  readonly computeUnits: number;
  readonly microLamportsPerUnit: bigint;
  /** For wallets without support for version 0. */
  readonly legacy: boolean;
}

/** Checks that a private key can exist for an address. @see https://solana.com/docs/core/pda */
export const isOnCurve = (address: string): boolean => PublicKey.isOnCurve(address);

/** The owner's associated token account of a mint. */
export const tokenAccountOf = (owner: string, mint: string, program: string): string => {
  const seeds = [owner, program, mint].map((address) => new PublicKey(address).toBytes());
  return PublicKey.findProgramAddressSync(seeds, ASSOCIATED_TOKEN_PROGRAM)[0].toBase58();
};

/**
 * Builds an unsigned transfer: the transaction with empty signature slots, and the message to sign.
 * @see https://solana.com/docs/core/transactions
 */
export const buildTransfer = (options: BuildTransferOptions): { readonly transaction: Uint8Array; readonly message: Uint8Array } => {
  const { from, blockhash, computeUnits, microLamportsPerUnit, legacy } = options;
  const draft = new TransactionMessage({
    payerKey: new PublicKey(from),
    recentBlockhash: blockhash,
    instructions: [
      ComputeBudgetProgram.setComputeUnitLimit({ units: computeUnits }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: microLamportsPerUnit }),
      ...transferInstructions(options),
    ],
  });
  const message = legacy ? draft.compileToLegacyMessage() : draft.compileToV0Message();
  return { transaction: new VersionedTransaction(message).serialize(), message: message.serialize() };
};

const transferInstructions = ({ from, to, details }: BuildTransferOptions): readonly TransactionInstruction[] => {
  const [fromPubkey, toPubkey] = [new PublicKey(from), new PublicKey(to)];
  if ('lamports' in details) return [SystemProgram.transfer({ fromPubkey, toPubkey, lamports: details.lamports })];
  const [mint, program, destination] = [details.mint, details.program, details.destination].map((key) => new PublicKey(key)) as [
    PublicKey,
    PublicKey,
    PublicKey,
  ];
  const create = instruction(ASSOCIATED_TOKEN_PROGRAM, Uint8Array.of(CREATE_IDEMPOTENT), [
    [fromPubkey, 'pays'],
    [destination, 'writes'],
    [toPubkey, 'reads'],
    [mint, 'reads'],
    [SystemProgram.programId, 'reads'],
    [program, 'reads'],
  ]);
  const transfers = details.sources.map(({ account, amount }) =>
    instruction(program, transferData(amount, details.decimals), [
      [new PublicKey(account), 'writes'],
      [mint, 'reads'],
      [destination, 'writes'],
      [fromPubkey, 'signs'],
    ]),
  );
  return details.creates ? [create, ...transfers] : transfers;
};

type AccountRole = 'pays' | 'signs' | 'writes' | 'reads';

const instruction = (
  programId: PublicKey,
  data: Uint8Array,
  accounts: readonly (readonly [pubkey: PublicKey, role: AccountRole])[],
): TransactionInstruction =>
  new TransactionInstruction({
    programId,
    keys: accounts.map(([pubkey, role]) => ({
      pubkey,
      isSigner: role === 'pays' || role === 'signs',
      isWritable: role === 'pays' || role === 'writes',
    })),
    // The type requires Node's Buffer; the message compiler takes any bytes.
    data: data as Buffer,
  });

/** Instruction id, amount in eight bytes, decimals. */
const transferData = (amount: bigint, decimals: number): Uint8Array => {
  const data = new Uint8Array(10);
  data[0] = TRANSFER_CHECKED;
  new DataView(data.buffer).setBigUint64(1, amount, true);
  data[9] = decimals;
  return data;
};
