import * as v from 'valibot';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { lenient, membersOf, read } from '../../domain/wire.js';
import type { SolanaNodeError } from './solana-rpc.js';

/** What a transfer is about, for the words of its errors. */
export interface TransferFacts {
  readonly chainId: string;
  /** CAIP-19; `null` for lamports. */
  readonly asset: string | null;
  /** Base units of what is sent, and how many of them there are. */
  readonly value: bigint;
  readonly available: bigint;
  /** Lamports. */
  readonly fee: bigint;
  readonly balance: bigint;
  /** The least lamports that an account may have. */
  readonly minimum: bigint;
}

/** "Insufficient funds" of the system program and of the token programs alike. */
const INSUFFICIENT_FUNDS = 1;

const refused = (chainId: string, reason: string): LatchkeyError => new LatchkeyError('send/refused', { chainId, reason });

/** More is to be sent than there is. */
export const aboveBalance = ({ chainId, asset, value, available }: TransferFacts): LatchkeyError =>
  new LatchkeyError('send/above-balance', { chainId, asset, value: String(value), balance: String(available) });

/** The fee cannot be paid. */
export const cannotPayFee = ({ chainId, fee, balance }: TransferFacts): LatchkeyError =>
  new LatchkeyError('send/insufficient-fee-funds', { chainId, fee: String(fee), balance: String(balance) });

/** An account would have less than the network lets exist. @see https://solana.com/docs/core/accounts#rent */
export const belowRent = ({ chainId, minimum }: TransferFacts, account: 'sender' | 'recipient'): LatchkeyError =>
  new LatchkeyError('send/existential-deposit', { chainId, account, minimum: String(minimum) });

/** Errors of a transaction that say all by their name. @see https://docs.rs/solana-transaction-error */
const BY_NAME: Readonly<Record<string, (facts: TransferFacts) => LatchkeyError>> = {
  BlockhashNotFound: ({ chainId }) => new LatchkeyError('send/expired', { chainId }),
  AccountNotFound: cannotPayFee,
  InsufficientFundsForFee: cannotPayFee,
};

/** @see https://docs.rs/solana-transaction-error/latest/solana_transaction_error/enum.TransactionError.html */
const errorSchema = v.object({
  InsufficientFundsForRent: lenient(v.object({ account_index: v.optional(v.unknown()) })),
  InstructionError: lenient(v.tuple([v.unknown(), v.object({ Custom: v.unknown() })])),
});

/** Reads why a node would not carry out a transaction: the `err` of a rehearsal. */
export const toTransferError = (err: unknown, facts: TransferFacts): LatchkeyError => {
  const reason = typeof err === 'string' ? err : JSON.stringify(err);
  if (typeof err === 'string') return BY_NAME[err]?.(facts) ?? refused(facts.chainId, reason);
  // An object has one member, whose name is the error.
  const { InsufficientFundsForRent: rent, InstructionError: failed } = read(errorSchema, err) ?? {};
  if (rent !== undefined) return belowRent(facts, rent.account_index === 0 ? 'sender' : 'recipient');
  return failed?.[1].Custom === INSUFFICIENT_FUNDS ? aboveBalance(facts) : refused(facts.chainId, reason);
};

/** Whether a node refuses a transaction because it was carried out already. */
export const isAlreadyProcessed = (error: SolanaNodeError): boolean => membersOf(error.data)['err'] === 'AlreadyProcessed';

/** Reads why a node would not broadcast a transaction of which nothing more is known. Nothing was sent. */
export const toBroadcastError = (error: SolanaNodeError, chainId: string): LatchkeyError => {
  const { err } = membersOf(error.data);
  if (err === 'BlockhashNotFound') return new LatchkeyError('send/expired', { chainId }, { cause: error });
  const reason = err === undefined || err === null ? error.message : typeof err === 'string' ? err : JSON.stringify(err);
  return new LatchkeyError('send/refused', { chainId, reason }, { cause: error });
};
