import { HelpButton } from '../components/help-button.js';
import { Connect, WalletGroup } from '../views/connect/connect.js';
import { ConnectScope } from '../views/connect/connect-scope.js';
import { ConnectWallets } from '../views/connect-wallets/connect-wallets.js';
import { defineFeature, hasData } from './feature.js';
import { INNER_CHUNK } from './inner-chunk.js';

/** Connects installed wallets. Its first views are part of the modal's code, because the user sees them first. */
export const connectFeature = defineFeature({
  views: {
    Connect: {
      title: (m) => m.connectWallet,
      header: { start: ({ canGoBack }) => (canGoBack ? null : HelpButton), isHome: true },
      render: () => <Connect />,
    },
    ConnectWallets: { title: (m) => m.titleConnectWallets, render: () => <ConnectWallets /> },
    ConnectingExternal: {
      title: (m, { connectorId }, { walletOf }) => walletOf(connectorId) ?? m.connectWallet,
      guard: hasData,
      chunk: INNER_CHUNK,
    },
    ConnectingMultiChain: {
      title: (m, { connectorIds }, { walletOf }) => walletOf(connectorIds[0]?.connectorId ?? '') ?? m.connectWallet,
      guard: hasData,
      chunk: INNER_CHUNK,
    },
    WhatIsAWallet: { title: (m) => m.titleWhatIsWallet, chunk: INNER_CHUNK },
  },
  Scope: ConnectScope,
  connectGroups: { wallet: { Group: WalletGroup } },
});
