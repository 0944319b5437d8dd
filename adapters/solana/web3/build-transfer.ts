import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';

/** Makes token accounts. @see https://www.solana-program.com/docs/associated-token-account */
const ASSOCIATED_TOKEN_PROGRAM = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
/** Instruction numbers: make an account unless it is there, and transfer with the decimals checked. */
const CREATE_IDEMPOTENT = 1;
const TRANSFER_CHECKED = 12;

/** What moves: lamports, or base units of a token. */
export type TransferMoves =
  | { readonly lamports: bigint }
  | {
      readonly mint: string;
      /** The program that keeps the mint. */
      readonly program: string;
      readonly decimals: number;
      /** The recipient's token account, and whether it has to be made. */
      readonly destination: string;
      readonly creates: boolean;
      readonly sources: readonly { readonly account: string; readonly amount: bigint }[];
    };

/** A transfer to build. */
export interface TransferParts {
  readonly from: string;
  readonly to: string;
  readonly moves: TransferMoves;
  readonly blockhash: string;
  readonly computeUnits: number;
  readonly microLamportsPerUnit: bigint;
  /** For wallets that take no version 0. */
  readonly legacy: boolean;
}

/** Whether a key can stand behind an address. @see https://solana.com/docs/core/pda */
export const isOnCurve = (address: string): boolean => PublicKey.isOnCurve(address);

/** The token account that an owner has of a mint unless they made others. */
export const tokenAccountOf = (owner: string, mint: string, program: string): string => {
  const seeds = [owner, program, mint].map((address) => new PublicKey(address).toBytes());
  return PublicKey.findProgramAddressSync(seeds, ASSOCIATED_TOKEN_PROGRAM)[0].toBase58();
};

/**
 * Builds a transfer, without signatures: the transaction with a place for each, and the message that is signed.
 * @see https://solana.com/docs/core/transactions
 */
export const buildTransfer = (parts: TransferParts): { readonly transaction: Uint8Array; readonly message: Uint8Array } => {
  const { from, blockhash, computeUnits, microLamportsPerUnit, legacy } = parts;
  const draft = new TransactionMessage({
    payerKey: new PublicKey(from),
    recentBlockhash: blockhash,
    instructions: [
      ComputeBudgetProgram.setComputeUnitLimit({ units: computeUnits }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: microLamportsPerUnit }),
      ...transferInstructions(parts),
    ],
  });
  const message = legacy ? draft.compileToLegacyMessage() : draft.compileToV0Message();
  return { transaction: new VersionedTransaction(message).serialize(), message: message.serialize() };
};

const transferInstructions = ({ from, to, moves }: TransferParts): readonly TransactionInstruction[] => {
  const [fromPubkey, toPubkey] = [new PublicKey(from), new PublicKey(to)];
  if ('lamports' in moves) return [SystemProgram.transfer({ fromPubkey, toPubkey, lamports: moves.lamports })];
  const [mint, program, destination] = [moves.mint, moves.program, moves.destination].map((key) => new PublicKey(key)) as [
    PublicKey,
    PublicKey,
    PublicKey,
  ];
  const create = instruction(ASSOCIATED_TOKEN_PROGRAM, Uint8Array.of(CREATE_IDEMPOTENT), [
    [fromPubkey, 'pays'],
    [destination, 'changes'],
    [toPubkey, 'reads'],
    [mint, 'reads'],
    [SystemProgram.programId, 'reads'],
    [program, 'reads'],
  ]);
  const transfers = moves.sources.map(({ account, amount }) =>
    instruction(program, transferData(amount, moves.decimals), [
      [new PublicKey(account), 'changes'],
      [mint, 'reads'],
      [destination, 'changes'],
      [fromPubkey, 'signs'],
    ]),
  );
  return moves.creates ? [create, ...transfers] : transfers;
};

type Part = 'pays' | 'signs' | 'changes' | 'reads';

const instruction = (
  programId: PublicKey,
  data: Uint8Array,
  accounts: readonly (readonly [pubkey: PublicKey, part: Part])[],
): TransactionInstruction =>
  new TransactionInstruction({
    programId,
    keys: accounts.map(([pubkey, part]) => ({
      pubkey,
      isSigner: part === 'pays' || part === 'signs',
      isWritable: part === 'pays' || part === 'changes',
    })),
    // The type asks for Node's own bytes; what compiles the message takes any.
    data: data as Buffer,
  });

/** A number, an amount in eight bytes, and the decimals. */
const transferData = (amount: bigint, decimals: number): Uint8Array => {
  const data = new Uint8Array(10);
  data[0] = TRANSFER_CHECKED;
  new DataView(data.buffer).setBigUint64(1, amount, true);
  data[9] = decimals;
  return data;
};
