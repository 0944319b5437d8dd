import { loadNetworkLogos } from '../components/network-logo-chunk.js';
import { viewChunk } from './feature.js';

/**
 * Views that follow the first one, of several features. Most users who connect see them, so they are fetched together when the modal opens
 * or a wallet is connected.
 */
export const INNER_CHUNK = viewChunk(
  'inner',
  async () => {
    // Together, so that no network shows a tile first.
    const [views] = await Promise.all([import('../views/inner-views.js'), loadNetworkLogos()]);
    return views;
  },
  ({ live, connectedNamespaces }) => (connectedNamespaces.length > 0 ? 'now' : live ? 'soon' : 'on-demand'),
);
