import { hasLoginPages, SOCIALS, type SocialLoginProvider } from '../../domain/options/socials.js';
import type { Browser } from '../ports/browser.port.js';
import type { Storage } from '../ports/storage.port.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';
import { socialReturnOf } from './social-return.js';

/** A social login for which the page was left, and which has returned. */
export interface ReturnedSocialLogin {
  readonly provider: SocialLoginProvider;
  readonly resultUri: string;
}

/**
 * Returns the social login for which the page was left, if its address has the result, and removes the result from the address; `null` if
 * there is none. Results of logins that the page has not begun are left alone: the parameter may be the app's own.
 */
export const returnedSocialLogin = (
  browser: Pick<Browser, 'location' | 'replaceUrl'>,
  storage: Pick<Storage, 'get' | 'remove'>,
): ReturnedSocialLogin | null => {
  const stored = storage.get(STORAGE_KEYS.embeddedWallet.pendingSocial);
  const provider = SOCIALS.filter(hasLoginPages).find((each) => each === stored);
  const returned = provider === undefined ? null : socialReturnOf(browser.location?.href ?? '');
  if (provider === undefined || returned === null) return null;
  storage.remove(STORAGE_KEYS.embeddedWallet.pendingSocial);
  browser.replaceUrl(returned.page);
  return { provider, resultUri: returned.resultUri };
};
