import type { Namespace } from '../caip/namespace.js';

const NAMESPACES: readonly Namespace[] = ['eip155', 'solana', 'bip122'];

/** Tests whether accounts of a namespace have a history: at the blockchain API (specification, section 6), and of Bitcoin at its own nodes. */
export const hasHistory = (namespace: Namespace): boolean => NAMESPACES.includes(namespace);
