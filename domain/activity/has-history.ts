import type { Namespace } from '../caip/namespace.js';

/** Tests whether services have the history of accounts of a namespace (specification, section 6). */
export const hasHistory = (namespace: Namespace): boolean => namespace === 'eip155' || namespace === 'solana';
