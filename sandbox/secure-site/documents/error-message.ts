import { ApiError } from '../frame/frame-client.js';
import { LoginRejected } from '../frame/social-logins.js';
import { KeyWorkerError } from '../keys/key-worker.js';
import { PasskeyError, type PasskeyErrorCode } from './passkey-error.js';

const API_MESSAGES: Readonly<Record<string, string>> = {
  'invalid-email': 'Invalid email',
  'too-many-codes': 'Too many codes were requested for this address. Try again in an hour',
  'too-many-tries': 'Too many wrong codes were entered for this address. Try again tomorrow',
  'mail-failed': 'The mail could not be sent. Try again',
  'no-code': 'The code has expired. Request a new one',
  'wrong-code': 'Wrong code',
  'same-email': 'This is your address already',
  'email-taken': 'Another wallet has this address',
  'old-email-unconfirmed': 'The code of your current address is too long ago. Start again',
  'no-email-login': 'You do not log in with an email address, so there is none to change',
  'no-login': 'This login has expired, or was begun in another window. Start again',
  'foreign-answer': 'The answer comes from another site. Start again',
  'login-failed': 'The answer of the provider is not valid. Start again',
  'unknown-provider': 'This wallet does not know this provider',
  'provider-unreachable': 'The provider cannot be reached. Try again',
  'no-session': 'Log in again',
  'session-too-old': 'Log in again to use your wallet',
  'session-locked': 'Your wallet is locked, since it was not used for a while',
  'no-recovery-words': 'Your wallet has no recovery words',
  'too-many-requests': 'Too many approvals were requested. Try again in an hour',
  'no-request': 'The request has expired, or was refused on another device',
  'request-taken': 'Another device has opened this request',
  'wallet-exists': 'This wallet was already created in another window. Log in again',
  'no-wallet': 'There is no wallet yet. Log in again',
  'no-device': 'This device was removed from the wallet. Log in again',
  'no-passkey': 'This passkey was removed, or is of another account',
  'wrong-passkey': 'The passkey was not accepted. Try again',
  'other-account': 'This passkey is of another account',
  'passkey-exists': 'This passkey is of a wallet already',
  'policy-changed': 'Your settings were changed on another device meanwhile. Try again',
  'unknown-origin': 'This app is not registered',
  'unknown-frame': 'This app is not registered',
};

const FOREIGN = 'The server returned data that does not belong to your wallet, which was not opened';
const KEY_MESSAGES: Readonly<Record<KeyWorkerError['code'], string>> = {
  'rolled-back': 'The server returned an older copy of your wallet than this device has opened before, which was not opened',
  'other-wallet': FOREIGN,
  'epochs-differ': FOREIGN,
  'unknown-passkey': 'This passkey was removed from the wallet, or is of another account. Use another one',
  'wrong-assertion': 'The passkey did not confirm this request. Try again',
  'passkey-needed': 'Your passkey must confirm this. Try again',
  'over-limit': 'This is beyond the limits that you have set for the app',
  'not-opened': 'Your wallet does not open with what this device and the server have',
  locked: 'Your wallet is locked. Log in again',
  exists: 'This browser has this wallet already. Reload the page',
  'no-secret': 'The browser has deleted the keys of this device. Log in again',
  'not-here': 'The phrase is shown in a window of its own only',
  failed: 'Something went wrong. Try again',
  malformed: 'Something went wrong. Try again',
  stopped: 'The keys are not available. Check your connection and try again',
};

const PASSKEY_MESSAGES: Readonly<Record<PasskeyErrorCode, string>> = {
  cancelled: 'The passkey was not used: it was cancelled, or there is none here that fits',
  unsupported: 'This browser or device cannot make a passkey for your wallet',
  exists: 'This device has a passkey of your wallet already',
  'no-prf': 'This passkey logs you in and confirms requests, but does not open your wallet. Use recovery words or another device',
  'other-account': 'This passkey is of another account',
};

const UNREACHABLE = 'The wallet cannot be reached. Check your connection';

/** True for a request that got no response, in the words of Chromium, Firefox and Safari. */
export const isUnreachable = (error: unknown): boolean => error instanceof TypeError && /fetch|network|load failed/i.test(error.message);

/** The text for a code of the API. */
export const apiErrorMessage = (code: string): string => API_MESSAGES[code] ?? 'Something went wrong. Try again';

/** The text for an error of the API, of the keys or of the network; `null` for another one. */
export const errorMessage = (error: unknown): string | null => {
  if (error instanceof LoginRejected) return error.message;
  if (error instanceof ApiError) return apiErrorMessage(error.code);
  if (error instanceof KeyWorkerError) return KEY_MESSAGES[error.code];
  if (error instanceof PasskeyError) return PASSKEY_MESSAGES[error.code];
  return isUnreachable(error) ? UNREACHABLE : null;
};

/** The text for any error, as a sentence. */
export const errorText = (error: unknown): string => `${errorMessage(error) ?? 'Something went wrong. Try again'}.`;
