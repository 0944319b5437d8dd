import { membersOf } from '../../wire.js';
import { isAnswer, isChainText, isNumber, isOver, isText } from '../primitives.js';
import { invalid, type ProtocolFault, paramsFault, protocolFault } from '../protocol-fault.js';
import { shown, shownJson, withoutSecrets } from '../shown.js';
import { grantedChains, grantedOn, type ProposalDemands, type SessionGrants } from './grants.js';
import { approvedNamespacesFault, conformingFault } from './namespaces-rule.js';
import { type DeletedKind, deletedFault } from './record-faults.js';

/** What is known of the topic that a call names, at the time of the call. */
export interface KnownSession {
  /** What the topic was, where it is remembered as deleted. */
  readonly deleted: DeletedKind | null;
  /** The session of the topic. `expiry` in seconds since 1970. */
  readonly session: { readonly expiry: number; readonly namespaces: SessionGrants } | null;
  /** Whether the key of the topic is at hand: without it nothing can be sealed or opened. */
  readonly hasKey: boolean;
  readonly nowMs: number;
}

/** What is known of a pairing that a call names. */
export interface KnownPairing {
  /** `expiry` in seconds since 1970. */
  readonly pairing: { readonly expiry: number } | null;
  readonly nowMs: number;
}

const noTopic = (kind: string, topic: unknown): ProtocolFault =>
  protocolFault('wallet-protocol/no-matching-key', { detail: `${kind} topic doesn't exist: ${shown(topic)}` });

/**
 * Rule of a session's topic: a text, not deleted a moment ago, of a session that is there, that lasts, and whose key is at hand. A session
 * that is over or has lost its key is stale.
 */
export const sessionTopicFault = (topic: unknown, { deleted, session, hasKey, nowMs }: KnownSession): ProtocolFault | null => {
  if (!isText(topic)) return invalid(`session topic should be a string: ${shown(topic)}`);
  if (deleted !== null) return deletedFault(topic, deleted);
  if (session === null) return noTopic('session', topic);
  if (isOver(session.expiry, nowMs)) return protocolFault('wallet-protocol/expired', { detail: `session topic: ${topic}` }, ['session']);
  return hasKey ? null : { ...invalid(`session topic does not exist in keychain: ${topic}`), stale: ['session'] };
};

/** Rule of a pairing's topic: a text, of a pairing that is there and that lasts. A pairing that is over is stale. */
export const pairingTopicFault = (topic: unknown, { pairing, nowMs }: KnownPairing): ProtocolFault | null => {
  if (!isText(topic)) return invalid(`pairing topic should be a string: ${shown(topic)}`);
  if (pairing === null) return noTopic('pairing', topic);
  return isOver(pairing.expiry, nowMs)
    ? protocolFault('wallet-protocol/expired', { detail: `pairing topic: ${topic}` }, ['pairing'])
    : null;
};

/** Rule of a topic that may be a session's or a pairing's; the session counts first. */
const eitherTopicFault = (topic: unknown, known: KnownSession & KnownPairing): ProtocolFault | null => {
  if (known.deleted !== null) return deletedFault(topic, known.deleted);
  if (known.session !== null) return sessionTopicFault(topic, known);
  if (known.pairing !== null) return pairingTopicFault(topic, known);
  return isText(topic) ? noTopic('session or pairing', topic) : invalid(`session or pairing topic should be a string: ${shown(topic)}`);
};

/** Rule of `ping()`, sent or received: parameters, then the session or the pairing. */
export const pingFault = (params: unknown, known: KnownSession & KnownPairing): ProtocolFault | null =>
  paramsFault('ping()', params) ?? eitherTopicFault(membersOf(params).topic, known);

/** Rule of `disconnect()`, sent or received: parameters, then the session or the pairing. */
export const disconnectFault = (params: unknown, known: KnownSession & KnownPairing): ProtocolFault | null =>
  paramsFault('disconnect()', params) ?? eitherTopicFault(membersOf(params).topic, known);

/** Rule of `extend()`, sent or received: parameters, then the session. */
export const extendFault = (params: unknown, known: KnownSession): ProtocolFault | null => {
  const { topic } = membersOf(params);
  return paramsFault('extend()', params) ?? deletedFault(topic, known.deleted) ?? sessionTopicFault(topic, known);
};

/**
 * Rule of `emit()`, sent or received. In this order: parameters, the session, a chain that it shares an account on, an event that is allowed
 * on that chain.
 */
export const emitFault = (params: unknown, known: KnownSession): ProtocolFault | null => {
  const { topic, event, chainId } = membersOf(params);
  const { name } = membersOf(event);
  const topicFault = paramsFault('emit()', params) ?? sessionTopicFault(topic, known);
  if (topicFault !== null) return topicFault;
  const grants = known.session?.namespaces ?? {};
  if (!isChainText(chainId) || !grantedChains(grants).includes(chainId)) return invalid(`emit() chainId: ${shown(chainId)}`);
  return isText(name) && grantedOn(grants, chainId, 'events').includes(name) ? null : invalid(`emit() event: ${shownJson(event)}`);
};

/** How long a request may wait for its answer, in seconds. @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods#wc_sessionrequest */
export const REQUEST_EXPIRY = { min: 300, max: 604_800 } as const;

const expiryFault = (expiry: unknown): ProtocolFault | null =>
  expiry === undefined || (isNumber(expiry) && expiry >= REQUEST_EXPIRY.min && expiry <= REQUEST_EXPIRY.max)
    ? null
    : invalid(
        `request() expiry: ${shown(expiry)}. Expiry must be a number (in seconds) between ${REQUEST_EXPIRY.min} and ${REQUEST_EXPIRY.max}`,
      );

/**
 * Rule of `request()`, sent or received. In this order: parameters, the session, a chain that it shares an account on, the request's method,
 * whether the method is allowed on that chain, and how long the request may wait.
 */
export const requestFault = (params: unknown, known: KnownSession): ProtocolFault | null => {
  const { topic, request, chainId, expiry } = membersOf(params);
  const { method } = membersOf(request);
  const topicFault = paramsFault('request()', params) ?? deletedFault(topic, known.deleted) ?? sessionTopicFault(topic, known);
  if (topicFault !== null) return topicFault;
  const grants = known.session?.namespaces ?? {};
  if (!isChainText(chainId) || !grantedChains(grants).includes(chainId)) return invalid(`request() chainId: ${shown(chainId)}`);
  if (!isText(method)) return invalid(`request() ${withoutSecrets(shownJson(request), 'signature')}`);
  if (!grantedOn(grants, chainId, 'methods').includes(method)) return invalid(`request() method: ${shown(method)}`);
  return expiryFault(expiry);
};

/**
 * Rule of `respond()`. In this order: parameters, the session, the answer. Where the session cannot be used, the request that was to be
 * answered is stale as well.
 */
export const respondFault = (params: unknown, known: KnownSession): ProtocolFault | null => {
  const { topic, response } = membersOf(params);
  const missing = paramsFault('respond()', params);
  if (missing !== null) return missing;
  const fault = sessionTopicFault(topic, known);
  if (fault !== null) return isNumber(membersOf(response).id) ? { ...fault, stale: [...fault.stale, 'request'] } : fault;
  return isAnswer(response) ? null : invalid(`respond() response: ${withoutSecrets(shownJson(response), 'signature')}`);
};

/** What is known of the session that is to change, with what its app required of it. */
export interface KnownUpdate extends KnownSession {
  readonly session: (NonNullable<KnownSession['session']> & { readonly requiredNamespaces: ProposalDemands }) | null;
}

/** Rule of `update()`, sent or received. In this order: parameters, the session, namespaces and whether they hold what was required. */
export const updateFault = (params: unknown, known: KnownUpdate): ProtocolFault | null => {
  const { topic, namespaces: allowed } = membersOf(params);
  // Looked at only after they were found to be such a table.
  const namespaces = allowed as SessionGrants;
  return (
    paramsFault('update()', params) ??
    deletedFault(topic, known.deleted) ??
    sessionTopicFault(topic, known) ??
    approvedNamespacesFault(namespaces, 'update()') ??
    conformingFault(known.session?.requiredNamespaces ?? {}, namespaces, 'update()')
  );
};
