import type { AccountState } from '../../domain/connection/connection-state.js';

/** Fixed order, independent of the wallet's order and the account in use. */
const ORDER: readonly string[] = ['payment', 'ordinal', 'stx'];

/** Returns the account types that a Bitcoin wallet shares; other namespaces have one at most. */
export const accountTypesOf = ({ namespace, allAccounts }: AccountState): readonly AccountState['allAccounts'][number]['type'][] =>
  namespace === 'bip122'
    ? [...new Set(allAccounts.map(({ type }) => type))].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
    : allAccounts.slice(0, 1).map(({ type }) => type);
