import { plural } from './plural.js';

/** English texts of the account view's rows and header, which features contribute. */
export const accountActionsEn = {
  switchAddress: 'Switch account',
  accountsShared: (count: number) => plural(count, { one: 'account', other: 'accounts' }),
  receive: 'Receive',
  send: 'Send',
  buy: 'Buy',
  swap: 'Swap',
  chooseAccountName: 'Choose a name',
  chooseAccountNameDetail: 'Instead of your address',
  nameUnsupported: 'Names cannot be registered on this network',
  network: 'Network',
  signIn: 'Sign in',
  signOut: 'Sign out',
  signInDetail: 'Not signed in yet',
  // The sign-in service did not respond.
  signInUnknown: 'Can’t tell if you are signed in',
  signedIn: 'Signed in',
  signedOut: 'Signed out',
};
