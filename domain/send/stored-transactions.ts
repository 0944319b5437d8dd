import { isChainId, namespaceOf } from '../caip/caip-2.js';
import { isAccountId } from '../caip/caip-10.js';
import { isAssetId } from '../caip/caip-19.js';
import { type Follower, type SentTransaction, type TransactionOutcome, withTransaction } from './sent-transaction.js';

type Json = Readonly<Record<string, unknown>>;

/** Longer texts are no hashes and no recipients. */
const MAX_TEXT = 256;
/** Longest id of a batch. @see https://eips.ethereum.org/EIPS/eip-5792#wallet_sendcalls */
const MAX_BATCH_ID = 4_096;
/** Longest trace that is kept. */
const MAX_TRACE = 4_096;
const DIGITS = /^\d{1,78}$/;

const isText = (value: unknown, longest = MAX_TEXT): value is string => typeof value === 'string' && value.length <= longest;
const isTime = (value: unknown): value is number => Number.isSafeInteger(value);
// Any object can be asked for any member.
const asObject = (value: unknown): Json | null => (typeof value === 'object' && value !== null ? (value as Json) : null);
const amountOf = (value: unknown): bigint | null => (typeof value === 'string' && DIGITS.test(value) ? BigInt(value) : null);

const readOutcome = (value: unknown): TransactionOutcome | null => {
  const { status, at, blockNumber } = asObject(value) ?? {};
  if (!isTime(at)) return null;
  if (status === 'reverted' || status === 'partly-reverted' || status === 'dropped') return { status, at };
  const block = amountOf(blockNumber);
  return status === 'confirmed' && block !== null ? { status, blockNumber: block, at } : null;
};

const readFollower = (value: unknown): Follower | null => {
  const { tab, until } = asObject(value) ?? {};
  return isText(tab) && isTime(until) ? { tab, until } : null;
};

const readEntry = (value: unknown): readonly SentTransaction[] => {
  const {
    chainId,
    hash,
    isBatch,
    from,
    to,
    value: sent,
    asset,
    isSmartAccount,
    trace,
    isReplaceable,
    sentAt,
    outcome,
    follower,
  } = asObject(value) ?? {};
  if (!isChainId(chainId) || !isAccountId(from) || !from.startsWith(`${chainId}:`)) return [];
  if (!isText(hash, isBatch === true ? MAX_BATCH_ID : MAX_TEXT) || hash === '' || !isTime(sentAt)) return [];
  return [
    {
      namespace: namespaceOf(chainId),
      chainId,
      hash,
      isBatch: isBatch === true,
      from,
      to: isText(to) ? to : '',
      value: amountOf(sent),
      asset: isAssetId(asset) ? asset : null,
      isSmartAccount: isSmartAccount === true,
      trace: isText(trace, MAX_TRACE) ? trace : null,
      isReplaceable: typeof isReplaceable === 'boolean' ? isReplaceable : null,
      sentAt,
      outcome: readOutcome(outcome),
      follower: readFollower(follower),
    },
  ];
};

/** Writes the memory of sent transactions. Amounts become decimal texts: JSON has no whole numbers of their size. */
export const writeTransactions = (list: readonly SentTransaction[]): string =>
  JSON.stringify(list, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** Reads what was stored of the sent transactions, the newest first. What makes no sense reads as nothing. */
export const readTransactions = (text: string | null): readonly SentTransaction[] => {
  try {
    const entries: unknown = JSON.parse(text ?? '[]');
    const read = Array.isArray(entries) ? entries.flatMap(readEntry) : [];
    return read.reduceRight<readonly SentTransaction[]>(withTransaction, []);
  } catch {
    return [];
  }
};
