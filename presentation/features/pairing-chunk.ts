import { viewChunk } from './feature.js';

/**
 * The views that pair with a wallet on another device, or lead to a first wallet. Small, and the next step for who picks a wallet
 * that is not on the page: fetched when the modal opens, where such wallets can be connected. The QR encoder and the protocol wait for that choice.
 */
export const PAIRING_CHUNK = viewChunk(
  'pairing',
  () => import('../views/pairing-views.js'),
  ({ live, connectors }) => (live && connectors.some(({ type }) => type === 'WALLET_CONNECT') ? 'soon' : 'later'),
);
