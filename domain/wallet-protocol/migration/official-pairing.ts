import { isNumber, isPlainObject, isRelay } from '../primitives.js';
import type { PeerMetadata } from '../session.js';
import { readPeerMetadata } from '../settlement.js';
import { isHex32 } from './official-keychain.js';

/** A pairing as it was stored by an official client. */
export interface OfficialPairing {
  readonly topic: string;
  /** Seconds since 1970. */
  readonly expiry: number;
  readonly relay: { readonly protocol: string };
  /** Whether the peer has answered on it. */
  readonly active: boolean;
  readonly peerMetadata?: PeerMetadata;
  /** Calls that it was made for, where its URI named them. */
  readonly methods?: readonly string[];
}

/**
 * Reads a pairing that an official client has stored; `null` for what is none.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing/data-structures
 */
export const readOfficialPairing = (value: unknown): OfficialPairing | null => {
  if (!isPlainObject(value)) return null;
  const { topic, expiry, relay, active, peerMetadata, methods } = value;
  if (!isHex32(topic) || !isNumber(expiry) || !isPlainObject(relay) || !isRelay(relay)) return null;
  return {
    topic,
    expiry,
    relay: { protocol: String(relay.protocol) },
    active: active === true,
    ...(isPlainObject(peerMetadata) ? { peerMetadata: readPeerMetadata(peerMetadata) } : {}),
    ...(Array.isArray(methods) ? { methods: methods.filter((method) => typeof method === 'string') } : {}),
  };
};
