import * as v from 'valibot';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { asRecord, lenient, parseOrNull } from '../../domain/wire.js';
import type { SolanaNodeError } from './solana-rpc.js';

/** Transfer details for error contexts. */
export interface TransferContext {
  readonly chainId: string;
  /** CAIP-19; `null` for lamports. */
  readonly asset: string | null;
  /** Requested amount and available balance, in base units. */
  readonly value: bigint;
  readonly available: bigint;
  /** Lamports. */
  readonly fee: bigint;
  readonly balance: bigint;
  /** Rent-exempt minimum in lamports. */
  readonly minimum: bigint;
}

/** "Insufficient funds" in the system program and the token programs. */
const INSUFFICIENT_FUNDS = 1;

const refused = (chainId: string, reason: string): LatchkeyError => new LatchkeyError('send/refused', { chainId, reason });

/** The amount exceeds the balance. */
export const aboveBalance = ({ chainId, asset, value, available }: TransferContext): LatchkeyError =>
  new LatchkeyError('send/above-balance', { chainId, asset, value: String(value), balance: String(available) });

/** The balance does not cover the fee. */
export const cannotPayFee = ({ chainId, fee, balance }: TransferContext): LatchkeyError =>
  new LatchkeyError('send/insufficient-fee-funds', { chainId, fee: String(fee), balance: String(balance) });

/** An account would be left below the rent-exempt minimum. @see https://solana.com/docs/core/accounts#rent */
export const belowRent = ({ chainId, minimum }: TransferContext, account: 'sender' | 'recipient'): LatchkeyError =>
  new LatchkeyError('send/existential-deposit', { chainId, account, minimum: String(minimum) });

/** Errors identified by name only. @see https://docs.rs/solana-transaction-error */
const BY_NAME: Readonly<Record<string, (context: TransferContext) => LatchkeyError>> = {
  BlockhashNotFound: ({ chainId }) => new LatchkeyError('send/expired', { chainId }),
  AccountNotFound: cannotPayFee,
  InsufficientFundsForFee: cannotPayFee,
};

/** @see https://docs.rs/solana-transaction-error/latest/solana_transaction_error/enum.TransactionError.html */
const errorSchema = v.object({
  InsufficientFundsForRent: lenient(v.object({ account_index: v.optional(v.unknown()) })),
  InstructionError: lenient(v.tuple([v.unknown(), v.object({ Custom: v.unknown() })])),
});

/** Maps the `err` of a simulation to an error. */
export const toTransferError = (err: unknown, context: TransferContext): LatchkeyError => {
  const reason = typeof err === 'string' ? err : JSON.stringify(err);
  if (typeof err === 'string') return BY_NAME[err]?.(context) ?? refused(context.chainId, reason);
  // The object has one key, the error name.
  const { InsufficientFundsForRent: rent, InstructionError: failed } = parseOrNull(errorSchema, err) ?? {};
  if (rent !== undefined) return belowRent(context, rent.account_index === 0 ? 'sender' : 'recipient');
  return failed?.[1].Custom === INSUFFICIENT_FUNDS ? aboveBalance(context) : refused(context.chainId, reason);
};

/** Checks if a node rejected a transaction because it was already processed. */
export const isAlreadyProcessed = (error: SolanaNodeError): boolean => asRecord(error.data)['err'] === 'AlreadyProcessed';

/** Maps a node's rejection of a broadcast to an error. Nothing was sent. */
export const toBroadcastError = (error: SolanaNodeError, chainId: string): LatchkeyError => {
  const { err } = asRecord(error.data);
  if (err === 'BlockhashNotFound') return new LatchkeyError('send/expired', { chainId }, { cause: error });
  const reason = err === undefined || err === null ? error.message : typeof err === 'string' ? err : JSON.stringify(err);
  return new LatchkeyError('send/refused', { chainId, reason }, { cause: error });
};
