import type { SolanaInstruction, SolanaMessage } from './solana-message.js';

// What the worker counts and what the user reads of a transaction of Solana comes from here, so that both are the same.

export const SYSTEM = '11111111111111111111111111111111';
/** Programs that hold tokens. @see https://solana.com/docs/tokens */
export const TOKEN_PROGRAMS: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
];
export const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';
export const MEMOS: readonly string[] = ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo'];
const ASSOCIATED_TOKEN = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';

/** Deposit of a token account, with room for extensions. */
export const TOKEN_ACCOUNT_LAMPORTS = 3_000_000n;
const SIGNATURE_LAMPORTS = 5_000n;
/** The most that a transaction may use. */
const MAX_UNITS = 1_400_000n;
const MICRO = 1_000_000n;

export const littleEndian = (bytes: Uint8Array): bigint => bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);

/** Lamports that an instruction of the system program transfers; `null` for another one. @see https://github.com/solana-program/system */
export const transferredLamports = ({ program, data }: SolanaInstruction): bigint | null =>
  program === SYSTEM && data.length === 12 && littleEndian(data.subarray(0, 4)) === 2n ? littleEndian(data.subarray(4)) : null;

/** Tests for an instruction that creates a token account; in its second form, if there is none. */
export const createsTokenAccount = ({ program, data }: SolanaInstruction): boolean =>
  program === ASSOCIATED_TOKEN && (data.length === 0 || (data.length === 1 && (data[0] ?? 2) < 2));

/** The fee at most, in lamports. @see https://solana.com/docs/core/fees */
export const feeOf = ({ signers, instructions }: Pick<SolanaMessage, 'signers' | 'instructions'>): bigint => {
  const budget = instructions.filter(({ program }) => program === COMPUTE_BUDGET).map(({ data }) => data);
  const price = budget.find(([kind]) => kind === 3);
  const perUnit = price === undefined ? 0n : littleEndian(price.subarray(1));
  const priority = (perUnit * MAX_UNITS + MICRO - 1n) / MICRO;
  return BigInt(signers.length) * SIGNATURE_LAMPORTS + priority;
};
