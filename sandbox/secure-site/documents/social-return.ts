import type { SocialProvider } from '../protocol/login-user.js';
import type { Logins } from './logins.js';

/** Parameter that a page gets the answer in, if the login had no window. */
const ANSWER = 'result_uri';

/** Leads to a provider, which leads back to this page. @throws ApiError */
export const openProvider = async (logins: Pick<Logins, 'beginSocial'>, provider: SocialProvider): Promise<void> => {
  const url = new URL(await logins.beginSocial(provider));
  url.searchParams.set('state', `${url.searchParams.get('state')}--${encodeURIComponent(location.href)}`);
  location.assign(url);
};

/** Takes the answer of a provider out of the page's URL; `null` if there is none. */
export const takeAnswer = (): string | null => {
  const url = new URL(location.href);
  const answer = url.searchParams.get(ANSWER);
  if (answer === null) return null;
  url.searchParams.delete(ANSWER);
  history.replaceState(history.state, '', url);
  return answer;
};

/** A provider's answer, and the app whose frame has begun the login. */
export interface ProviderAnswer {
  /** URL that the provider has sent the user back to. */
  readonly uri: string;
  /** Page that the app has appended to the state; `null` for a login in a window. */
  readonly page: string | null;
  /** Origin of the app. */
  readonly origin: string;
}

/**
 * Where an answer goes: to a page of the app that has begun the login, or to the window that has opened this one, as a message to that app's
 * origin. Nowhere if the page is of another origin.
 */
export const destinationOf = ({ uri, page, origin }: ProviderAnswer): { readonly page: string } | 'opener' | 'nowhere' => {
  if (page === null) return 'opener';
  const url = URL.canParse(page) ? new URL(page) : null;
  if (url === null || url.origin !== origin || !/^https?:$/.test(url.protocol)) return 'nowhere';
  url.searchParams.set(ANSWER, uri);
  return { page: url.href };
};
