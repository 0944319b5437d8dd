/** A message that travels by a link instead of the relay. */
export interface LinkMessage {
  readonly topic: string;
  /** In the base64 of URLs. */
  readonly envelope: string;
}

const ENVELOPE = 'wc_ev';
const TOPIC = 'topic';

/** Where an address's query ends. */
const FRAGMENT = /#.*$/s;

/** The link that carries a message to the app behind a universal link. */
export const formatLinkUrl = (universalLink: string, { topic, envelope }: LinkMessage): string => {
  const bare = universalLink.replace(FRAGMENT, '');
  return `${bare}${bare.includes('?') ? '&' : '?'}${ENVELOPE}=${envelope}&${TOPIC}=${topic}`;
};

const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

/** The message that a link carries; `null` when it carries none: it needs both an envelope and a topic. */
export const parseLinkUrl = (url: string): LinkMessage | null => {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(url) ?? [];
  const parameters = new Map(
    query
      .split('&')
      .map((part) => part.split('=', 2))
      .map(([name = '', value = '']) => [name, decoded(value)]),
  );
  const [envelope = '', topic = ''] = [parameters.get(ENVELOPE), parameters.get(TOPIC)];
  return envelope === '' || topic === '' ? null : { topic, envelope };
};
