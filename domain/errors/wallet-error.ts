import * as v from 'valibot';
import { readErrorCode } from './chain-error-codes.js';
import type { ErrorCode } from './error-contexts.js';
import { LatchkeyError } from './latchkey-error.js';

/** What a wallet's refusal can mean in any namespace. */
export type WalletRefusal = Extract<
  ErrorCode,
  'wallet/rejected' | 'wallet/request-pending' | 'wallet/unauthorized' | 'wallet/unsupported-method' | 'wallet/disconnected'
>;

/** What codes of wallets mean, by number. */
export type RefusalCodes = ReadonlyMap<number | null, WalletRefusal>;

/**
 * What the codes mean that wallets of every namespace give: those of EIP-1193, which many pass on, and of the wallet protocol.
 * @see https://eips.ethereum.org/EIPS/eip-1193#provider-errors
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes
 */
export const REFUSAL_CODES: RefusalCodes = new Map<number, WalletRefusal>([
  // The person said no. EIP-1193.
  [4001, 'wallet/rejected'],
  // The account or method is not authorised. EIP-1193.
  [4100, 'wallet/unauthorized'],
  // There is no such method. EIP-1193.
  [4200, 'wallet/unsupported-method'],
  // Disconnected from all chains, or from the asked one. EIP-1193.
  [4900, 'wallet/disconnected'],
  [4901, 'wallet/disconnected'],
  // The person said no: to the request, its chains, its methods. The wallet protocol.
  [5000, 'wallet/rejected'],
  [5001, 'wallet/rejected'],
  [5002, 'wallet/rejected'],
  // The wallet has no such method. The wallet protocol.
  [5101, 'wallet/unsupported-method'],
  // "Resource unavailable": the wallet already shows a request. @see https://eips.ethereum.org/EIPS/eip-1474#error-codes
  [-32_002, 'wallet/request-pending'],
  // "Method not supported". EIP-1474.
  [-32_004, 'wallet/unsupported-method'],
  // "Method not found". @see https://www.jsonrpc.org/specification#error_object
  [-32_601, 'wallet/unsupported-method'],
]);

/** What a wallet threw as an error of the registry: the refusal that it is, or `wallet/request-failed` with the wallet's own code. */
export const toWalletError = (cause: unknown, method: string, refusal: WalletRefusal | undefined): LatchkeyError =>
  refusal === undefined
    ? new LatchkeyError('wallet/request-failed', { method, rpcCode: readErrorCode(cause) }, { cause })
    : new LatchkeyError(refusal, { method }, { cause });

/** Reads what a wallet answered. @throws LatchkeyError `wallet/invalid-response` for what does not fit */
export const readWalletAnswer = <Schema extends v.GenericSchema>(
  schema: Schema,
  answer: unknown,
  method: string,
): v.InferOutput<Schema> => {
  try {
    return v.parse(schema, answer, { abortEarly: true });
  } catch {
    // It does not fit, or one of its getters threw.
    throw new LatchkeyError('wallet/invalid-response', { method });
  }
};
