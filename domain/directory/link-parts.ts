/**
 * The address of a wallet in its parts: what its own path goes on behind, with a slash at the end, and its query without the `?`, empty where
 * it has none. A fragment is left out: it would swallow whatever is added.
 * @see https://datatracker.ietf.org/doc/html/rfc3986#section-3
 * @example linkParts('https://wallet.example/open?lang=en') // ['https://wallet.example/open/', 'lang=en']
 */
export const linkParts = (link: string): readonly [path: string, query: string] => {
  const [address = ''] = link.split('#', 1);
  const at = address.indexOf('?');
  const [path, query] = at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at + 1)];
  return [path.endsWith('/') ? path : `${path}/`, query];
};

/** The query of a link to which more is added: what the wallet's own address asks for comes first. */
export const linkQuery = (own: string, added: string): string => (own === '' ? added : `${own}&${added}`);
