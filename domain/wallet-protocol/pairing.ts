import * as v from 'valibot';
import { exactObject, flagSchema, isObject, items, lenient, read } from '../wire.js';
import { RELAY_PROTOCOL } from './pairing-uri.js';
import { textSchema } from './primitives.js';
import type { RelayProtocol } from './proposal.js';
import { type PeerMetadata, peerMetadataSchema } from './session.js';

/** A topic on which two parties meet before they have a session. @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing/data-structures */
export interface Pairing {
  readonly topic: string;
  /** Seconds since 1970. */
  readonly expiry: number;
  readonly relay: RelayProtocol;
  /** Whether the peer has been heard on it. */
  readonly active: boolean;
  readonly peerMetadata?: PeerMetadata;
  /** Calls that it was made for, where its URI names them. */
  readonly methods?: readonly string[];
}

const pairingSchema = exactObject({
  topic: textSchema,
  expiry: v.number(),
  relay: v.fallback(exactObject({ protocol: textSchema }), { protocol: RELAY_PROTOCOL }),
  active: flagSchema,
  peerMetadata: lenient(v.pipe(v.unknown(), v.check(isObject), peerMetadataSchema)),
  methods: lenient(items(textSchema)),
});

/** Reads the record of a pairing, `null` for what is none. It is this engine's own writing: what is checked is that it is whole. */
export const readStoredPairing = (value: unknown): Pairing | null => read(pairingSchema, value);
