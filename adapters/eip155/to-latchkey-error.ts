import { isUnrecognizedChain, readErrorCode } from '../../domain/errors/chain-error-codes.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';

type WalletCode =
  | 'wallet/rejected'
  | 'wallet/request-pending'
  | 'wallet/unauthorized'
  | 'wallet/unsupported-method'
  | 'wallet/disconnected';

/** What a provider's error codes mean. A code that is not here becomes `wallet/request-failed`. */
const CODES: ReadonlyMap<number | null, WalletCode> = new Map<number | null, WalletCode>([
  // The person said no. @see https://eips.ethereum.org/EIPS/eip-1193#provider-errors
  [4001, 'wallet/rejected'],
  // The account or method is not authorised. EIP-1193.
  [4100, 'wallet/unauthorized'],
  // The provider has no such method. EIP-1193.
  [4200, 'wallet/unsupported-method'],
  // Disconnected from all chains. EIP-1193.
  [4900, 'wallet/disconnected'],
  // Disconnected from the asked chain. EIP-1193.
  [4901, 'wallet/disconnected'],
  // Outside of a chain switch: the person said no, in wallets that pass WalletConnect's codes on. @see https://chainagnostic.org/CAIPs/caip-25
  [5000, 'wallet/rejected'],
  // A capability that the batch needs. @see https://eips.ethereum.org/EIPS/eip-5792#error-codes
  [5700, 'wallet/unsupported-method'],
  // The person did not want the account to be upgraded for a batch. EIP-5792. 5710 (chain) is read where the chain is known; 5720
  // (an id that was used), 5730 (an unknown id) and 5740 (a batch too large) keep their code in `wallet/request-failed`.
  [5750, 'wallet/rejected'],
  // The account cannot do all or nothing. EIP-5792.
  [5760, 'wallet/unsupported-method'],
  // "Resource unavailable": the wallet already shows a request. @see https://eips.ethereum.org/EIPS/eip-1474#error-codes
  [-32002, 'wallet/request-pending'],
  // "Method not supported". EIP-1474.
  [-32004, 'wallet/unsupported-method'],
  // "Method not found". @see https://www.jsonrpc.org/specification#error_object
  [-32601, 'wallet/unsupported-method'],
]);

/**
 * Turns what a provider threw into an error of the registry.
 * @param switchingTo CAIP-2 id, only when the request was to switch to that chain: 4902 (EIP-3326), 5000, 32603 and
 * −32603 (JSON-RPC "internal error") then mean `network/unrecognized-chain`.
 */
export const toLatchkeyError = (cause: unknown, method: string, switchingTo?: string): LatchkeyError => {
  const rpcCode = readErrorCode(cause);
  if (switchingTo !== undefined && isUnrecognizedChain(cause)) {
    return new LatchkeyError('network/unrecognized-chain', { chainId: switchingTo }, { cause });
  }
  const code = CODES.get(rpcCode);
  return code === undefined
    ? new LatchkeyError('wallet/request-failed', { method, rpcCode }, { cause })
    : new LatchkeyError(code, { method }, { cause });
};
