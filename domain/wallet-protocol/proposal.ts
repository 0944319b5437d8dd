import * as v from 'valibot';
import { exactObject, lenient, read } from '../wire.js';
import type { VerifyContext } from './origin/verify-context.js';
import { RELAY_PROTOCOL } from './pairing-uri.js';
import { textSchema } from './primitives.js';
import type { ProposalDemands } from './rules/grants.js';
import { type Participant, readPeerMetadata } from './session.js';
import { demandsSchema } from './session-grants.js';

/** A relay that a party offers to talk over. */
export const relayProtocolSchema = exactObject({ protocol: textSchema, data: lenient(textSchema) });

export type RelayProtocol = v.InferOutput<typeof relayProtocolSchema>;

/**
 * A proposal of a session, at the party that made it and at the one that was sent it.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/data-structures
 */
export interface Proposal {
  /** Id of the `wc_sessionPropose` call. */
  readonly id: number;
  readonly pairingTopic: string;
  /** Seconds since 1970. */
  readonly expiryTimestamp: number;
  readonly relays: readonly RelayProtocol[];
  readonly proposer: Participant;
  readonly requiredNamespaces: ProposalDemands;
  readonly optionalNamespaces: ProposalDemands;
  readonly sessionProperties?: Readonly<Record<string, string>>;
  readonly scopedProperties?: Readonly<Record<string, unknown>>;
  /** Whether this party made it. */
  readonly isOwn: boolean;
  /** Own, on a pairing that serves no other: set once a wallet can know of it. */
  readonly isShown?: boolean;
  /** Own: set once the wallet said yes, where it settles the session. */
  readonly sessionTopic?: string;
  /** Sent to us: where it came from. */
  readonly verifyContext?: VerifyContext;
}

/** A proposal whose session is looked after by somebody else, or is over. */
export const withoutSession = ({ sessionTopic: _, ...proposal }: Proposal): Proposal => proposal;

const keptEntries = {
  id: v.number(),
  pairingTopic: textSchema,
  requiredNamespaces: demandsSchema,
  optionalNamespaces: demandsSchema,
};

/** An own proposal as earlier versions stored it, and as it is taken over from an official client. `expiry` in seconds since 1970. */
const earlierProposalSchema = exactObject({
  ...keptEntries,
  /** Own X25519 public key, hex. */
  publicKey: textSchema,
  expiry: v.number(),
  /** Set once the wallet said yes: where it settles the session. */
  sessionTopic: lenient(textSchema),
});

export type EarlierProposal = v.InferOutput<typeof earlierProposalSchema>;

const storedProposalSchema = v.looseObject({
  ...keptEntries,
  expiryTimestamp: v.number(),
  relays: v.array(v.unknown()),
  proposer: v.looseObject({ publicKey: textSchema, metadata: v.looseObject({}) }),
  isOwn: v.boolean(),
});

/**
 * Reads the record of a proposal, `null` for what is none. Earlier versions kept their own proposals only, with the key and the expiry in
 * members of their own; so does what is taken over from an official client.
 */
export const readStoredProposal = (value: unknown): Proposal | null => {
  const earlier = read(earlierProposalSchema, value);
  // The rest was written with what is checked.
  if (earlier === null) return read(storedProposalSchema, value) as Proposal | null;
  const { publicKey, expiry, ...kept } = earlier;
  const proposer = { publicKey, metadata: readPeerMetadata(null) };
  return { ...kept, relays: [{ protocol: RELAY_PROTOCOL }], expiryTimestamp: expiry, proposer, isOwn: true, isShown: true };
};
