import { membersOf } from '../../wire.js';
import { isOver, isText } from '../primitives.js';
import { invalid, type ProtocolFault, protocolFault } from '../protocol-fault.js';
import { shown } from '../shown.js';
import type { SessionGrants } from './grants.js';
import { paramsFault } from './params.js';
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
export const eitherTopicFault = (topic: unknown, known: KnownSession & KnownPairing): ProtocolFault | null => {
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
