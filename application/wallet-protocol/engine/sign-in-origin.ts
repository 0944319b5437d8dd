/** Returns the origin of a URL; `null` for an opaque origin or an invalid URL. @see https://url.spec.whatwg.org/#origin */
export const originOf = (url: string | null): string | null => {
  try {
    const { origin } = new URL(url ?? '');
    return origin === 'null' ? null : origin;
  } catch {
    return null;
  }
};

/** A host with an optional port, without a path, credentials or anything else that the URL parser drops. */
const AUTHORITY = /^[^\s/?#@\\]+$/;

/**
 * Tests whether a sign-in message is for an origin: `domain` is its host, with the port, and `aud` a URL of it. True if there is no origin
 * to compare with. Apps that send the whole origin as `domain` mean the same site.
 * @param url the origin, or any URL of it
 * @see https://eips.ethereum.org/EIPS/eip-4361#message-fields
 */
export const isSignInFor = (url: string, { domain, aud }: { readonly domain: string; readonly aud: string }): boolean => {
  const origin = originOf(url);
  if (origin === null) return true;
  const { protocol } = new URL(origin);
  const isSameHost = AUTHORITY.test(domain) && originOf(`${protocol}//${domain}`) === origin;
  return (isSameHost || domain === origin) && originOf(aud) === origin;
};
