import { isUnrecognizedChain, readErrorCode } from '../../domain/errors/chain-error-codes.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { REFUSAL_CODES, type RefusalCodes, toWalletError, type WalletRefusal } from '../../domain/errors/wallet-error.js';

/**
 * What a provider's error codes mean besides those of every namespace. A code that is not here becomes `wallet/request-failed`.
 * @see https://eips.ethereum.org/EIPS/eip-5792#error-codes
 */
const CODES: RefusalCodes = new Map<number | null, WalletRefusal>([
  ...REFUSAL_CODES,
  // A capability that the batch needs.
  [5700, 'wallet/unsupported-method'],
  // The person did not want the account to be upgraded for a batch. 5710 (chain) is read where the chain is known; 5720 (an id
  // that was used), 5730 (an unknown id) and 5740 (a batch too large) keep their code in `wallet/request-failed`.
  [5750, 'wallet/rejected'],
  // The account cannot do all or nothing.
  [5760, 'wallet/unsupported-method'],
]);

/**
 * Turns what a provider threw into an error of the registry.
 * @param switchingTo CAIP-2 id, only when the request was to switch to that chain: 4902 (EIP-3326), 5000, 32603 and
 * −32603 (JSON-RPC "internal error") then mean `network/unrecognized-chain`.
 */
export const toLatchkeyError = (cause: unknown, method: string, switchingTo?: string): LatchkeyError =>
  switchingTo !== undefined && isUnrecognizedChain(cause)
    ? new LatchkeyError('network/unrecognized-chain', { chainId: switchingTo }, { cause })
    : toWalletError(cause, method, CODES.get(readErrorCode(cause)));
