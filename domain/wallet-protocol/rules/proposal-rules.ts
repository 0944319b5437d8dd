import { formatJson, formatValue } from '../../format-value.js';
import { asRecord } from '../../wire.js';
import { isExpired, isNonEmptyString, isPlainObject, isReason, isRelay, isRelayList } from '../primitives.js';
import { invalid, type ProtocolFault, paramsFault, protocolFault } from '../protocol-fault.js';
import type { RequestedNamespaces, SessionGrants } from './grants.js';
import { approvedNamespacesFault, conformingFault, requestedNamespacesFault } from './namespaces-rule.js';
import { type DeletedKind, deletedFault } from './record-faults.js';
import { type PairingValidationContext, pairingTopicFault } from './session-rules.js';

/** Rule of session and scoped properties: an object without null values. */
export const propertiesFault = (value: unknown, member: 'sessionProperties' | 'scopedProperties'): ProtocolFault | null => {
  if (value === undefined) return null;
  const fault = (received: unknown, key: string): ProtocolFault =>
    invalid(`${member} must contain an existing value for each key. Received: ${formatValue(received)} for key ${key}`);
  if (!isPlainObject(value)) return fault(value, member);
  const empty = Object.entries(value).find(([, property]) => property === undefined || property === null);
  return empty === undefined ? null : fault(empty[1], empty[0]);
};

/** Keys of scoped properties outside of the namespaces. A chain belongs to its namespace. */
const unknownScopes = (value: unknown, namespaces: readonly string[]): readonly string[] =>
  isPlainObject(value)
    ? Object.keys(value).filter((key) => !namespaces.includes(key) && !namespaces.includes(key.split(':')[0] ?? key))
    : [];

/** Rule of a proposal's scoped properties: their keys must be in the requested namespaces. */
export const requestedScopesFault = (value: unknown, requested: readonly string[]): ProtocolFault | null =>
  unknownScopes(value, requested).length === 0
    ? null
    : protocolFault('wallet-protocol/invalid-parameter', {
        detail: `Scoped properties must be a subset of required/optional namespaces, received: ${formatJson(value)}, required/optional namespaces: ${formatJson(requested)}`,
      });

/** Rule of an approval's scoped properties: their keys must be in the approved namespaces. */
export const approvedScopesFault = (value: unknown, approved: readonly string[]): ProtocolFault | null =>
  unknownScopes(value, approved).length === 0
    ? null
    : protocolFault('wallet-protocol/invalid-parameter', {
        detail: `Scoped properties must be a subset of approved namespaces, received: ${formatJson(value)}, approved namespaces: ${approved.join(', ')}`,
      });

/** The proposal of a call, as input of its rules. */
export interface ProposalValidationContext {
  /** Kind of the record if the id was recently deleted. */
  readonly deleted: DeletedKind | null;
  /** `expiryTimestamp` in seconds since 1970. */
  readonly proposal: { readonly expiryTimestamp: number; readonly requiredNamespaces: RequestedNamespaces } | null;
  readonly nowMs: number;
}

/** Rule of a proposal id: not recently deleted, a number, and of an existing, unexpired proposal. An expired one is stale. */
export const proposalIdFault = (id: unknown, { deleted, proposal, nowMs }: ProposalValidationContext): ProtocolFault | null => {
  if (deleted !== null) return deletedFault(id, deleted);
  if (typeof id !== 'number') return invalid(`proposal id should be a number: ${formatValue(id)}`);
  if (proposal === null) return protocolFault('wallet-protocol/no-matching-key', { detail: `proposal id doesn't exist: ${id}` });
  return isExpired(proposal.expiryTimestamp, nowMs)
    ? protocolFault('wallet-protocol/expired', { detail: `proposal id: ${id}` }, ['proposal'])
    : null;
};

type RequestedMember = 'requiredNamespaces' | 'optionalNamespaces';

/** Missing or empty namespaces request nothing. */
const requestedMemberFault = (value: unknown, member: RequestedMember): ProtocolFault | null =>
  value === undefined || (isPlainObject(value) && Object.keys(value).length === 0)
    ? null
    : requestedNamespacesFault(value, 'connect()', member);

const keysOf = (value: unknown): readonly string[] => (isPlainObject(value) ? Object.keys(value) : []);

/**
 * Rule of `connect()` and of received proposals. Checks parameters, pairing topic (if given), relays, required and optional namespaces,
 * session properties, then scoped properties.
 * @param context the pairing of `pairingTopic`; used only if given
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/namespaces
 */
export const connectFault = (params: unknown, context: PairingValidationContext): ProtocolFault | null => {
  const { pairingTopic, relays, requiredNamespaces, optionalNamespaces, sessionProperties, scopedProperties } = asRecord(params);
  return (
    paramsFault('connect()', params, formatJson) ??
    (pairingTopic === undefined ? null : pairingTopicFault(pairingTopic, context)) ??
    (relays === undefined || relays === null || isRelayList(relays) ? null : invalid(`connect() relays: ${formatValue(relays)}`)) ??
    requestedMemberFault(requiredNamespaces, 'requiredNamespaces') ??
    requestedMemberFault(optionalNamespaces, 'optionalNamespaces') ??
    propertiesFault(sessionProperties, 'sessionProperties') ??
    propertiesFault(scopedProperties, 'scopedProperties') ??
    requestedScopesFault(scopedProperties, [...keysOf(requiredNamespaces), ...keysOf(optionalNamespaces)])
  );
};

/**
 * Rule of `approve()`. Checks parameters, proposal, namespaces and their conformity, relay protocol, session properties, then scoped
 * properties.
 * @param context the proposal of `id`
 */
export const approveFault = (params: unknown, context: ProposalValidationContext): ProtocolFault | null => {
  const { id, relayProtocol, sessionProperties, scopedProperties, namespaces: allowed } = asRecord(params);
  // Used only after `approvedNamespacesFault` has validated it.
  const namespaces = allowed as SessionGrants;
  return (
    paramsFault('approve()', params) ??
    proposalIdFault(id, context) ??
    approvedNamespacesFault(namespaces, 'approve()') ??
    conformingFault(context.proposal?.requiredNamespaces ?? {}, namespaces, 'approve()') ??
    (relayProtocol === undefined || isNonEmptyString(relayProtocol)
      ? null
      : invalid(`approve() relayProtocol: ${formatValue(relayProtocol)}`)) ??
    propertiesFault(sessionProperties, 'sessionProperties') ??
    propertiesFault(scopedProperties, 'scopedProperties') ??
    approvedScopesFault(scopedProperties, Object.keys(namespaces))
  );
};

/**
 * Rule of `reject()`. Checks parameters, proposal, then the reason's code (not 0) and message.
 * @param context the proposal of `id`
 */
export const rejectFault = (params: unknown, context: ProposalValidationContext): ProtocolFault | null => {
  const { id, reason } = asRecord(params);
  return (
    paramsFault('reject()', params) ??
    proposalIdFault(id, context) ??
    (isReason(reason) ? null : invalid(`reject() reason: ${formatJson(reason)}`))
  );
};

const SETTLE_CALL = 'onSessionSettleRequest()';

/**
 * Rule of a received settlement. Checks parameters, relay protocol, controller key, namespaces, then the expiry.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods#wc_sessionsettle
 */
export const settleFault = (params: unknown, { nowMs }: { readonly nowMs: number }): ProtocolFault | null => {
  const { relay, controller, namespaces, expiry } = asRecord(params);
  return (
    paramsFault(SETTLE_CALL, params) ??
    (isRelay(relay) ? null : invalid(`${SETTLE_CALL} relay protocol should be a string`)) ??
    (isNonEmptyString(asRecord(controller).publicKey) ? null : invalid(`${SETTLE_CALL} controller public key should be a string`)) ??
    approvedNamespacesFault(namespaces, SETTLE_CALL) ??
    (isExpired(expiry, nowMs) ? protocolFault('wallet-protocol/expired', { detail: SETTLE_CALL }) : null)
  );
};
