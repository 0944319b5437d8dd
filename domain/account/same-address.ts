import type { Namespace } from '../caip/namespace.js';

/** Bech32 and bech32m addresses may be written in upper case. @see BIP-173 */
const BECH32 = /^(?:bc|tb|bcrt)1/i;

const normal = (namespace: Namespace, address: string): string =>
  namespace === 'eip155' || (namespace === 'bip122' && BECH32.test(address)) ? address.toLowerCase() : address;

/** Whether two addresses of a namespace are the same account, where letter case makes no difference. */
export const isSameAddress = (namespace: Namespace, a: string, b: string): boolean => normal(namespace, a) === normal(namespace, b);
