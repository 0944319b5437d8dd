import { asRecord, attempt, isObject } from '../wire.js';
import { errorNameAndMessage } from './error-text.js';

/** EIP-3326 "unrecognized chain": the wallet does not have the chain. @see https://eips.ethereum.org/EIPS/eip-3326 */
export const UNRECOGNIZED_CHAIN_CODE = 4902;
/** Some wallets return 5000 instead of 4902. In WalletConnect it also means that the user rejected the request. */
export const DEFAULT_CHAIN_CODE = 5000;
/** "Invalid chain id" as some wallets send it, without the minus sign. */
export const INVALID_CHAIN_ID_CODE = 32603;
/** JSON-RPC "internal error", with the minus sign. @see https://www.jsonrpc.org/specification#error_object */
export const INTERNAL_ERROR_CODE = -32603;

/** The user declined to turn the account into a smart account for a batch. @see https://eips.ethereum.org/EIPS/eip-5792#error-codes */
export const UPGRADE_REJECTED_CODE = 5750;

/** Codes that wallets use for an unknown chain, but also for other failures. */
const VAGUE_CODES: readonly (number | null)[] = [DEFAULT_CHAIN_CODE, INVALID_CHAIN_ID_CODE, INTERNAL_ERROR_CODE];

/** Maximum depth when following `cause`: untrusted errors may be circular. */
const MAX_DEPTH = 5;

const toCode = (code: unknown): number | null => {
  const value = typeof code === 'string' && /^-?\d{1,9}$/.test(code) ? Number(code) : code;
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
};

const codeAt = (error: unknown, depth: number): number | null => {
  if (depth === MAX_DEPTH || !isObject(error)) return null;
  const { code, cause, data } = error;
  const own = toCode(code);
  return codeAt(asRecord(data).originalError, depth + 1) ?? (own === INTERNAL_ERROR_CODE ? null : own) ?? codeAt(cause, depth + 1) ?? own;
};

/**
 * Returns the numeric code of an untrusted error, or `null`. Prefers `data.originalError`, where wallets put the error they wrap, then the
 * error's own code, then that of its `cause`. "Internal error" is unspecific and is used last. Never throws.
 */
export const readErrorCode = (error: unknown): number | null =>
  // A getter or proxy of an untrusted error may throw.
  attempt(() => codeAt(error, 0)) ?? null;

/** Words in rejection messages: a chain that the user rejected is not unrecognized. */
const REJECTION = /reject|denied|declin|cancel/i;

/**
 * Tests whether a failed chain switch means that the wallet does not have the chain, so that `wallet_addEthereumChain` is worth a try:
 * 4902, or 5000, 32603 and −32603 unless the message reports a rejection.
 */
export const isUnrecognizedChain = (error: unknown): boolean => {
  const code = readErrorCode(error);
  return code === UNRECOGNIZED_CHAIN_CODE || (VAGUE_CODES.includes(code) && !REJECTION.test(errorNameAndMessage(error)));
};
