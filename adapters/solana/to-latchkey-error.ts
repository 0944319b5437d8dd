import { readErrorCode } from '../../domain/errors/chain-error-codes.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';

type WalletCode =
  | 'wallet/rejected'
  | 'wallet/request-pending'
  | 'wallet/unauthorized'
  | 'wallet/unsupported-method'
  | 'wallet/disconnected';

/**
 * What error codes of wallets mean. The Wallet Standard has none; many wallets pass on those of EIP-1193, and wallets
 * elsewhere those of the wallet protocol. A code that is not here counts by its text.
 */
const CODES: ReadonlyMap<number | null, WalletCode> = new Map<number | null, WalletCode>([
  // The person said no. @see https://eips.ethereum.org/EIPS/eip-1193#provider-errors
  [4001, 'wallet/rejected'],
  // The account or method is not authorised. EIP-1193.
  [4100, 'wallet/unauthorized'],
  // No such method. EIP-1193.
  [4200, 'wallet/unsupported-method'],
  // The wallet lost its nodes. EIP-1193.
  [4900, 'wallet/disconnected'],
  // The person said no. @see https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes
  [5000, 'wallet/rejected'],
  // "Method not supported". @see https://eips.ethereum.org/EIPS/eip-1474#error-codes
  [-32004, 'wallet/unsupported-method'],
  // "Method not found". @see https://www.jsonrpc.org/specification#error_object
  [-32601, 'wallet/unsupported-method'],
]);

/** "Resource unavailable": a request is on screen already (EIP-1474), unless a node's refusal of a transaction comes through. */
const RESOURCE_UNAVAILABLE = -32_002;
const SIMULATION = /simulation|blockhash|preflight/i;

/** What wallets without codes say when the person said no. */
const REJECTION = /reject|denied|declin|cancel|dismiss|closed the/i;

const textOf = (error: unknown): string => {
  try {
    // Whatever was thrown can be asked for these, or throws.
    const { name, message } = error as { readonly name?: unknown; readonly message?: unknown };
    return `${String(name)} ${String(message)}`;
  } catch {
    return '';
  }
};

const codeOf = (rpcCode: number | null, text: string): WalletCode | undefined => {
  if (rpcCode === RESOURCE_UNAVAILABLE) return SIMULATION.test(text) ? undefined : 'wallet/request-pending';
  return CODES.get(rpcCode) ?? (REJECTION.test(text) ? 'wallet/rejected' : undefined);
};

/** Turns what a wallet threw into an error of the registry; one of ours passes through. */
export const toLatchkeyError = (cause: unknown, method: string): LatchkeyError => {
  if (isLatchkeyError(cause)) return cause;
  const rpcCode = readErrorCode(cause);
  const code = codeOf(rpcCode, textOf(cause));
  return code === undefined
    ? new LatchkeyError('wallet/request-failed', { method, rpcCode }, { cause })
    : new LatchkeyError(code, { method }, { cause });
};
