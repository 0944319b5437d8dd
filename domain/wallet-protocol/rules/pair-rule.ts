import { base64ToText } from '../../base64.js';
import { formatValue, withoutSecrets } from '../../format-value.js';
import { asRecord, attempt } from '../../wire.js';
import { type PairingUri, pairingParameter, pairingTopicOf, parsePairingUri, RELAY_PROTOCOL } from '../pairing-uri.js';
import { isExpired, isNonEmptyString, isUrl } from '../primitives.js';
import { invalid, type ProtocolFault, paramsFault, protocolFault } from '../protocol-fault.js';

const uriFault = (uri: unknown): ProtocolFault => invalid(`pair() uri: ${withoutSecrets(formatValue(uri), 'key')}`);

/** Tests for a URL, also in base64. */
export const isUrlString = (value: unknown): value is string =>
  isNonEmptyString(value) && (isUrl(value.trim()) || isUrl(base64ToText(value.trim()) ?? ''));

const parseUri = (uri: string): PairingUri | null => attempt(() => parsePairingUri(uri)) ?? null;

/**
 * Rule of `pair()`. Checks parameters, URL, relay protocol, symKey, the remaining format, the topic, then the expiry. Error messages never
 * contain the symKey, even of a malformed URI.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing/pairing-uri
 */
export const pairFault = (params: unknown, { nowMs }: { readonly nowMs: number }): ProtocolFault | null => {
  const { uri } = asRecord(params);
  const missing = paramsFault('pair()', params);
  if (missing !== null) return missing;
  if (!isUrlString(uri)) return uriFault(uri);
  if (pairingParameter(uri, 'relay-protocol') !== RELAY_PROTOCOL) return invalid('pair() uri#relay-protocol');
  if (!isNonEmptyString(pairingParameter(uri, 'symKey'))) return invalid('pair() uri#symKey');
  const pairing = parseUri(uri);
  if (pairing === null) return uriFault(uri);
  const { topic, symKey } = pairing;
  if (topic !== pairingTopicOf(symKey)) return invalid(`pair() uri: the topic ${topic} is not that of the key`);
  return pairing.expiry !== null && isExpired(pairing.expiry, nowMs)
    ? protocolFault('wallet-protocol/expired', { detail: 'pair() URI has expired. Please try again with a new connection URI.' })
    : null;
};

/** Rule for a URI whose topic already has a pairing: that pairing must not be active yet. */
export const repeatedPairFault = (
  topic: string,
  { pairing }: { readonly pairing: { readonly active: boolean } | null },
): ProtocolFault | null => (pairing?.active === true ? protocolFault('pairing/already-exists', { topic }) : null);

/**
 * Rule for the topic of a URI: no session uses it, and it has no other key. Otherwise the pairing would share its key with the session or
 * with responses to this party, which would lose it with the pairing. Their topics are hashes of keys too, some of which a peer knows.
 * @param key stored key of the topic; `null` if there is none
 */
export const occupiedTopicFault = (
  topic: string,
  { hasSession, key }: { readonly hasSession: boolean; readonly key: string | null },
  symKey: string,
): ProtocolFault | null =>
  hasSession || (key !== null && key.toLowerCase() !== symKey.toLowerCase()) ? invalid(`pair() uri: the topic ${topic} is in use`) : null;
