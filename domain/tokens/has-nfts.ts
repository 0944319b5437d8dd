import type { Namespace } from '../caip/namespace.js';

const NAMESPACES: readonly Namespace[] = ['eip155', 'solana'];

/** Tests whether accounts of a namespace have NFTs at the blockchain API. */
export const hasNfts = (namespace: Namespace): boolean => NAMESPACES.includes(namespace);
