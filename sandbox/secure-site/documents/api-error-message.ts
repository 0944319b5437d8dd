const MESSAGES: Readonly<Record<string, string>> = {
  'invalid-email': 'Invalid email',
  'too-many-codes': 'Too many codes were requested for this address. Try again in an hour',
  'too-many-tries': 'Too many wrong codes were entered for this address. Try again tomorrow',
  'mail-failed': 'The mail could not be sent. Try again',
  'no-code': 'The code has expired. Request a new one',
  'wrong-code': 'Wrong code',
  'same-email': 'This is your address already',
  'email-taken': 'Another wallet has this address',
  'old-email-unconfirmed': 'The code of your current address is too long ago. Start again',
  'no-session': 'Log in again',
  'session-too-old': 'Log in again to use your wallet',
  'session-locked': 'Your wallet is locked, since it was not used for a while',
  'no-recovery-words': 'Your wallet has no recovery words',
  'too-many-requests': 'Too many approvals were requested. Try again in an hour',
  'no-request': 'The request has expired, or was refused on another device',
  'request-taken': 'Another device has opened this request',
  'wallet-exists': 'This wallet was already made in another window. Log in again',
  'no-wallet': 'There is no wallet yet. Log in again',
  'no-device': 'This device was removed from the wallet. Log in again',
  'unknown-origin': 'This app is not registered',
  'unknown-frame': 'This app is not registered',
};

/** The text for a code of the API. */
export const apiErrorMessage = (code: string): string => MESSAGES[code] ?? 'Something went wrong. Try again';
