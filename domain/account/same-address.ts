import type { Namespace } from '../caip/namespace.js';

/** Bech32 and bech32m addresses may be upper case. @see BIP-173 */
const BECH32 = /^(?:bc|tb|bcrt)1/i;

/** Returns the form of an address that is equal for equal addresses. */
export const addressKey = (namespace: Namespace, address: string): string =>
  namespace === 'eip155' || (namespace === 'bip122' && BECH32.test(address)) ? address.toLowerCase() : address;

/** Compares addresses of a namespace, ignoring letter case where it is not significant. */
export const isSameAddress = (namespace: Namespace, a: string, b: string): boolean => addressKey(namespace, a) === addressKey(namespace, b);
