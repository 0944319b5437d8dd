/** Parameter of the app's page with the result of a social login that continued in its tab. */
const RESULT = 'result_uri';
/** Separates the state of a login from the page that it returns to. */
const SEPARATOR = '--';
/** Authorization servers that wrap the address of the provider have it in this parameter. */
const NESTED = 'provider_authorization_url';

/**
 * Returns the address of a social login that continues in the tab of the app: its parameter `state` names the page to return to. `null` if the
 * address has no such parameter.
 * @param uri as the frame sent it
 * @param page address of the app's page
 */
export const withReturnPage = (uri: string, page: string): string | null => {
  if (!URL.canParse(uri)) return null;
  const url = new URL(uri);
  const nested = url.searchParams.get(NESTED);
  if (nested !== null) {
    const inner = withReturnPage(nested, page);
    if (inner === null) return null;
    url.searchParams.set(NESTED, inner);
    return url.href;
  }
  const state = url.searchParams.get('state');
  if (state === null) return null;
  url.searchParams.set('state', `${state}${SEPARATOR}${encodeURIComponent(page)}`);
  return url.href;
};

/** The result of a social login, and the address of the page without it. */
export interface SocialReturn {
  readonly resultUri: string;
  readonly page: string;
}

/** Reads the result of a social login from the address of the app's page; `null` if there is none. */
export const socialReturnOf = (page: string): SocialReturn | null => {
  if (!URL.canParse(page)) return null;
  const url = new URL(page);
  const resultUri = url.searchParams.get(RESULT);
  if (resultUri === null) return null;
  url.searchParams.delete(RESULT);
  return { resultUri, page: url.href };
};
