import * as v from 'valibot';
import { exactObject, filteredArrayOrEmpty, lenient, parseOrNull } from '../wire.js';
import { PROPOSAL_EXPIRY_S } from './pairing-clock.js';
import { RELAY_PROTOCOL } from './pairing-uri.js';
import { propertyEntries } from './properties.js';
import { type Proposal, relayProtocolSchema } from './proposal.js';
import { REQUEST_EXPIRY } from './rules/session-rules.js';
import { participantSchema } from './session.js';
import { optionalNamespacesSchema } from './session-grants.js';

/** A received `wc_sessionPropose` request. */
export interface IncomingProposal {
  readonly id: number;
  /** Pairing topic. A topic in the parameters is ignored. */
  readonly topic: string;
  readonly params: unknown;
  readonly nowMs: number;
}

const proposalSchema = exactObject({
  proposer: participantSchema,
  requiredNamespaces: optionalNamespacesSchema,
  optionalNamespaces: optionalNamespacesSchema,
  relays: filteredArrayOrEmpty(relayProtocolSchema),
  expiryTimestamp: lenient(v.number()),
  ...propertyEntries,
});

/**
 * Reads a proposal that passed `connectFault`; `null` if the proposer has no public key or the namespaces are not objects. Expires after
 * five minutes by default, and at the latest after the maximum request expiry.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods#wc_sessionpropose
 */
export const readIncomingProposal = ({ id, topic, params, nowMs }: IncomingProposal): Proposal | null => {
  const requested = parseOrNull(proposalSchema, params);
  if (requested === null) return null;
  const { expiryTimestamp, relays, ...rest } = requested;
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
