import type { View } from '../../domain/router/views.js';
import type { Messages } from '../messages/en.js';

/** Names that a title may need. */
export interface TitleNames {
  /** Name of the wallet with this connector id. */
  readonly walletOf: (connectorId: string) => string | undefined;
  /** Name of the network with this CAIP-2 id. */
  readonly networkOf: (chainId: string) => string | undefined;
}

/** Views whose title is not on screen: it names the dialog for assistive technology only. */
const UNTITLED: ReadonlySet<View['name']> = new Set(['Account']);

/** The title of a view, and whether it is on screen. A view that is not built yet shows Connect. */
export const titleOf = (view: View, m: Messages, names: TitleNames): { readonly text: string; readonly hidden: boolean } => ({
  text: textOf(view, m, names),
  hidden: UNTITLED.has(view.name),
});

const textOf = (view: View, m: Messages, { walletOf, networkOf }: TitleNames): string => {
  switch (view.name) {
    case 'ConnectWallets':
      return m.titleConnectWallets;
    case 'AllWallets':
      return m.allWallets;
    case 'ConnectingWalletConnect':
      return view.data.wallet?.name ?? m.walletConnect;
    case 'ConnectingWalletConnectBasic':
      return m.walletConnect;
    case 'Create':
      return m.titleCreate;
    case 'GetWallet':
      return m.getWallet;
    case 'Downloads':
      return view.data.wallet === undefined ? m.getWallet : m.titleDownload(view.data.wallet.name);
    case 'ConnectingExternal':
      return walletOf(view.data.connectorId) ?? m.connectWallet;
    case 'ConnectingMultiChain':
      return walletOf(view.data.connectorIds[0]?.connectorId ?? '') ?? m.connectWallet;
    case 'SwitchActiveChain':
      return networkOf(view.data.chainId) ?? m.switchNetwork;
    case 'SwitchAddress':
      return m.titleSwitchAddress;
    case 'Profile':
      return m.titleProfile;
    case 'WhatIsAWallet':
      return m.titleWhatIsWallet;
    case 'Account':
      return m.titleAccount;
    case 'AccountSettings':
      return m.titleSettings;
    case 'Networks':
      return m.titleNetworks;
    case 'SwitchNetwork':
      return networkOf(view.data.chainId) ?? m.switchNetwork;
    case 'UnsupportedChain':
      return m.switchNetwork;
    case 'WhatIsANetwork':
      return m.titleWhatIsNetwork;
    default:
      return m.connectWallet;
  }
};
