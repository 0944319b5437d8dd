/** Short texts for the reasons why a server refuses a sign-in: what happened, and what the user can do. */
export const SIGN_IN_REFUSALS = {
  'invalid-message': 'This site can’t read the signed message. Try another wallet.',
  'wrong-domain': 'The message is for another site. Check the address of this page.',
  'wrong-uri': 'The message is for another site. Check the address of this page.',
  'wrong-origin': 'The message is for another site. Check the address of this page.',
  'wrong-chain': 'You can’t sign in on this network. Choose another network.',
  'wrong-account': 'The message is for another account. Choose that account in your wallet.',
  'not-issued-yet': 'The message is not valid yet. Check the clock of your device.',
  'not-valid-yet': 'The message is not valid yet. Check the clock of your device.',
  'too-old': 'The message has expired. Try again.',
  expired: 'The message has expired. Try again.',
  'invalid-nonce': 'The sign-in request has expired. Allow cookies and try again.',
  'wrong-signature': 'Your wallet signed with another account. Choose the right one.',
  unavailable: 'The network can’t confirm your signature now. Try again later.',
  'invalid-request': 'Sign-in doesn’t work on this site. Contact its support.',
  'not-found': 'Sign-in doesn’t work on this site. Contact its support.',
} as const;

/** A reason with a text of its own. Services of an app may have others. */
export type KnownSignInRefusal = keyof typeof SIGN_IN_REFUSALS;

/** Text for all other reasons. */
export const UNKNOWN_SIGN_IN_REFUSAL = 'This site did not accept your sign-in. Try again.';

/** True if a reason has a text of its own. */
export const isKnownSignInRefusal = (reason: string): reason is KnownSignInRefusal => Object.hasOwn(SIGN_IN_REFUSALS, reason);
