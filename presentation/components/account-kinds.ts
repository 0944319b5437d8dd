import type { AccountState } from '../../domain/connection/connection-state.js';

/** Whatever the order of the wallet, and whichever is in use. */
const ORDER: readonly string[] = ['payment', 'ordinal', 'stx'];

/** The kinds of account that a Bitcoin wallet shares side by side; one where there is nothing to choose by kind. */
export const accountKindsOf = ({ namespace, allAccounts }: AccountState): readonly AccountState['allAccounts'][number]['type'][] =>
  namespace === 'bip122'
    ? [...new Set(allAccounts.map(({ type }) => type))].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
    : allAccounts.slice(0, 1).map(({ type }) => type);
