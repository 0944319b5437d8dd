import { isPlainObject } from '../primitives.js';
import { invalid, type ProtocolFault, protocolFault } from '../protocol-fault.js';
import { shown, shownJson } from '../shown.js';

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
