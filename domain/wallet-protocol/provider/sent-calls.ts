import { hasData, isChainText, isOver, isTextList } from '../primitives.js';

/** How long it is remembered what a wallet was sent: a day, in seconds. */
export const SENT_CALLS_TTL = 86_400;

/** What is remembered of calls that a wallet carried out, so that their fate can be read from their chain. @see https://chainagnostic.org/CAIPs/caip-345 */
export interface SentCalls {
  /** The id that the wallet gave them. */
  readonly id: string;
  readonly version: string;
  readonly atomic: boolean;
  /** Hex, as it was asked for. */
  readonly chainId: string;
  /** The wallet's own, with `caip345`. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Chain of the transactions, CAIP-2. */
  readonly caip2: string;
  readonly transactionHashes: readonly string[];
  /** Seconds since 1970. */
  readonly expiry: number;
}

/** What a `wallet_sendCalls` and its answer leave behind; `null` where the answer does not name the transactions. */
export const sentCallsOf = (params: unknown, answer: unknown, nowMs: number): SentCalls | null => {
  const asked: unknown = Array.isArray(params) ? params[0] : undefined;
  if (!hasData(asked) || !hasData(answer) || !hasData(answer.capabilities)) return null;
  const { id, capabilities } = answer;
  const { caip345 } = capabilities;
  if (typeof id !== 'string' || id === '' || !hasData(caip345)) return null;
  const { caip2, transactionHashes } = caip345;
  if (!isChainText(caip2) || !isTextList(transactionHashes) || transactionHashes.length === 0) return null;
  const { version, chainId, atomicRequired } = asked;
  return {
    id,
    version: typeof version === 'string' ? version : '2.0.0',
    atomic: atomicRequired === true,
    chainId: typeof chainId === 'string' ? chainId : '',
    capabilities,
    caip2,
    transactionHashes,
    expiry: Math.floor(nowMs / 1_000) + SENT_CALLS_TTL,
  };
};

/** Whether a stored value is whole and still of use. */
export const isSentCalls = (value: unknown, nowMs: number): value is SentCalls =>
  hasData(value) &&
  typeof value.id === 'string' &&
  isChainText(value.caip2) &&
  isTextList(value.transactionHashes) &&
  hasData(value.capabilities) &&
  !isOver(value.expiry, nowMs);

/** Pending, done, failed as a whole, failed in part. @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcallsstatus */
const PENDING = 100;
const CONFIRMED = 200;
const REVERTED = 500;
const PARTLY_REVERTED = 600;

/**
 * The answer to a `wallet_getCallsStatus`, from the receipts of the transactions. Calls are pending until every transaction has one.
 * @param receipts one for each transaction, `null` where it has none yet
 * @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcallsstatus
 */
export const callsStatusOf = (
  { id, version, atomic, chainId, capabilities }: SentCalls,
  receipts: readonly unknown[],
): Readonly<Record<string, unknown>> => {
  const known = receipts.filter(hasData);
  const reverted = known.filter(({ status }) => status === '0x0').length;
  const settled = reverted === 0 ? CONFIRMED : reverted === known.length ? REVERTED : PARTLY_REVERTED;
  const status = known.length < receipts.length || known.length === 0 ? PENDING : settled;
  return { id, version, atomic, chainId, capabilities, receipts: known, status };
};
