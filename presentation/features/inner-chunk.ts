import { loadNetworkLogos } from '../components/network-logo-chunk.js';
import { viewChunk } from './feature.js';

/** Loads views together with the logos, so that no network shows a tile first. */
const withLogos = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  const [module] = await Promise.all([load(), loadNetworkLogos()]);
  return module;
};

/**
 * Views that follow the first one, of several features. Most users who connect see them, so they are fetched together when the modal opens
 * or a wallet is connected.
 */
export const INNER_CHUNK = viewChunk(
  'inner',
  () => withLogos(() => import('../views/inner-views.js')),
  ({ live, connectedNamespaces }) => (connectedNamespaces.length > 0 ? 'now' : live ? 'soon' : 'on-demand'),
);
