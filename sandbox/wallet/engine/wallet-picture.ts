import { accountsIn } from './keys/accounts-in.js';
import { OTHER_NAMESPACES } from './keys/namespace.js';
import type { WindowSnapshot } from './messages.js';
import type { WalletState } from './wallet-state.js';

/** What a wallet shows of itself, whoever shows it. No key is in it. */
export const walletPicture = (state: WalletState): Pick<WindowSnapshot, 'accounts' | 'selected' | 'chainId' | 'chains' | 'others'> => {
  const { accounts, selected, chainId, chains, nodes } = state;
  const place = accounts.findIndex(({ address }) => address === selected);
  return {
    accounts: accounts.map(({ name, address }) => ({ name, address })),
    selected,
    chainId,
    chains: chains.map((chain) => ({ chainId: chain.chainId, name: chain.name, symbol: chain.currency.symbol })),
    others: Object.fromEntries(
      OTHER_NAMESPACES.flatMap((namespace) => {
        const node = nodes[namespace];
        return node === undefined ? [] : [[namespace, accountsIn(namespace, place, node).map(({ address }) => address)]];
      }),
    ),
  };
};
