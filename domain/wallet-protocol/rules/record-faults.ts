import { formatValue } from '../../format-value.js';
import { type ProtocolFault, protocolFault } from '../protocol-fault.js';

/** Kind of a recently deleted record. */
export type DeletedKind = 'pairing' | 'session' | 'proposal' | 'request';

/** Fault of a deleted record. @param deleted its kind, `null` if it is not known as deleted */
export const deletedFault = (id: unknown, deleted: DeletedKind | null): ProtocolFault | null =>
  deleted === null ? null : protocolFault('wallet-protocol/recently-deleted', { record: `${deleted}: ${formatValue(id)}` });

/** Fault of a key that a store has deleted. @param store name of the store, e.g. `session` */
export const deletedKeyFault = (store: string, key: unknown): ProtocolFault =>
  protocolFault('wallet-protocol/recently-deleted', { record: `${store}: ${formatValue(key)}` });

/** Fault of a key that a store does not contain. */
export const noKeyFault = (store: string, key: unknown): ProtocolFault =>
  protocolFault('wallet-protocol/no-matching-key', { detail: `${store}: ${formatValue(key)}` });

/** Fault of a component that is not initialized. @param component e.g. `engine` */
export const notInitializedFault = (component: string): ProtocolFault =>
  protocolFault('wallet-protocol/not-initialized', { detail: component });

/** Fault of an expiry target that is neither a topic nor an id. */
export const targetFault = (target: unknown): ProtocolFault =>
  protocolFault('wallet-protocol/unknown-type', { detail: `Target type: ${formatValue(target)}` });

/** Fault of a call whose session or pairing was removed during the call. */
export const removedTopicFault = (topic: unknown): ProtocolFault =>
  protocolFault('wallet-protocol/mismatched-topic', { detail: `Session or pairing topic not found: ${formatValue(topic)}` });
