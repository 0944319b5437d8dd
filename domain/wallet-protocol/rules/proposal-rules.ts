import { membersOf } from '../../wire.js';
import { isOver, isPlainObject, isReason, isRelay, isRelayList, isText } from '../primitives.js';
import { invalid, type ProtocolFault, paramsFault, protocolFault } from '../protocol-fault.js';
import { shown, shownJson } from '../shown.js';
import type { ProposalDemands, SessionGrants } from './grants.js';
import { approvedNamespacesFault, conformingFault, requestedNamespacesFault } from './namespaces-rule.js';
import { type DeletedKind, deletedFault } from './record-faults.js';
import { type KnownPairing, pairingTopicFault } from './session-rules.js';

/** Rule of session and scoped properties, where there are any: an object whose every member has a value. */
export const propertiesFault = (value: unknown, member: 'sessionProperties' | 'scopedProperties'): ProtocolFault | null => {
  if (value === undefined) return null;
  const fault = (received: unknown, key: string): ProtocolFault =>
    invalid(`${member} must contain an existing value for each key. Received: ${shown(received)} for key ${key}`);
  if (!isPlainObject(value)) return fault(value, member);
  const empty = Object.entries(value).find(([, property]) => property === undefined || property === null);
  return empty === undefined ? null : fault(empty[1], empty[0]);
};

/** The keys that scoped properties stand under, which are not among the namespaces. A chain belongs to its namespace. */
const strangers = (value: unknown, namespaces: readonly string[]): readonly string[] =>
  isPlainObject(value)
    ? Object.keys(value).filter((key) => !namespaces.includes(key) && !namespaces.includes(key.split(':')[0] ?? key))
    : [];

/** Rule of a proposal's scoped properties: each belongs to a namespace that is asked for. */
export const scopedToRequested = (value: unknown, requested: readonly string[]): ProtocolFault | null =>
  strangers(value, requested).length === 0
    ? null
    : protocolFault('wallet-protocol/invalid-parameter', {
        detail: `Scoped properties must be a subset of required/optional namespaces, received: ${shownJson(value)}, required/optional namespaces: ${shownJson(requested)}`,
      });

/** Rule of an approval's scoped properties: each belongs to a namespace that is allowed. */
export const scopedToApproved = (value: unknown, approved: readonly string[]): ProtocolFault | null =>
  strangers(value, approved).length === 0
    ? null
    : protocolFault('wallet-protocol/invalid-parameter', {
        detail: `Scoped properties must be a subset of approved namespaces, received: ${shownJson(value)}, approved namespaces: ${approved.join(', ')}`,
      });

/** What is known of the proposal that a call names. */
export interface KnownProposal {
  /** What the id was, where it is remembered as deleted. */
  readonly deleted: DeletedKind | null;
  /** `expiryTimestamp` in seconds since 1970. */
  readonly proposal: { readonly expiryTimestamp: number; readonly requiredNamespaces: ProposalDemands } | null;
  readonly nowMs: number;
}

/** Rule of a proposal's id: not deleted a moment ago, a number, of a proposal that is there and that waits. One that is over is stale. */
export const proposalIdFault = (id: unknown, { deleted, proposal, nowMs }: KnownProposal): ProtocolFault | null => {
  if (deleted !== null) return deletedFault(id, deleted);
  if (typeof id !== 'number') return invalid(`proposal id should be a number: ${shown(id)}`);
  if (proposal === null) return protocolFault('wallet-protocol/no-matching-key', { detail: `proposal id doesn't exist: ${id}` });
  return isOver(proposal.expiryTimestamp, nowMs)
    ? protocolFault('wallet-protocol/expired', { detail: `proposal id: ${id}` }, ['proposal'])
    : null;
};

type Asked = 'requiredNamespaces' | 'optionalNamespaces';

/** Namespaces that are left out, or are there without any, ask for nothing. */
const askedFault = (value: unknown, member: Asked): ProtocolFault | null =>
  value === undefined || (isPlainObject(value) && Object.keys(value).length === 0)
    ? null
    : requestedNamespacesFault(value, 'connect()', member);

const keysOf = (value: unknown): readonly string[] => (isPlainObject(value) ? Object.keys(value) : []);

/**
 * Rule of `connect()`, and of a proposal that a wallet receives. In this order: parameters, the topic of the pairing if one is named, relays,
 * required and optional namespaces, session properties, scoped properties.
 * @param known of the pairing that `pairingTopic` names; asked for only when it names one
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/namespaces
 */
export const connectFault = (params: unknown, known: KnownPairing): ProtocolFault | null => {
  const { pairingTopic, relays, requiredNamespaces, optionalNamespaces, sessionProperties, scopedProperties } = membersOf(params);
  return (
    paramsFault('connect()', params, shownJson) ??
    (pairingTopic === undefined ? null : pairingTopicFault(pairingTopic, known)) ??
    (relays === undefined || relays === null || isRelayList(relays) ? null : invalid(`connect() relays: ${shown(relays)}`)) ??
    askedFault(requiredNamespaces, 'requiredNamespaces') ??
    askedFault(optionalNamespaces, 'optionalNamespaces') ??
    propertiesFault(sessionProperties, 'sessionProperties') ??
    propertiesFault(scopedProperties, 'scopedProperties') ??
    scopedToRequested(scopedProperties, [...keysOf(requiredNamespaces), ...keysOf(optionalNamespaces)])
  );
};

/**
 * Rule of `approve()`. In this order: parameters, the proposal, namespaces and whether they hold what was required, the relay's protocol,
 * session properties, scoped properties.
 * @param known of the proposal that `id` names
 */
export const approveFault = (params: unknown, known: KnownProposal): ProtocolFault | null => {
  const { id, relayProtocol, sessionProperties, scopedProperties, namespaces: allowed } = membersOf(params);
  // Looked at only after they were found to be such a table.
  const namespaces = allowed as SessionGrants;
  return (
    paramsFault('approve()', params) ??
    proposalIdFault(id, known) ??
    approvedNamespacesFault(namespaces, 'approve()') ??
    conformingFault(known.proposal?.requiredNamespaces ?? {}, namespaces, 'approve()') ??
    (relayProtocol === undefined || isText(relayProtocol) ? null : invalid(`approve() relayProtocol: ${shown(relayProtocol)}`)) ??
    propertiesFault(sessionProperties, 'sessionProperties') ??
    propertiesFault(scopedProperties, 'scopedProperties') ??
    scopedToApproved(scopedProperties, Object.keys(namespaces))
  );
};

/** Rule of `reject()`. In this order: parameters, the proposal, the reason: a code that is not 0 and a message. @param known of the proposal that `id` names */
export const rejectFault = (params: unknown, known: KnownProposal): ProtocolFault | null => {
  const { id, reason } = membersOf(params);
  return (
    paramsFault('reject()', params) ??
    proposalIdFault(id, known) ??
    (isReason(reason) ? null : invalid(`reject() reason: ${shownJson(reason)}`))
  );
};

const CALL = 'onSessionSettleRequest()';

/**
 * Rule of a settlement that an app receives. In this order: parameters, the relay's protocol, the controller's key, namespaces, an expiry
 * that lies ahead.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods#wc_sessionsettle
 */
export const settleFault = (params: unknown, { nowMs }: { readonly nowMs: number }): ProtocolFault | null => {
  const { relay, controller, namespaces, expiry } = membersOf(params);
  return (
    paramsFault(CALL, params) ??
    (isRelay(relay) ? null : invalid(`${CALL} relay protocol should be a string`)) ??
    (isText(membersOf(controller).publicKey) ? null : invalid(`${CALL} controller public key should be a string`)) ??
    approvedNamespacesFault(namespaces, CALL) ??
    (isOver(expiry, nowMs) ? protocolFault('wallet-protocol/expired', { detail: CALL }) : null)
  );
};
