import { isLatchkeyError, type LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Messages } from '../../messages/en.js';

/** Returns the text of an error of the embedded wallet. Those of the site are shown as it sends them. */
export const emailErrorText = (error: LatchkeyError, m: Messages): string => {
  if (error.message.includes('Invalid email')) return m.emailInvalid;
  if (isLatchkeyError(error, 'browser/load-failed')) return m.connectLoadFailedHint;
  return error.message;
};
