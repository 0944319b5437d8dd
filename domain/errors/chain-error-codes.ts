/** EIP-1193 "unrecognized chain": the wallet does not know the chain. @see https://eips.ethereum.org/EIPS/eip-3326 */
export const UNRECOGNIZED_CHAIN_CODE = 4902;
/** What some wallets answer instead of 4902. Over WalletConnect it also means that the person rejected. */
export const DEFAULT_CHAIN_CODE = 5000;
/** "Invalid chain id" as some wallets send it, without the sign. */
export const INVALID_CHAIN_ID_CODE = 32603;
/** JSON-RPC "internal error", the form with the sign. @see https://www.jsonrpc.org/specification#error_object */
export const INTERNAL_ERROR_CODE = -32603;

const CHAIN_CODES: readonly (number | null)[] = [UNRECOGNIZED_CHAIN_CODE, DEFAULT_CHAIN_CODE, INVALID_CHAIN_ID_CODE, INTERNAL_ERROR_CODE];

/** How deep `cause` is followed: foreign errors may be circular. */
const MAX_DEPTH = 5;

interface ErrorLike {
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly data?: { readonly originalError?: unknown } | null;
}

/** Errors are foreign: a getter or proxy of theirs may throw. */
const read = (value: unknown): ErrorLike | null => (typeof value === 'object' && value !== null ? value : null);

const toCode = (code: unknown): number | null => {
  const value = typeof code === 'string' && /^-?\d{1,9}$/.test(code) ? Number(code) : code;
  return Number.isSafeInteger(value) ? (value as number) : null;
};

const codeAt = (error: unknown, depth: number): number | null => {
  const like = depth < MAX_DEPTH ? read(error) : null;
  if (like === null) return null;
  return codeAt(like.data?.originalError, depth + 1) ?? toCode(like.code) ?? codeAt(like.cause, depth + 1);
};

/**
 * The numeric code of a foreign error, or `null`. A wallet that wraps the real error says so in `data.originalError`,
 * whose code therefore counts first; then the error's own; then its `cause`'s. Never throws.
 */
export const readErrorCode = (error: unknown): number | null => {
  try {
    return codeAt(error, 0);
  } catch {
    return null;
  }
};

/** Words wallets use when the person said no. A wallet that sends them with 5000 knows the chain well enough. */
const REJECTION = /reject|denied|declin|cancel/i;

const messageOf = (error: unknown): string => {
  try {
    const message = (read(error) as { readonly message?: unknown } | null)?.message;
    return typeof message === 'string' ? message : '';
  } catch {
    return '';
  }
};

/**
 * Whether a failed chain switch means that the wallet does not know the chain, so that offering the chain
 * (`wallet_addEthereumChain`) makes sense. A rejection never does, whatever its code.
 */
export const isUnrecognizedChain = (error: unknown): boolean =>
  CHAIN_CODES.includes(readErrorCode(error)) && !(readErrorCode(error) !== UNRECOGNIZED_CHAIN_CODE && REJECTION.test(messageOf(error)));
