import * as v from 'valibot';
import { readErrorCode } from './chain-error-codes.js';
import type { ErrorCode } from './error-contexts.js';
import { isLatchkeyError, LatchkeyError } from './latchkey-error.js';

/** Wallet errors that every namespace can return. */
export type WalletErrorCode = Extract<
  ErrorCode,
  'wallet/rejected' | 'wallet/request-pending' | 'wallet/unauthorized' | 'wallet/unsupported-method' | 'wallet/disconnected'
>;

/** Registry codes by the wallet's numeric code. */
export type WalletErrorCodes = ReadonlyMap<number | null, WalletErrorCode>;

/**
 * Error codes that wallets of every namespace use: those of EIP-1193 and of WalletConnect.
 * @see https://eips.ethereum.org/EIPS/eip-1193#provider-errors
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes
 */
export const WALLET_ERROR_CODES: WalletErrorCodes = new Map<number, WalletErrorCode>([
  // User rejected the request. EIP-1193.
  [4001, 'wallet/rejected'],
  // Unauthorized account or method. EIP-1193.
  [4100, 'wallet/unauthorized'],
  // Unsupported method. EIP-1193.
  [4200, 'wallet/unsupported-method'],
  // Disconnected from all chains, or from the requested one. EIP-1193.
  [4900, 'wallet/disconnected'],
  [4901, 'wallet/disconnected'],
  // User rejected the request, its chains or its methods. WalletConnect.
  [5000, 'wallet/rejected'],
  [5001, 'wallet/rejected'],
  [5002, 'wallet/rejected'],
  // Unsupported methods. WalletConnect.
  [5101, 'wallet/unsupported-method'],
  // "Resource unavailable": the wallet already has a pending request. @see https://eips.ethereum.org/EIPS/eip-1474#error-codes
  [-32_002, 'wallet/request-pending'],
  // "Method not supported". EIP-1474.
  [-32_004, 'wallet/unsupported-method'],
  // "Method not found". @see https://www.jsonrpc.org/specification#error_object
  [-32_601, 'wallet/unsupported-method'],
]);

const causeOf = (error: unknown): unknown => {
  try {
    return error instanceof Error ? error.cause : undefined;
  } catch {
    // A getter of the wallet's error threw.
    return undefined;
  }
};

/**
 * Converts an error thrown by a wallet. Without a `code` it becomes `wallet/request-failed` with the wallet's own code, unless one of our
 * errors caused it, as in the embedded wallet: that one says more.
 */
export const toWalletError = (cause: unknown, method: string, code: WalletErrorCode | undefined): LatchkeyError => {
  if (code !== undefined) return new LatchkeyError(code, { method }, { cause });
  const own = causeOf(cause);
  if (isLatchkeyError(own)) return own;
  return new LatchkeyError('wallet/request-failed', { method, rpcCode: readErrorCode(cause) }, { cause });
};

/** Parses a wallet's response. @throws LatchkeyError `wallet/invalid-response` if it does not match the schema */
export const parseWalletResponse = <Schema extends v.GenericSchema>(
  schema: Schema,
  response: unknown,
  method: string,
): v.InferOutput<Schema> => {
  try {
    return v.parse(schema, response, { abortEarly: true });
  } catch {
    // The response does not match, or one of its getters threw.
    throw new LatchkeyError('wallet/invalid-response', { method });
  }
};
