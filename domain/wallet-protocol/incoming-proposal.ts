import * as v from 'valibot';
import { exactObject, fittingItems, lenient, read } from '../wire.js';
import { PROPOSAL_EXPIRY_S } from './pairing-clock.js';
import { RELAY_PROTOCOL } from './pairing-uri.js';
import { propertyEntries } from './properties.js';
import { type Proposal, relayProtocolSchema } from './proposal.js';
import { REQUEST_EXPIRY } from './rules/session-rules.js';
import { participantSchema } from './session.js';
import { demandsSchema } from './session-grants.js';

/** A `wc_sessionPropose` call as it came in. */
export interface IncomingProposal {
  readonly id: number;
  /** The pairing's: what the parameters say of it does not count. */
  readonly topic: string;
  readonly params: unknown;
  readonly nowMs: number;
}

const proposalSchema = exactObject({
  proposer: participantSchema,
  requiredNamespaces: demandsSchema,
  optionalNamespaces: demandsSchema,
  relays: fittingItems(relayProtocolSchema),
  expiryTimestamp: lenient(v.number()),
  ...propertyEntries,
});

/**
 * Reads a proposal that the rule of `connect()` let through; `null` for one whose proposer has no key, or whose namespaces are no tables.
 * Without an expiry it waits for five minutes; none waits longer than a request may.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods#wc_sessionpropose
 */
export const readIncomingProposal = ({ id, topic, params, nowMs }: IncomingProposal): Proposal | null => {
  const asked = read(proposalSchema, params);
  if (asked === null) return null;
  const { expiryTimestamp, relays, ...rest } = asked;
  const seconds = Math.floor(nowMs / 1_000);
  return {
    ...rest,
    id,
    pairingTopic: topic,
    expiryTimestamp: expiryTimestamp === undefined ? seconds + PROPOSAL_EXPIRY_S : Math.min(expiryTimestamp, seconds + REQUEST_EXPIRY.max),
    relays: relays.length === 0 ? [{ protocol: RELAY_PROTOCOL }] : relays,
    isOwn: false,
  };
};
