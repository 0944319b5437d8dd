import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base64ToText } from '../base64.js';
import { LatchkeyError } from '../errors/latchkey-error.js';

/** A parsed pairing URI. */
export interface PairingUri {
  readonly topic: string;
  /** Secret: the symmetric key of the pairing, hex. */
  readonly symKey: string;
  /** Seconds since 1970; `null` if the URI has none. */
  readonly expiry: number | null;
  /** Methods that the pairing is for; empty for any. */
  readonly methods: readonly string[];
}

const VERSION = 2;
/** The only supported relay protocol. */
export const RELAY_PROTOCOL = 'irn';
const HEX_32 = /^[0-9a-f]{64}$/i;
const PAIRING_URI = /^wc:(?:\/\/)?([^@?]+)@([^?]+)\?(.*)$/s;

/**
 * Topic of a pairing: SHA-256 of its key, hex.
 * @param symKey hex
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-keys
 */
export const pairingTopicOf = (symKey: string): string => bytesToHex(sha256(hexToBytes(symKey)));

/**
 * Formats a pairing URI.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing/pairing-uri
 */
export const formatPairingUri = ({ topic, symKey, expiry, methods }: PairingUri): string => {
  const parameters = [`relay-protocol=${RELAY_PROTOCOL}`, `symKey=${symKey}`];
  if (expiry !== null) parameters.push(`expiryTimestamp=${expiry}`);
  if (methods.length > 0) parameters.push(`methods=${methods.join(',')}`);
  return `wc:${topic}@${VERSION}?${parameters.join('&')}`;
};

/**
 * Parses a pairing URI, also one encoded in base64, as some links contain it.
 * @throws LatchkeyError `pairing/invalid-uri`; its reason never holds the URI
 */
export const parsePairingUri = (value: string): PairingUri => {
  const text = value.trim();
  const match = PAIRING_URI.exec(text) ?? PAIRING_URI.exec(base64ToText(text) ?? '');
  if (match === null) throw invalid('it does not start with "wc:" and a topic');
  const [, topic = '', version = '', search = ''] = match;
  if (version !== String(VERSION)) throw invalid('its version is not 2');
  if (!HEX_32.test(topic)) throw invalid('its topic is not 32 bytes in hex');
  if (findParameter(search, 'relay-protocol') !== RELAY_PROTOCOL) throw invalid('its relay protocol is not "irn"');
  const symKey = findParameter(search, 'symKey') ?? '';
  if (!HEX_32.test(symKey)) throw invalid('its symKey is not 32 bytes in hex');
  const expiry = findParameter(search, 'expiryTimestamp');
  if (expiry !== null && !/^\d{1,12}$/.test(expiry)) throw invalid('its expiry is not a time in seconds');
  const methods = (findParameter(search, 'methods') ?? '').replace(/^\[|\]$/g, '').split(',');
  return { topic, symKey, expiry: expiry === null ? null : Number(expiry), methods: methods.filter((method) => method !== '') };
};

/** Returns the first query parameter with a name, also of an invalid or base64-encoded pairing URI; `null` if there is none. */
export const pairingParameter = (value: string, name: string): string | null => {
  const text = value.trim();
  const uri = text.includes('wc:') ? text : (base64ToText(text) ?? text);
  return uri.includes('?') ? findParameter(uri.slice(uri.indexOf('?') + 1), name) : null;
};

const invalid = (reason: string): Error => new LatchkeyError('pairing/invalid-uri', { reason });

/** The first parameter with the name; `null` if there is none. */
const findParameter = (search: string, name: string): string | null => {
  const found = search.split('&').find((entry) => entry.startsWith(`${name}=`));
  const value = found?.slice(name.length + 1);
  if (value === undefined) return null;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};
