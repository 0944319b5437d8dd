import { readParticipant } from './authentication/read-participant.js';
import { PROPOSAL_EXPIRY_S } from './pairing-clock.js';
import { RELAY_PROTOCOL } from './pairing-uri.js';
import { isNumber, isText } from './primitives.js';
import { readProperties } from './properties.js';
import type { Proposal, RelayProtocol } from './proposal.js';
import { membersOf } from './rules/params.js';
import { REQUEST_EXPIRY } from './rules/request-rule.js';
import { readProposalDemands } from './session-grants.js';

/** A `wc_sessionPropose` call as it came in. */
export interface IncomingProposal {
  readonly id: number;
  /** The pairing's: what the parameters say of it does not count. */
  readonly topic: string;
  readonly params: unknown;
  readonly nowMs: number;
}

const readRelays = (value: unknown): readonly RelayProtocol[] => {
  const relays = (Array.isArray(value) ? value : []).flatMap((relay: unknown) => {
    const { protocol, data } = membersOf(relay);
    return isText(protocol) ? [{ protocol, ...(isText(data) ? { data } : {}) }] : [];
  });
  return relays.length === 0 ? [{ protocol: RELAY_PROTOCOL }] : relays;
};

/**
 * Reads a proposal that the rule of `connect()` let through; `null` for one whose proposer has no key, or whose namespaces are no tables.
 * Without an expiry it waits for five minutes; none waits longer than a request may.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods#wc_sessionpropose
 */
export const readIncomingProposal = ({ id, topic, params, nowMs }: IncomingProposal): Proposal | null => {
  const { proposer: party, requiredNamespaces, optionalNamespaces, relays, expiryTimestamp, ...others } = membersOf(params);
  const [required, optional] = [readProposalDemands(requiredNamespaces ?? {}), readProposalDemands(optionalNamespaces ?? {})];
  const proposer = readParticipant(party);
  if (proposer === null || required === null || optional === null) return null;
  const seconds = Math.floor(nowMs / 1_000);
  return {
    id,
    pairingTopic: topic,
    expiryTimestamp: isNumber(expiryTimestamp) ? Math.min(expiryTimestamp, seconds + REQUEST_EXPIRY.max) : seconds + PROPOSAL_EXPIRY_S,
    relays: readRelays(relays),
    proposer,
    requiredNamespaces: required,
    optionalNamespaces: optional,
    ...readProperties({ sessionProperties: others.sessionProperties, scopedProperties: others.scopedProperties }),
    isOwn: false,
  };
};
