import { formatJson, formatValue, withoutSecrets } from '../../format-value.js';
import { asRecord, isObject } from '../../wire.js';
import { isChainIdString, isExpired, isNonEmptyString, isNumber, isPlainObject, isRpcResponse } from '../primitives.js';
import { invalid, type ProtocolFault, paramsFault, protocolFault } from '../protocol-fault.js';
import { grantedChains, grantedOn, type RequestedNamespaces, type SessionGrants } from './grants.js';
import { approvedNamespacesFault, conformingFault } from './namespaces-rule.js';
import { type DeletedKind, deletedFault } from './record-faults.js';

/** The session of a call's topic, as input of its rules. */
export interface SessionValidationContext {
  /** Kind of the record if the topic was recently deleted. */
  readonly deleted: DeletedKind | null;
  /** Session of the topic. `expiry` in seconds since 1970. */
  readonly session: { readonly expiry: number; readonly namespaces: SessionGrants } | null;
  /** True if the symmetric key of the topic is in the keychain. It is required to send and receive. */
  readonly hasKey: boolean;
  readonly nowMs: number;
}

/** The pairing of a call, as input of its rules. */
export interface PairingValidationContext {
  /** `expiry` in seconds since 1970. */
  readonly pairing: { readonly expiry: number } | null;
  readonly nowMs: number;
}

const topicNotFound = (kind: string, topic: unknown): ProtocolFault =>
  protocolFault('wallet-protocol/no-matching-key', { detail: `${kind} topic doesn't exist: ${formatValue(topic)}` });

/**
 * Rule of a session topic: a string, not recently deleted, and of an existing, unexpired session with its key. An expired session or one
 * without its key is stale.
 */
export const sessionTopicFault = (topic: unknown, { deleted, session, hasKey, nowMs }: SessionValidationContext): ProtocolFault | null => {
  if (!isNonEmptyString(topic)) return invalid(`session topic should be a string: ${formatValue(topic)}`);
  if (deleted !== null) return deletedFault(topic, deleted);
  if (session === null) return topicNotFound('session', topic);
  if (isExpired(session.expiry, nowMs)) return protocolFault('wallet-protocol/expired', { detail: `session topic: ${topic}` }, ['session']);
  return hasKey ? null : { ...invalid(`session topic does not exist in keychain: ${topic}`), stale: ['session'] };
};

/** Rule of a pairing topic: a string, of an existing, unexpired pairing. An expired one is stale. */
export const pairingTopicFault = (topic: unknown, { pairing, nowMs }: PairingValidationContext): ProtocolFault | null => {
  if (!isNonEmptyString(topic)) return invalid(`pairing topic should be a string: ${formatValue(topic)}`);
  if (pairing === null) return topicNotFound('pairing', topic);
  return isExpired(pairing.expiry, nowMs)
    ? protocolFault('wallet-protocol/expired', { detail: `pairing topic: ${topic}` }, ['pairing'])
    : null;
};

/** Rule of the topic of a session or a pairing. The session takes precedence. */
const eitherTopicFault = (topic: unknown, context: SessionValidationContext & PairingValidationContext): ProtocolFault | null => {
  if (context.deleted !== null) return deletedFault(topic, context.deleted);
  if (context.session !== null) return sessionTopicFault(topic, context);
  if (context.pairing !== null) return pairingTopicFault(topic, context);
  return isNonEmptyString(topic)
    ? topicNotFound('session or pairing', topic)
    : invalid(`session or pairing topic should be a string: ${formatValue(topic)}`);
};

/** Rule of `ping()`, sent or received. Checks parameters, then the session or pairing. */
export const pingFault = (params: unknown, context: SessionValidationContext & PairingValidationContext): ProtocolFault | null =>
  paramsFault('ping()', params) ?? eitherTopicFault(asRecord(params).topic, context);

/** Rule of `disconnect()`, sent or received. Checks parameters, then the session or pairing. */
export const disconnectFault = (params: unknown, context: SessionValidationContext & PairingValidationContext): ProtocolFault | null =>
  paramsFault('disconnect()', params) ?? eitherTopicFault(asRecord(params).topic, context);

/** Rule of `extend()`, sent or received. Checks parameters, then the session. */
export const extendFault = (params: unknown, context: SessionValidationContext): ProtocolFault | null => {
  const { topic } = asRecord(params);
  return paramsFault('extend()', params) ?? deletedFault(topic, context.deleted) ?? sessionTopicFault(topic, context);
};

/** Rule of `emit()`, sent or received. Checks parameters, session, a chain with an account, then an event approved on that chain. */
export const emitFault = (params: unknown, context: SessionValidationContext): ProtocolFault | null => {
  const { topic, event, chainId } = asRecord(params);
  const { name } = asRecord(event);
  const topicFault = paramsFault('emit()', params) ?? sessionTopicFault(topic, context);
  if (topicFault !== null) return topicFault;
  const grants = context.session?.namespaces ?? {};
  if (!isChainIdString(chainId) || !grantedChains(grants).includes(chainId)) return invalid(`emit() chainId: ${formatValue(chainId)}`);
  return isNonEmptyString(name) && grantedOn(grants, chainId, 'events').includes(name)
    ? null
    : invalid(`emit() event: ${formatJson(event)}`);
};

/** Range of a request's expiry, in seconds. @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods#wc_sessionrequest */
export const REQUEST_EXPIRY = { min: 300, max: 604_800 } as const;

const expiryFault = (expiry: unknown): ProtocolFault | null =>
  expiry === undefined || (isNumber(expiry) && expiry >= REQUEST_EXPIRY.min && expiry <= REQUEST_EXPIRY.max)
    ? null
    : invalid(
        `request() expiry: ${formatValue(expiry)}. Expiry must be a number (in seconds) between ${REQUEST_EXPIRY.min} and ${REQUEST_EXPIRY.max}`,
      );

/**
 * Rule of `request()`, sent or received. Checks parameters, session, a chain with an account, the method and its approval on that chain,
 * then the expiry.
 */
export const requestFault = (params: unknown, context: SessionValidationContext): ProtocolFault | null => {
  const { topic, request, chainId, expiry } = asRecord(params);
  const { method } = asRecord(request);
  const topicFault = paramsFault('request()', params) ?? deletedFault(topic, context.deleted) ?? sessionTopicFault(topic, context);
  if (topicFault !== null) return topicFault;
  const grants = context.session?.namespaces ?? {};
  if (!isChainIdString(chainId) || !grantedChains(grants).includes(chainId)) return invalid(`request() chainId: ${formatValue(chainId)}`);
  if (!isNonEmptyString(method)) return invalid(`request() ${withoutSecrets(formatJson(request), 'signature')}`);
  if (!grantedOn(grants, chainId, 'methods').includes(method)) return invalid(`request() method: ${formatValue(method)}`);
  return expiryFault(expiry);
};

/** Rule of `respond()`. Checks parameters, session, then the response. If the session is unusable, the request is stale too. */
export const respondFault = (params: unknown, context: SessionValidationContext): ProtocolFault | null => {
  const { topic, response } = asRecord(params);
  const missing = paramsFault('respond()', params);
  if (missing !== null) return missing;
  const fault = sessionTopicFault(topic, context);
  if (fault !== null) return isNumber(asRecord(response).id) ? { ...fault, stale: [...fault.stale, 'request'] } : fault;
  return isRpcResponse(response) ? null : invalid(`respond() response: ${withoutSecrets(formatJson(response), 'signature')}`);
};

/** The session to update, with its required namespaces. */
export interface UpdateValidationContext extends SessionValidationContext {
  readonly session: (NonNullable<SessionValidationContext['session']> & { readonly requiredNamespaces: RequestedNamespaces }) | null;
}

/** Rule of `update()`, sent or received. Checks parameters, session, then namespaces and their conformity. */
export const updateFault = (params: unknown, context: UpdateValidationContext): ProtocolFault | null => {
  const { topic, namespaces: allowed } = asRecord(params);
  // Used only after `approvedNamespacesFault` has validated it.
  const namespaces = allowed as SessionGrants;
  return (
    paramsFault('update()', params) ??
    deletedFault(topic, context.deleted) ??
    sessionTopicFault(topic, context) ??
    approvedNamespacesFault(namespaces, 'update()') ??
    conformingFault(context.session?.requiredNamespaces ?? {}, namespaces, 'update()')
  );
};

/**
 * Rule of a change of a session, sent or received: only its controller, which is the wallet, may update or extend it.
 * @param sender public key of the party that requests the change
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/client-api
 */
export const controllerFault = (
  change: 'update' | 'extend',
  sender: string,
  { controller }: { readonly controller: string },
): ProtocolFault | null => (sender === controller ? null : protocolFault(`wallet-protocol/unauthorized-${change}`, {}));

/** Rule of `find()`. Checks parameters, then that each entry is an object whose chains, if any, are a list. */
export const findFault = (params: unknown): ProtocolFault | null => {
  const { requiredNamespaces } = asRecord(params);
  const isEntry = (entry: unknown): boolean => isObject(entry) && (entry.chains === undefined || Array.isArray(entry.chains));
  const isValid = isPlainObject(requiredNamespaces) && Object.values(requiredNamespaces).every(isEntry);
  return paramsFault('find()', params) ?? (isValid ? null : invalid(`find() requiredNamespaces: ${formatJson(requiredNamespaces)}`));
};
