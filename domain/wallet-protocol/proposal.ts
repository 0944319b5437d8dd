import * as v from 'valibot';
import { exactObject, lenient, parseOrNull } from '../wire.js';
import type { VerifyContext } from './origin/verify-context.js';
import { RELAY_PROTOCOL } from './pairing-uri.js';
import { nonEmptyStringSchema } from './primitives.js';
import type { RequestedNamespaces } from './rules/grants.js';
import { type Participant, readPeerMetadata } from './session.js';
import { optionalNamespacesSchema } from './session-grants.js';

/** A relay that a peer offers. */
export const relayProtocolSchema = exactObject({ protocol: nonEmptyStringSchema, data: lenient(nonEmptyStringSchema) });

export type RelayProtocol = v.InferOutput<typeof relayProtocolSchema>;

/**
 * A session proposal, on the proposer's or the responder's side.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/data-structures
 */
export interface Proposal {
  /** Id of the `wc_sessionPropose` request. */
  readonly id: number;
  readonly pairingTopic: string;
  /** Seconds since 1970. */
  readonly expiryTimestamp: number;
  readonly relays: readonly RelayProtocol[];
  readonly proposer: Participant;
  readonly requiredNamespaces: RequestedNamespaces;
  readonly optionalNamespaces: RequestedNamespaces;
  readonly sessionProperties?: Readonly<Record<string, string>>;
  readonly scopedProperties?: Readonly<Record<string, unknown>>;
  /** True if this client sent it. */
  readonly isOwn: boolean;
  /** Own proposal on a one-time pairing: true once it was published, so that a wallet may have it. */
  readonly isShown?: boolean;
  /** Own proposal: topic of the session, set once the wallet has approved. */
  readonly sessionTopic?: string;
  /** Received proposal: verification of its origin. */
  readonly verifyContext?: VerifyContext;
}

/** Removes the session topic of a proposal. */
export const withoutSession = ({ sessionTopic: _, ...proposal }: Proposal): Proposal => proposal;

const sharedEntries = {
  id: v.number(),
  pairingTopic: nonEmptyStringSchema,
  requiredNamespaces: optionalNamespacesSchema,
  optionalNamespaces: optionalNamespacesSchema,
};

/** An own proposal as stored by earlier versions or migrated from an official client. `expiry` in seconds since 1970. */
const legacyProposalSchema = exactObject({
  ...sharedEntries,
  /** Own X25519 public key, hex. */
  publicKey: nonEmptyStringSchema,
  expiry: v.number(),
  /** Topic of the session, set once the wallet has approved. */
  sessionTopic: lenient(nonEmptyStringSchema),
});

export type LegacyProposal = v.InferOutput<typeof legacyProposalSchema>;

const storedProposalSchema = v.looseObject({
  ...sharedEntries,
  expiryTimestamp: v.number(),
  relays: v.array(v.unknown()),
  proposer: v.looseObject({ publicKey: nonEmptyStringSchema, metadata: v.looseObject({}) }),
  isOwn: v.boolean(),
});

/**
 * Reads a stored proposal; `null` if it is invalid. Records of earlier versions and of the official clients hold only own proposals, with
 * `publicKey` and `expiry` as separate members.
 */
export const readStoredProposal = (value: unknown): Proposal | null => {
  const legacy = parseOrNull(legacyProposalSchema, value);
  // Checks only completeness: the other members were written together with these.
  if (legacy === null) return parseOrNull(storedProposalSchema, value) as Proposal | null;
  const { publicKey, expiry, ...rest } = legacy;
  const proposer = { publicKey, metadata: readPeerMetadata(null) };
  return { ...rest, relays: [{ protocol: RELAY_PROTOCOL }], expiryTimestamp: expiry, proposer, isOwn: true, isShown: true };
};
