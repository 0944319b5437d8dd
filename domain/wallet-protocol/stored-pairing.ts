import { isObject } from './is-object.js';
import type { Pairing } from './pairing.js';
import { RELAY_PROTOCOL } from './pairing-uri.js';
import { isText } from './primitives.js';
import { readPeerMetadata } from './settlement.js';

/** Reads the record of a pairing, `null` for what is none. It is this engine's own writing: what is checked is that it is whole. */
export const readStoredPairing = (value: unknown): Pairing | null => {
  if (!isObject(value) || !isText(value.topic) || typeof value.expiry !== 'number') return null;
  const { topic, expiry, relay, active, peerMetadata, methods } = value;
  return {
    topic,
    expiry,
    relay: { protocol: isObject(relay) && isText(relay.protocol) ? relay.protocol : RELAY_PROTOCOL },
    active: active === true,
    ...(isObject(peerMetadata) ? { peerMetadata: readPeerMetadata(peerMetadata) } : {}),
    ...(Array.isArray(methods) ? { methods: methods.filter(isText) } : {}),
  };
};
