import { isLatchkeyError, type LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Messages } from '../../messages/en.js';

/** Returns the text of an error of the embedded wallet. Those of the site are shown as it sends them. */
export const emailErrorText = (error: LatchkeyError, m: Messages): string => {
  if (error.message.includes('Invalid email')) return m.emailInvalid;
  if (isLatchkeyError(error, 'browser/load-failed')) return m.connectLoadFailedHint;
  if (isLatchkeyError(error, 'secure-frame/load-failed') || isLatchkeyError(error, 'secure-frame/bundle-not-found'))
    return m.emailUnavailable;
  if (isLatchkeyError(error, 'embedded-wallet/email-cooldown')) return m.emailCooldown(error.context.seconds);
  if (isLatchkeyError(error, 'secure-frame/error-reply') && error.context.reason !== null) return error.context.reason;
  return m.emailFailed;
};
