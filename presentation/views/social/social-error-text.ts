import { isLatchkeyError, type LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Messages } from '../../messages/en.js';
import { emailErrorText } from '../email/email-error-text.js';

/** Returns the text of an error of a social login. */
export const socialErrorText = (error: LatchkeyError, m: Messages): string =>
  isLatchkeyError(error, 'embedded-wallet/popup-blocked') ? m.socialBlocked : emailErrorText(error, m);
