import type { Namespace } from '../caip/namespace.js';

/** Their histories are at the blockchain API (specification, section 6) or, of Bitcoin, at the chain's own nodes. */
const READ_NAMESPACES: readonly Namespace[] = ['eip155', 'solana', 'bip122'];

/** Tests for a namespace whose history no service has, such as Polkadot: it is what was sent here. */
export const isHistoryRecorded = (namespace: Namespace): boolean => !READ_NAMESPACES.includes(namespace);
