import { isUnrecognizedChain, readErrorCode, UPGRADE_REJECTED_CODE } from '../../domain/errors/chain-error-codes.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { toWalletError, WALLET_ERROR_CODES, type WalletErrorCode, type WalletErrorCodes } from '../../domain/errors/wallet-error.js';

/**
 * Provider error codes besides those common to all namespaces. Unlisted codes become `wallet/request-failed`.
 * @see https://eips.ethereum.org/EIPS/eip-5792#error-codes
 */
const CODES: WalletErrorCodes = new Map<number | null, WalletErrorCode>([
  ...WALLET_ERROR_CODES,
  // The batch requires an unsupported capability.
  [5700, 'wallet/unsupported-method'],
  // 5710 (unsupported chain) is mapped where the chain is known; 5720 (duplicate id), 5730 (unknown id) and 5740 (batch too large) keep their
  // code in `wallet/request-failed`.
  [UPGRADE_REJECTED_CODE, 'wallet/rejected'],
  // The account does not support atomic batches.
  [5760, 'wallet/unsupported-method'],
]);

/**
 * Maps a provider's error to a Latchkey error.
 * @param switchingTo CAIP-2 id, only when the request was to switch to that chain: 4902 (EIP-3326), 5000, 32603 and −32603 (JSON-RPC
 * "internal error") then mean `network/unrecognized-chain`.
 */
export const toLatchkeyError = (cause: unknown, method: string, switchingTo?: string): LatchkeyError =>
  switchingTo !== undefined && isUnrecognizedChain(cause)
    ? new LatchkeyError('network/unrecognized-chain', { chainId: switchingTo }, { cause })
    : toWalletError(cause, method, CODES.get(readErrorCode(cause)));
