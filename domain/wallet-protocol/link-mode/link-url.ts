import { base64ToBytes, textToBase64Url, utf8Text } from '../../base64.js';
import { attempt } from '../../wire.js';

/** A message sent by link instead of the relay. */
export interface LinkMessage {
  readonly topic: string;
  /** In base64url. */
  readonly envelope: string;
}

const ENVELOPE = 'wc_ev';
const TOPIC = 'topic';

/** The fragment of a URL. */
const FRAGMENT = /#.*$/s;

/** Builds the link that delivers a message to the app of a universal link. */
export const formatLinkUrl = (universalLink: string, { topic, envelope }: LinkMessage): string => {
  const bare = universalLink.replace(FRAGMENT, '');
  return `${bare}${bare.includes('?') ? '&' : '?'}${ENVELOPE}=${envelope}&${TOPIC}=${topic}`;
};

const decoded = (value: string): string => attempt(() => decodeURIComponent(value)) ?? value;

/** Reads the message of a link; `null` unless it has both an envelope and a topic. */
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

/** Type of an unencrypted envelope. @see https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-envelopes */
const PLAIN_ENVELOPE_TYPE = 2;

/** Encodes an unencrypted message in base64url, for a wallet without a shared key. */
export const encodeLinkEnvelope = (message: string): string => textToBase64Url(String.fromCharCode(PLAIN_ENVELOPE_TYPE) + message);

/**
 * Decodes an unencrypted envelope; `null` if it has another type or is malformed. Anyone who can open a link can create one: see
 * `isPlainEnvelopeAllowed`.
 */
export const decodeLinkEnvelope = (envelope: string): string | null => {
  const bytes = base64ToBytes(envelope);
  return bytes?.[0] === PLAIN_ENVELOPE_TYPE ? utf8Text(bytes.subarray(1)) : null;
};
