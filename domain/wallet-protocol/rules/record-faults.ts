import { type ProtocolFault, protocolFault } from '../protocol-fault.js';
import { shown } from '../shown.js';

/** What a record was that is gone and still remembered. */
export type DeletedKind = 'pairing' | 'session' | 'proposal' | 'request';

/** Fault of something that is used after it was deleted. @param deleted what it was, `null` where nobody remembers it */
export const deletedFault = (id: unknown, deleted: DeletedKind | null): ProtocolFault | null =>
  deleted === null ? null : protocolFault('wallet-protocol/recently-deleted', { record: `${deleted}: ${shown(id)}` });

/** Fault of a key that a store remembers to have deleted. @param store the store's name, e.g. `session` */
export const deletedKeyFault = (store: string, key: unknown): ProtocolFault =>
  protocolFault('wallet-protocol/recently-deleted', { record: `${store}: ${shown(key)}` });

/** Fault of a key that a store does not have. */
export const noKeyFault = (store: string, key: unknown): ProtocolFault =>
  protocolFault('wallet-protocol/no-matching-key', { detail: `${store}: ${shown(key)}` });

/** Fault of a part that is used before it was started. @param part its name, e.g. `engine` */
export const notInitializedFault = (part: string): ProtocolFault => protocolFault('wallet-protocol/not-initialized', { detail: part });

/** Fault of an expiry that is set for neither a topic nor an id. */
export const targetFault = (target: unknown): ProtocolFault =>
  protocolFault('wallet-protocol/unknown-type', { detail: `Target type: ${shown(target)}` });

/** Fault of a call on a topic whose session or pairing went away after the call was let through. */
export const vanishedTopicFault = (topic: unknown): ProtocolFault =>
  protocolFault('wallet-protocol/mismatched-topic', { detail: `Session or pairing topic not found: ${shown(topic)}` });
