import { type BitcoinNetworkName, bitcoinNetworkOf } from './bitcoin-network.js';
import type { Network } from './network.js';
import { withoutSlash } from './node-headers.js';

/** Public services by network, for hosts that name none. @see https://mempool.space/docs/api/rest */
const PUBLIC: Readonly<Partial<Record<BitcoinNetworkName, string>>> = {
  main: 'https://mempool.space/api',
  test: 'https://mempool.space/testnet/api',
  test4: 'https://mempool.space/testnet4/api',
  signet: 'https://mempool.space/signet/api',
};

/** What a host says about where Bitcoin is read. */
export interface EsploraSettings {
  /** For this network alone. */
  readonly own?: readonly string[] | undefined;
  /** `endpoints.esplora`, for whichever network it serves. */
  readonly endpoint?: string | undefined;
}

/**
 * Where a Bitcoin network is read, in order: what the host says of it, the addresses of the network itself, the host's one
 * service, and only where there is none of these a public one.
 */
export const bitcoinEsplora = ({ caipNetworkId, rpcUrls }: Network, { own = [], endpoint }: EsploraSettings): readonly string[] => {
  // The network's own addresses, without those of a JSON-RPC service.
  const { default: read, chainDefault: open, headers = {} } = rpcUrls;
  const first = read.http.filter((url) => url in headers || open.http.includes(url));
  const named = [...own, ...first, ...open.http, ...(endpoint === undefined ? [] : [endpoint])].map(withoutSlash);
  const name = bitcoinNetworkOf(caipNetworkId);
  const service = name === null ? undefined : PUBLIC[name];
  if (named.length > 0) return [...new Set(named)];
  return service === undefined ? [] : [service];
};
