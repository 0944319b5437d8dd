import { membersOf } from '../../wire.js';
import { isPlainObject, isRelayList } from '../primitives.js';
import { invalid, type ProtocolFault } from '../protocol-fault.js';
import { shown, shownJson } from '../shown.js';
import { requestedNamespacesFault } from './namespaces-rule.js';
import { paramsFault } from './params.js';
import { propertiesFault, scopedToRequested } from './properties-rule.js';
import { type KnownPairing, pairingTopicFault } from './topic-rule.js';

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
