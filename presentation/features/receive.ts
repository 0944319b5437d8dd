import type { Features } from '../../domain/options/options.js';
import { ReceiveButton } from '../views/account/receive-button.js';
import { defineFeature, viewChunk } from './feature.js';

/** The address with its QR code, fetched when it is shown. */
const RECEIVE_CHUNK = viewChunk('receive', () => import('../views/receive-views.js'));

const isOffered = ({ receive }: Features): boolean => receive;

/** Shows the address of the connected account to receive at. */
export const receiveFeature = defineFeature({
  views: {
    WalletReceive: { title: (m) => m.titleReceive, isOffered, chunk: RECEIVE_CHUNK },
    WalletCompatibleNetworks: { title: (m) => m.titleCompatibleNetworks, isOffered, chunk: RECEIVE_CHUNK },
  },
  walletFeatures: { receive: ReceiveButton },
});
