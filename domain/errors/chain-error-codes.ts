import { attempt, isObject, membersOf } from '../wire.js';
import { readErrorText } from './error-text.js';

/** EIP-1193 "unrecognized chain": the wallet does not know the chain. @see https://eips.ethereum.org/EIPS/eip-3326 */
export const UNRECOGNIZED_CHAIN_CODE = 4902;
/** What some wallets answer instead of 4902. Over WalletConnect it also means that the person rejected. */
export const DEFAULT_CHAIN_CODE = 5000;
/** "Invalid chain id" as some wallets send it, without the sign. */
export const INVALID_CHAIN_ID_CODE = 32603;
/** JSON-RPC "internal error", the form with the sign. @see https://www.jsonrpc.org/specification#error_object */
export const INTERNAL_ERROR_CODE = -32603;

/** Codes that can mean an unknown chain and many another thing. */
const VAGUE_CODES: readonly (number | null)[] = [DEFAULT_CHAIN_CODE, INVALID_CHAIN_ID_CODE, INTERNAL_ERROR_CODE];

/** How deep `cause` is followed: foreign errors may be circular. */
const MAX_DEPTH = 5;

const toCode = (code: unknown): number | null => {
  const value = typeof code === 'string' && /^-?\d{1,9}$/.test(code) ? Number(code) : code;
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
};

const codeAt = (error: unknown, depth: number): number | null => {
  if (depth === MAX_DEPTH || !isObject(error)) return null;
  const { code, cause, data } = error;
  const own = toCode(code);
  return codeAt(membersOf(data).originalError, depth + 1) ?? (own === INTERNAL_ERROR_CODE ? null : own) ?? codeAt(cause, depth + 1) ?? own;
};

/**
 * The numeric code of a foreign error, or `null`. A wallet that wraps the real error says so in `data.originalError`,
 * whose code therefore counts first; then the error's own; then its `cause`'s. "Internal error" says nothing, so it
 * counts last. Never throws.
 */
export const readErrorCode = (error: unknown): number | null =>
  // A getter or proxy of a foreign error may throw.
  attempt(() => codeAt(error, 0)) ?? null;

/** Words wallets use when the person said no: then the chain is known well enough. */
const REJECTION = /reject|denied|declin|cancel/i;

/**
 * Whether a failed chain switch means that the wallet does not know the chain, so that offering the chain
 * (`wallet_addEthereumChain`) makes sense: 4902, or 5000, 32603 and −32603 unless the text says that the person rejected.
 */
export const isUnrecognizedChain = (error: unknown): boolean => {
  const code = readErrorCode(error);
  return code === UNRECOGNIZED_CHAIN_CODE || (VAGUE_CODES.includes(code) && !REJECTION.test(readErrorText(error)));
};
