import { attempt } from '../../wire.js';
import { base64ToBytes, textToBase64Url, utf8Text } from '../base64.js';

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

const decoded = (value: string): string => attempt(() => decodeURIComponent(value)) ?? value;

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

/** The type of an envelope that nobody sealed. @see https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-envelopes */
const PLAIN = 2;

/** What a link carries to a wallet that shares no key yet: the message in the clear, in the base64 of URLs. */
export const encodeLinkEnvelope = (message: string): string => textToBase64Url(String.fromCharCode(PLAIN) + message);

/**
 * The message of an envelope that nobody sealed; `null` when it is of another type or malformed. Whoever can open a link
 * can write one: see `takesPlainEnvelope` for what it may say.
 */
export const decodeLinkEnvelope = (envelope: string): string | null => {
  const bytes = base64ToBytes(envelope);
  return bytes?.[0] === PLAIN ? utf8Text(bytes.subarray(1)) : null;
};
