import { LatchkeyError } from '../errors/latchkey-error.js';
import { base64ToText } from './base64.js';

/** What a pairing URI says. */
export interface PairingUri {
  readonly topic: string;
  /** Secret: the key that both sides seal the first messages with, hex. */
  readonly symKey: string;
  /** Seconds since 1970; `null` where the URI does not say. */
  readonly expiry: number | null;
  /** The calls that the pairing is for; empty where it is for any. */
  readonly methods: readonly string[];
}

const VERSION = 2;
/** The only relay protocol there is. */
export const RELAY_PROTOCOL = 'irn';
const KEY = /^[0-9a-f]{64}$/i;
const HEAD = /^wc:(?:\/\/)?([^@?]+)@([^?]+)\?(.*)$/s;

/**
 * Writes a pairing URI.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing/pairing-uri
 */
export const formatPairingUri = ({ topic, symKey, expiry, methods }: PairingUri): string => {
  const parts = [`relay-protocol=${RELAY_PROTOCOL}`, `symKey=${symKey}`];
  if (expiry !== null) parts.push(`expiryTimestamp=${expiry}`);
  if (methods.length > 0) parts.push(`methods=${methods.join(',')}`);
  return `wc:${topic}@${VERSION}?${parts.join('&')}`;
};

/**
 * Reads a pairing URI, also one that is wrapped in base64 as some links carry it.
 * @throws LatchkeyError `pairing/invalid-uri` whose reason never holds the URI
 */
export const parsePairingUri = (value: string): PairingUri => {
  const text = value.trim();
  const parts = HEAD.exec(text) ?? HEAD.exec(base64ToText(text) ?? '');
  if (parts === null) throw invalid('it does not begin with "wc:" and a topic');
  const [, topic = '', version = '', search = ''] = parts;
  if (version !== String(VERSION)) throw invalid('it is not of version 2');
  if (!KEY.test(topic)) throw invalid('its topic is not 32 bytes in hex');
  if (parameter(search, 'relay-protocol') !== RELAY_PROTOCOL) throw invalid('it names another relay protocol than "irn"');
  const symKey = parameter(search, 'symKey') ?? '';
  if (!KEY.test(symKey)) throw invalid('its key is not 32 bytes in hex');
  const expiry = parameter(search, 'expiryTimestamp');
  if (expiry !== null && !/^\d{1,12}$/.test(expiry)) throw invalid('its expiry is not a time in seconds');
  const methods = (parameter(search, 'methods') ?? '').replace(/^\[|\]$/g, '').split(',');
  return { topic, symKey, expiry: expiry === null ? null : Number(expiry), methods: methods.filter((method) => method !== '') };
};

/** The first parameter of a name behind the "?" of a URI, also of one that is no pairing URI or is wrapped in base64; `null` when there is none. */
export const pairingParameter = (value: string, name: string): string | null => {
  const text = value.trim();
  const uri = text.includes('wc:') ? text : (base64ToText(text) ?? text);
  return uri.includes('?') ? parameter(uri.slice(uri.indexOf('?') + 1), name) : null;
};

const invalid = (reason: string): Error => new LatchkeyError('pairing/invalid-uri', { reason });

/** The first of a name; `null` when there is none. */
const parameter = (search: string, name: string): string | null => {
  const found = search.split('&').find((part) => part.startsWith(`${name}=`));
  const value = found?.slice(name.length + 1);
  if (value === undefined) return null;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};
