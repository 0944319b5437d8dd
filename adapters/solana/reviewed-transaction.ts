import { readSolanaTransaction, type SolanaInstruction } from '../../domain/account/solana-transaction.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { ReviewedTransfer } from '../../domain/send/reviewed-transfer.js';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './token-layouts.js';

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111';
/** Creates token accounts. @see https://www.solana-program.com/docs/associated-token-account */
const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
/** Instruction ids of a transfer of lamports (four bytes), and of one of tokens with a decimals check (one byte). */
const TRANSFER = 2;
const TRANSFER_CHECKED = 12;
/** Lengths of their data. */
const TRANSFER_BYTES = 12;
const TRANSFER_CHECKED_BYTES = 10;

/** A transfer of one instruction. */
interface Moved {
  /** An address, or a token account. */
  readonly destination: string;
  readonly mint: string | null;
  readonly program: string;
  readonly value: bigint;
}

/** Reads an instruction of a transfer; `null` if it moves nothing, `undefined` if it may do anything else. */
const movedBy = ({ programIndex, accountIndexes, data }: SolanaInstruction, keys: readonly string[]): Moved | null | undefined => {
  const [program = '', accounts] = [keys[programIndex], accountIndexes.map((index) => keys[index] ?? '')];
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (program === COMPUTE_BUDGET_PROGRAM || program === ASSOCIATED_TOKEN_PROGRAM) return null;
  if (program === SYSTEM_PROGRAM && data.length === TRANSFER_BYTES && view.getUint32(0, true) === TRANSFER)
    return { destination: accounts[1] ?? '', mint: null, program, value: view.getBigUint64(4, true) };
  const isToken = program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM;
  if (isToken && data.length === TRANSFER_CHECKED_BYTES && data[0] === TRANSFER_CHECKED)
    return { destination: accounts[2] ?? '', mint: accounts[1] ?? '', program, value: view.getBigUint64(1, true) };
  return undefined;
};

/** Expected effect of a transaction. */
export interface ExpectedTransfer {
  readonly chainId: ChainId;
  readonly to: string;
  /** Everything is sent. */
  readonly all: boolean;
  readonly tokenAccountOf: (owner: string, mint: string, program: string) => string;
}

/**
 * Reads the transfer that a serialized transaction makes, for comparison with the one that was reviewed; `null` if it does anything else, too.
 */
export const readTransfer = (bytes: Uint8Array, { chainId, to, all, tokenAccountOf }: ExpectedTransfer): ReviewedTransfer | null => {
  const transaction = readSolanaTransaction(bytes);
  if (transaction === null) return null;
  const instructions = transaction.instructions.map((instruction) => movedBy(instruction, transaction.keys));
  const moved = instructions.filter((each) => each != null);
  const [first] = moved;
  const isOne = moved.every(({ destination, mint }) => destination === first?.destination && mint === first.mint);
  if (first === undefined || !isOne || instructions.includes(undefined)) return null;
  const { destination, mint, program } = first;
  const isOwn = mint !== null && destination === tokenAccountOf(to, mint, program);
  const value = moved.reduce((sum, each) => sum + each.value, 0n);
  return { chainId, to: isOwn ? to : destination, token: mint, value: all ? null : value };
};
