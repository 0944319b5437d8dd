import { isLatchkeyError, type LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { isKnownSignInRefusal, type KnownSignInRefusal } from '../../../domain/errors/sign-in-refusals.js';
import type { ModalMessages } from '../../messages/modal-en.js';

const refusalTexts = (m: ModalMessages): Readonly<Record<KnownSignInRefusal, string>> => ({
  'invalid-message': m.signInRefusedMessage,
  'wrong-domain': m.signInRefusedSite,
  'wrong-uri': m.signInRefusedSite,
  'wrong-origin': m.signInRefusedSite,
  'wrong-chain': m.signInRefusedChain,
  'wrong-account': m.signInRefusedAccount,
  'not-issued-yet': m.signInRefusedEarly,
  'not-valid-yet': m.signInRefusedEarly,
  'too-old': m.signInRefusedExpired,
  expired: m.signInRefusedExpired,
  'invalid-nonce': m.signInRefusedNonce,
  'wrong-signature': m.signInRefusedSignature,
  unavailable: m.signInRefusedNow,
  'invalid-request': m.signInRefusedRequest,
  'not-found': m.signInRefusedRequest,
});

/** Text of a reason why a sign-in is refused. Reasons of an app's own service share one text. */
export const refusalText = (reason: string, m: ModalMessages): string =>
  isKnownSignInRefusal(reason) ? refusalTexts(m)[reason] : m.signInRefusedOther;

/** Text of a sign-in error in the snackbar; `null` for other errors. */
export const signInErrorText = (error: LatchkeyError, m: ModalMessages): string | null => {
  if (isLatchkeyError(error, 'sign-in/refused')) return refusalText(error.context.reason, m);
  switch (error.code) {
    case 'sign-in/declined':
      return m.signInDeclined;
    case 'sign-in/smart-account-unsupported':
      return m.signInSmartAccount;
    case 'sign-in/initialization-failed':
      return m.signInInitializationFailed;
    case 'sign-in/unavailable':
      return m.signInUnavailable;
    case 'sign-in/invalid-message':
    case 'sign-in/misconfigured':
      return m.signInMisconfigured;
    default:
      return null;
  }
};
