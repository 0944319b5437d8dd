import type { Fact } from '../approval/summary.js';
import { visible } from '../approval/visible-text.js';
import { type LoginUser, nameOf, PROVIDER_NAMES } from '../protocol/login-user.js';

/** The user, as they have logged in. */
export const userFact = (user: LoginUser): Fact =>
  user.provider === 'email'
    ? { label: 'Email', value: nameOf(user), kind: 'email' }
    : { label: PROVIDER_NAMES[user.provider], value: visible(nameOf(user)), kind: 'text' };

/** What an app gets to know of its user. */
export const knownToApp = ({ provider, email, userName }: LoginUser): string => {
  if (provider === 'email') return 'your addresses and email address';
  const known = ['your addresses', ...(userName === null ? [] : ['user name']), ...(email === null ? [] : ['email address'])];
  return known.length === 1 ? 'your addresses' : `${known.slice(0, -1).join(', ')} and ${known.at(-1)}`;
};

/** How the user logs in again. */
export const loginAgainText = (user: LoginUser | null): string =>
  user === null || user.provider === 'email'
    ? 'A code by email unlocks it.'
    : `Log in with ${PROVIDER_NAMES[user.provider]} again to use it.`;
