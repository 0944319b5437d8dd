import * as v from 'valibot';
import { exactObject, filteredArray, flagSchema, isObject, lenient, parseOrNull } from '../wire.js';
import { RELAY_PROTOCOL } from './pairing-uri.js';
import { nonEmptyStringSchema } from './primitives.js';
import type { RelayProtocol } from './proposal.js';
import { type PeerMetadata, peerMetadataSchema } from './session.js';

/** A pairing. @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing/data-structures */
export interface Pairing {
  readonly topic: string;
  /** Seconds since 1970. */
  readonly expiry: number;
  readonly relay: RelayProtocol;
  /** True once the peer has used the pairing. */
  readonly active: boolean;
  readonly peerMetadata?: PeerMetadata;
  /** Methods of the pairing URI. */
  readonly methods?: readonly string[];
}

const pairingSchema = exactObject({
  topic: nonEmptyStringSchema,
  expiry: v.number(),
  relay: v.fallback(exactObject({ protocol: nonEmptyStringSchema }), { protocol: RELAY_PROTOCOL }),
  active: flagSchema,
  peerMetadata: lenient(v.pipe(v.unknown(), v.check(isObject), peerMetadataSchema)),
  methods: lenient(filteredArray(nonEmptyStringSchema)),
});

/** Reads a stored pairing; `null` if it is invalid. Checks only completeness, because this engine wrote it. */
export const readStoredPairing = (value: unknown): Pairing | null => parseOrNull(pairingSchema, value);
