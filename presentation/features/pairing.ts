import { PairingScope } from '../components/pairing-scope.js';
import { defineFeature, hasData } from './feature.js';
import { PAIRING_CHUNK } from './pairing-chunk.js';

/** Pairs with a wallet on another device, or with an app on this device. */
export const pairingFeature = defineFeature({
  views: {
    ConnectingWalletConnect: { title: (m, { wallet }) => wallet?.name ?? m.walletConnect, guard: hasData, chunk: PAIRING_CHUNK },
    ConnectingWalletConnectBasic: { title: (m) => m.walletConnect, chunk: PAIRING_CHUNK },
  },
  Scope: PairingScope,
});
