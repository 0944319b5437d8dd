import { readErrorCode } from '../../domain/errors/chain-error-codes.js';
import { errorNameAndMessage } from '../../domain/errors/error-text.js';
import { isLatchkeyError, type LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { toWalletError, WALLET_ERROR_CODES, type WalletErrorCode } from '../../domain/errors/wallet-error.js';

/**
 * Error messages of the published extension, which has no error codes.
 * @see https://github.com/polkadot-js/extension/blob/master/packages/extension-base/src/background/handlers/State.ts
 */
const MESSAGE_CODES: readonly (readonly [RegExp, WalletErrorCode])[] = [
  [/^(?:user )?(?:cancel|reject)/i, 'wallet/rejected'],
  [/pending authorization request/i, 'wallet/request-pending'],
  [/not been enabled|not allowed to interact|unable to find (?:key)?pair/i, 'wallet/unauthorized'],
  [/not supported|unsupported/i, 'wallet/unsupported-method'],
];

const codeOfMessage = (text: string): WalletErrorCode | undefined => MESSAGE_CODES.find(([pattern]) => pattern.test(text))?.[1];

/** Maps a wallet's error to a Latchkey error; a Latchkey error passes through. */
export const toLatchkeyError = (cause: unknown, method: string): LatchkeyError =>
  isLatchkeyError(cause)
    ? cause
    : toWalletError(cause, method, WALLET_ERROR_CODES.get(readErrorCode(cause)) ?? codeOfMessage(errorNameAndMessage(cause).trim()));
