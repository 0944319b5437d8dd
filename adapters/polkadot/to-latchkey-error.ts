import { readErrorCode } from '../../domain/errors/chain-error-codes.js';
import { readErrorText } from '../../domain/errors/error-text.js';
import { isLatchkeyError, type LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { REFUSAL_CODES, toWalletError, type WalletRefusal } from '../../domain/errors/wallet-error.js';

/**
 * What the texts of the published extension mean: its errors have no codes.
 * @see https://github.com/polkadot-js/extension/blob/master/packages/extension-base/src/background/handlers/State.ts
 */
const TEXTS: readonly (readonly [RegExp, WalletRefusal])[] = [
  [/^(?:user )?(?:cancel|reject)/i, 'wallet/rejected'],
  [/pending authorization request/i, 'wallet/request-pending'],
  [/not been enabled|not allowed to interact|unable to find (?:key)?pair/i, 'wallet/unauthorized'],
  [/not supported|unsupported/i, 'wallet/unsupported-method'],
];

const refusalIn = (text: string): WalletRefusal | undefined => TEXTS.find(([pattern]) => pattern.test(text))?.[1];

/** Turns what a wallet threw into an error of the registry; one of ours passes through. */
export const toLatchkeyError = (cause: unknown, method: string): LatchkeyError =>
  isLatchkeyError(cause)
    ? cause
    : toWalletError(cause, method, REFUSAL_CODES.get(readErrorCode(cause)) ?? refusalIn(readErrorText(cause).trim()));
