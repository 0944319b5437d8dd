import { viewChunk } from './feature.js';

/**
 * The views behind the first one, of several features: who connects a wallet sees most of them, so they are fetched together when
 * the modal opens or a wallet is connected.
 */
export const INNER_CHUNK = viewChunk(
  'inner',
  () => import('../views/inner-views.js'),
  ({ live, connectedNamespaces }) => (connectedNamespaces.length > 0 ? 'now' : live ? 'soon' : 'later'),
);
