import { type BitcoinNetworkName, bitcoinNetworkOf } from './bitcoin-network.js';
import type { Network } from './network.js';
import { withoutTrailingSlash } from './rpc-headers.js';

/** Default public services by network. @see https://mempool.space/docs/api/rest */
const PUBLIC_ESPLORA_URLS: Readonly<Partial<Record<BitcoinNetworkName, string>>> = {
  main: 'https://mempool.space/api',
  test: 'https://mempool.space/testnet/api',
  test4: 'https://mempool.space/testnet4/api',
  signet: 'https://mempool.space/signet/api',
};

/** Esplora URLs that the app configures. */
export interface EsploraSettings {
  /** URLs for this network only. */
  readonly urls?: readonly string[] | undefined;
  /** `endpoints.esplora`, for any network that it serves. */
  readonly endpoint?: string | undefined;
}

/**
 * Returns the Esplora URLs of a Bitcoin network by preference: the app's URLs for it, the network's own URLs, the app's general endpoint;
 * a public service only if there are none.
 */
export const esploraUrls = ({ caipNetworkId, rpcUrls }: Network, { urls = [], endpoint }: EsploraSettings): readonly string[] => {
  // The network's own URLs, without those of the JSON-RPC service.
  const { default: readUrls, chainDefault: walletUrls, headers = {} } = rpcUrls;
  const ownUrls = readUrls.http.filter((url) => url in headers || walletUrls.http.includes(url));
  const configured = [...urls, ...ownUrls, ...walletUrls.http, ...(endpoint === undefined ? [] : [endpoint])].map(withoutTrailingSlash);
  const name = bitcoinNetworkOf(caipNetworkId);
  const publicUrl = name === null ? undefined : PUBLIC_ESPLORA_URLS[name];
  if (configured.length > 0) return [...new Set(configured)];
  return publicUrl === undefined ? [] : [publicUrl];
};
