/**
 * Splits a wallet's link into its path, with a trailing slash, and its query without `?`. Drops the fragment, because it would contain
 * anything appended.
 * @see https://datatracker.ietf.org/doc/html/rfc3986#section-3
 * @example splitLink('https://wallet.example/open?lang=en') // ['https://wallet.example/open/', 'lang=en']
 */
export const splitLink = (link: string): readonly [path: string, query: string] => {
  const [address = ''] = link.split('#', 1);
  const at = address.indexOf('?');
  const [path, query] = at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at + 1)];
  return [path.endsWith('/') ? path : `${path}/`, query];
};

/** Appends to a link's query. */
export const appendQuery = (ownQuery: string, added: string): string => (ownQuery === '' ? added : `${ownQuery}&${added}`);
