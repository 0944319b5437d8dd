import { isChainIdString, isExpired, isNonEmptyObject, isStringList } from '../primitives.js';

/** How long sent calls are stored: one day, in seconds. */
export const SENT_CALLS_TTL = 86_400;

/** Stored calls that a wallet has executed, to read their status from the chain. @see https://chainagnostic.org/CAIPs/caip-345 */
export interface SentCalls {
  /** The wallet's id of the calls. */
  readonly id: string;
  readonly version: string;
  readonly atomic: boolean;
  /** Hex, as in the request. */
  readonly chainId: string;
  /** The wallet's capabilities, including `caip345`. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Chain of the transactions, CAIP-2. */
  readonly caip2: string;
  readonly transactionHashes: readonly string[];
  /** Seconds since 1970. */
  readonly expiry: number;
}

/** Builds the record of a `wallet_sendCalls` request; `null` if the response contains no transaction hashes. */
export const sentCallsOf = (params: unknown, response: unknown, nowMs: number): SentCalls | null => {
  const request: unknown = Array.isArray(params) ? params[0] : undefined;
  if (!isNonEmptyObject(request) || !isNonEmptyObject(response) || !isNonEmptyObject(response.capabilities)) return null;
  const { id, capabilities } = response;
  const { caip345 } = capabilities;
  if (typeof id !== 'string' || id === '' || !isNonEmptyObject(caip345)) return null;
  const { caip2, transactionHashes } = caip345;
  if (!isChainIdString(caip2) || !isStringList(transactionHashes) || transactionHashes.length === 0) return null;
  const { version, chainId, atomicRequired } = request;
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

/** Validates a stored record; false if it has expired. */
export const isSentCalls = (value: unknown, nowMs: number): value is SentCalls =>
  isNonEmptyObject(value) &&
  typeof value.id === 'string' &&
  isChainIdString(value.caip2) &&
  isStringList(value.transactionHashes) &&
  isNonEmptyObject(value.capabilities) &&
  !isExpired(value.expiry, nowMs);

/** Status codes. @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcallsstatus */
const PENDING = 100;
const CONFIRMED = 200;
const REVERTED = 500;
const PARTLY_REVERTED = 600;

/**
 * Builds the `wallet_getCallsStatus` response from transaction receipts. Calls are pending until every transaction has a receipt.
 * @param receipts one per transaction, `null` if missing
 * @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcallsstatus
 */
export const callsStatusOf = (
  { id, version, atomic, chainId, capabilities }: SentCalls,
  receipts: readonly unknown[],
): Readonly<Record<string, unknown>> => {
  const minedReceipts = receipts.filter(isNonEmptyObject);
  const reverted = minedReceipts.filter(({ status }) => status === '0x0').length;
  const finalStatus = reverted === 0 ? CONFIRMED : reverted === minedReceipts.length ? REVERTED : PARTLY_REVERTED;
  const status = minedReceipts.length < receipts.length || minedReceipts.length === 0 ? PENDING : finalStatus;
  return { id, version, atomic, chainId, capabilities, receipts: minedReceipts, status };
};
