import { viewChunk } from './feature.js';

/**
 * Views for pairing with a wallet on another device and for getting a first wallet. They are small and often come next, so they are fetched
 * when the modal opens, if remote wallets can be connected. The QR encoder and the protocol are fetched later, when a wallet is picked.
 */
export const PAIRING_CHUNK = viewChunk(
  'pairing',
  () => import('../views/pairing-views.js'),
  ({ live, connectors }) => (live && connectors.some(({ type }) => type === 'WALLET_CONNECT') ? 'soon' : 'on-demand'),
);
