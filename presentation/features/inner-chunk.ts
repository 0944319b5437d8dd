import { viewChunk } from './feature.js';

/**
 * Views that follow the first one, of several features. Most users who connect see them, so they are fetched together when the modal opens
 * or a wallet is connected.
 */
export const INNER_CHUNK = viewChunk(
  'inner',
  () => import('../views/inner-views.js'),
  ({ live, connectedNamespaces }) => (connectedNamespaces.length > 0 ? 'now' : live ? 'soon' : 'on-demand'),
);
