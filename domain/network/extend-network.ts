import type { ChainId } from '../caip/caip-2.js';
import { LatchkeyError } from '../errors/latchkey-error.js';
import { checkNetwork } from './check-network.js';
import type { Network, NetworkDefinition } from './network.js';
import { isRouted } from './routed-networks.js';

/** An RPC address of the host, with headers where the node asks for them. */
export interface CustomRpcUrl {
  /** An `https:` or `http:` address. */
  readonly url: string;
  /** `headers` are sent with every request to it: then no wallet is told of it. Sockets carry none. */
  readonly config?: { readonly headers?: Readonly<Record<string, string>> | undefined } | undefined;
}

/** What the host says about all networks. */
export interface NetworkSettings {
  /** Base address of the RPC service, ending in `/`, or `null` when there is none to use (no project id and no own address). */
  readonly rpcService: string | null;
  readonly projectId?: string | undefined;
  /** The host's own nodes by CAIP-2 id, in order of preference. One that needs headers is asked with them, and never handed to a wallet. */
  readonly customRpcUrls?: Readonly<Record<string, readonly CustomRpcUrl[]>> | undefined;
  /** Pictures by bare network id. */
  readonly chainImages?: Readonly<Record<string, string>> | undefined;
}

const unique = (urls: readonly string[]): readonly string[] => [...new Set(urls)];

const withProjectId = (url: string, projectId: string | undefined): string =>
  projectId === undefined || /[?&]projectId=/.test(url)
    ? url
    : `${url}${url.includes('?') ? '&' : '?'}projectId=${encodeURIComponent(projectId)}`;

/** The RPC service's address for a chain. */
const serviceUrl = (base: string, chainId: ChainId, projectId: string | undefined): string =>
  withProjectId(`${base}?chainId=${chainId}`, projectId);

const originOf = (url: string): string => /^[^/]*\/\/[^/?#]*/.exec(url)?.[0].toLowerCase() ?? url;

const decoded = (url: string): string => {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
};

/**
 * Completes and checks a network: ids, addresses to read from, addresses to hand to wallets, picture. Reads go to the
 * host's own nodes, then to the RPC service for the networks it serves, else to the network's own nodes. What is handed
 * to wallets never carries the project id.
 * @throws LatchkeyError `config/invalid-network` with the field and the fix
 */
export const extendNetwork = (definition: NetworkDefinition, settings: NetworkSettings): Network => {
  const { rpcUrls: own, walletUrls, ...network } = checkNetwork(definition);
  const { id, name, chainNamespace, caipNetworkId } = network;
  const { rpcService, chainImages } = settings;
  const projectId = settings.projectId || undefined;
  const custom = settings.customRpcUrls?.[caipNetworkId] ?? [];

  // A definition may name the service itself, without the project id that it asks for.
  const isService = (url: string): boolean => rpcService !== null && originOf(url) === originOf(rpcService);
  const nodes =
    rpcService !== null && isRouted(caipNetworkId)
      ? [serviceUrl(rpcService, caipNetworkId, projectId)]
      : own.http.map((url) => (isService(url) ? withProjectId(url, projectId) : url));
  const http = unique([...custom.map(({ url }) => url), ...nodes]);
  // Bitcoin has no JSON-RPC nodes: its balances come from an Esplora service.
  if (http.length === 0 && chainNamespace !== 'bip122') {
    throw new LatchkeyError('config/invalid-network', {
      network: name,
      field: 'rpcUrls.default.http',
      fix: 'write at least one http(s) address',
    });
  }

  const guarded = custom.flatMap(({ url, config }) => (config?.headers === undefined ? [] : [[url, config.headers] as const]));
  const headers = Object.fromEntries(guarded);
  const forWallets = [...custom.map(({ url }) => url).filter((url) => headers[url] === undefined), ...walletUrls];
  const isSecret = (url: string): boolean => projectId !== undefined && decoded(url).includes(projectId);
  return {
    ...network,
    rpcUrls: {
      default: { ...own, http },
      chainDefault: { http: unique(forWallets.filter((url) => !isSecret(url))) },
      ...(guarded.length > 0 && { headers }),
    },
    assets: {
      imageId: definition.assets?.imageId,
      imageUrl: chainImages?.[id] ?? definition.assets?.imageUrl,
    },
    unknown: false,
  };
};
