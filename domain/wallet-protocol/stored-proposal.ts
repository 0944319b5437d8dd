import { isObject } from './is-object.js';
import { RELAY_PROTOCOL } from './pairing-uri.js';
import { isText } from './primitives.js';
import type { Proposal } from './proposal.js';
import type { ProposalDemands } from './rules/grants.js';
import { readProposalDemands } from './session-grants.js';
import { readPeerMetadata } from './settlement.js';

/** An own proposal as earlier versions stored it, and as it is taken over from an official client. */
export interface EarlierProposal {
  /** Id of the `wc_sessionPropose` call. */
  readonly id: number;
  readonly pairingTopic: string;
  /** Own X25519 public key, hex. */
  readonly publicKey: string;
  readonly requiredNamespaces: ProposalDemands;
  readonly optionalNamespaces: ProposalDemands;
  /** Seconds since 1970. */
  readonly expiry: number;
  /** Set once the wallet said yes: where it settles the session. */
  readonly sessionTopic?: string;
}

/**
 * Reads the record of a proposal, `null` for what is none. Earlier versions kept their own proposals only, with the key and the expiry in
 * members of their own; so does what is taken over from an official client.
 */
export const readStoredProposal = (value: unknown): Proposal | null => {
  if (!isObject(value) || typeof value.id !== 'number' || !isText(value.pairingTopic)) return null;
  const { id, pairingTopic, publicKey, expiry, sessionTopic } = value;
  const [required, optional] = [readProposalDemands(value.requiredNamespaces ?? {}), readProposalDemands(value.optionalNamespaces ?? {})];
  if (required === null || optional === null) return null;
  const kept = { id, pairingTopic, requiredNamespaces: required, optionalNamespaces: optional };
  const agreed = isText(sessionTopic) ? { sessionTopic } : {};
  if (isText(publicKey) && typeof expiry === 'number') {
    const relays = [{ protocol: RELAY_PROTOCOL }];
    const proposer = { publicKey, metadata: readPeerMetadata(null) };
    return { ...kept, ...agreed, relays, expiryTimestamp: expiry, proposer, isOwn: true, isShown: true };
  }
  const { proposer } = value;
  if (!isObject(proposer) || !isText(proposer.publicKey) || !isObject(proposer.metadata)) return null;
  if (typeof value.expiryTimestamp !== 'number' || typeof value.isOwn !== 'boolean' || !Array.isArray(value.relays)) return null;
  // The rest was written with it.
  return { ...(value as Readonly<Record<string, unknown>> & Proposal), ...kept };
};
