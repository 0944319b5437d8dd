import { ERROR_MESSAGES } from '../../../domain/errors/error-messages.js';
import { SIGN_IN_REFUSALS, UNKNOWN_SIGN_IN_REFUSAL } from '../../../domain/errors/sign-in-refusals.js';

/** English texts of sign-in errors in the snackbar. */
export const signInErrorsEn = {
  signInDeclined: ERROR_MESSAGES['sign-in/declined'],
  signInSmartAccount: ERROR_MESSAGES['sign-in/smart-account-unsupported'],
  // Reasons of a refusal. The snackbar shows them without the title.
  signInRefusedOther: UNKNOWN_SIGN_IN_REFUSAL,
  signInRefusedMessage: SIGN_IN_REFUSALS['invalid-message'],
  signInRefusedSite: SIGN_IN_REFUSALS['wrong-domain'],
  signInRefusedChain: SIGN_IN_REFUSALS['wrong-chain'],
  signInRefusedAccount: SIGN_IN_REFUSALS['wrong-account'],
  signInRefusedEarly: SIGN_IN_REFUSALS['not-valid-yet'],
  signInRefusedExpired: SIGN_IN_REFUSALS.expired,
  signInRefusedNonce: SIGN_IN_REFUSALS['invalid-nonce'],
  signInRefusedSignature: SIGN_IN_REFUSALS['wrong-signature'],
  signInRefusedNow: SIGN_IN_REFUSALS.unavailable,
  signInRefusedRequest: SIGN_IN_REFUSALS['invalid-request'],
  signInInitializationFailed: ERROR_MESSAGES['sign-in/initialization-failed'],
  signInUnavailable: 'Can’t reach the sign-in service',
  signInMisconfigured: 'This site can’t sign you in',
};
