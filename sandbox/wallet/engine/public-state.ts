import { accountsIn } from './keys/accounts-in.js';
import { OTHER_NAMESPACES } from './keys/namespace.js';
import type { WindowSnapshot } from './messages.js';
import type { WalletState } from './wallet-state.js';

/** Returns the wallet's public state for its UIs. Without private keys. */
export const publicState = (state: WalletState): Pick<WindowSnapshot, 'accounts' | 'selected' | 'chainId' | 'chains' | 'others'> => {
  const { accounts, selected, chainId, chains, nodes } = state;
  const index = accounts.findIndex(({ address }) => address === selected);
  return {
    accounts: accounts.map(({ name, address }) => ({ name, address })),
    selected,
    chainId,
    chains: chains.map((chain) => ({ chainId: chain.chainId, name: chain.name, symbol: chain.currency.symbol })),
    others: Object.fromEntries(
      OTHER_NAMESPACES.flatMap((namespace) => {
        const node = nodes[namespace];
        return node === undefined ? [] : [[namespace, accountsIn(namespace, index, node).map(({ address }) => address)]];
      }),
    ),
  };
};
