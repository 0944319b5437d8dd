import { isObject } from '../is-object.js';
import type { Participant } from '../session.js';
import { readPeerMetadata } from '../settlement.js';

/** An X25519 public key, hex. */
const PUBLIC_KEY = /^[0-9a-f]{64}$/i;

/** Reads the party of a message; `null` when it has no key. */
export const readParticipant = (value: unknown): Participant | null => {
  if (!isObject(value) || typeof value.publicKey !== 'string' || !PUBLIC_KEY.test(value.publicKey)) return null;
  return { publicKey: value.publicKey, metadata: readPeerMetadata(value.metadata) };
};
