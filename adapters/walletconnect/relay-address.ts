/** What is said to a relay of who connects. */
interface Visitor {
  /** Token that proves the client's id. @see https://specs.walletconnect.com/2.0/specs/clients/core/relay/relay-client-auth */
  readonly auth: string;
  readonly projectId: string | undefined;
  /** Host of the page, `null` outside of one. */
  readonly host: string | null;
}

/** Protocol and version of the client's side that the relay is told of; it says nothing about the visitor's device. */
const CLIENT = 'wc-2/js-2.21.8/unknown';

/** The address of a relay with everything that it asks of a client. */
export const relayAddress = (relayUrl: string, { auth, projectId, host }: Visitor): string => {
  const query = new URLSearchParams({ auth, ua: `${CLIENT}/${host === null ? 'node' : `browser:${host}`}` });
  if (projectId !== undefined) query.set('projectId', projectId);
  // The relay then refuses with a close code, which a page can read, instead of an HTTP status, which it cannot.
  query.set('useOnCloseEvent', 'true');
  return `${relayUrl}${relayUrl.includes('?') ? '&' : '?'}${query}`;
};
