import type { ChainId } from '../caip/caip-2.js';
import { LatchkeyError } from '../errors/latchkey-error.js';
import { attempt } from '../wire.js';
import { checkNetwork } from './check-network.js';
import type { Network, NetworkDefinition } from './network.js';

/**
 * CAIP-2 references that the RPC service serves, by namespace. It also serves NEAR, which Latchkey does not support. `4sgjmw1…` is
 * Solana's former id in the spelling of the service.
 */
const RPC_SERVICE_REFERENCES: Readonly<Record<string, string>> = {
  eip155:
    '1 10 56 97 100 137 300 324 1101 1301 1329 5000 5003 8217 8453 17000 42161 42220 43113 43114 59144 80002 80084 84532 421614 7777777 11155111 11155420 999999999 1313161554 1313161555',
  solana:
    '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp EtWTRABZaYq6iMfeYKouRu166VU2xqa1 4sgjmw1sunhzsxgspuhpqldx6wiyjntz 4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  bip122: '000000000019d6689c085ae165831e93 000000000933ea01ad0ee984209779ba',
  near: 'mainnet',
};

/** CAIP-2 ids that the RPC service serves. */
export const RPC_SERVICE_NETWORKS: readonly string[] = Object.entries(RPC_SERVICE_REFERENCES).flatMap(([namespace, references]) =>
  references.split(' ').map((reference) => `${namespace}:${reference}`),
);

export const isServedByRpcService = (chainId: string): boolean => RPC_SERVICE_NETWORKS.includes(chainId);

/** A custom RPC URL, optionally with headers. */
export interface CustomRpcUrl {
  /** An `https:` or `http:` URL. */
  readonly url: string;
  /** `headers` are sent with every request. A URL with headers is never passed to a wallet; WebSockets do not send headers. */
  readonly config?: { readonly headers?: Readonly<Record<string, string>> | undefined } | undefined;
}

/** Settings of the app for all networks. */
export interface NetworkSettings {
  /** Base URL of the RPC service, ending in `/`; `null` without a project id and a custom URL. */
  readonly rpcService: string | null;
  readonly projectId?: string | undefined;
  /** Custom RPC URLs by CAIP-2 id, by preference. A URL with headers is never passed to a wallet. */
  readonly customRpcUrls?: Readonly<Record<string, readonly CustomRpcUrl[]>> | undefined;
  /** Image URLs by network id. */
  readonly chainImages?: Readonly<Record<string, string>> | undefined;
}

const unique = (urls: readonly string[]): readonly string[] => [...new Set(urls)];

const withProjectId = (url: string, projectId: string | undefined): string =>
  projectId === undefined || /[?&]projectId=/.test(url)
    ? url
    : `${url}${url.includes('?') ? '&' : '?'}projectId=${encodeURIComponent(projectId)}`;

/** URL of the RPC service for a chain. */
const serviceUrl = (base: string, chainId: ChainId, projectId: string | undefined): string =>
  withProjectId(`${base}?chainId=${chainId}`, projectId);

const originOf = (url: string): string => /^[^/]*\/\/[^/?#]*/.exec(url)?.[0].toLowerCase() ?? url;

const decodeUrl = (url: string): string => attempt(() => decodeURIComponent(url)) ?? url;

/**
 * Validates and completes a network: ids, RPC URLs for reads and for wallets, image. Reads use the app's custom URLs, then the RPC
 * service if it serves the network, else the network's own URLs. Wallets never receive the project id.
 * @throws LatchkeyError `config/invalid-network` with the field and the fix
 */
export const extendNetwork = (definition: NetworkDefinition, settings: NetworkSettings): Network => {
  const { rpcUrls: ownRpcUrls, walletUrls, ...network } = checkNetwork(definition);
  const { id, name, chainNamespace, caipNetworkId } = network;
  const { rpcService, chainImages } = settings;
  const projectId = settings.projectId || undefined;
  const customRpcUrls = settings.customRpcUrls?.[caipNetworkId] ?? [];

  // A definition may contain the service's URL without the required project id.
  const isService = (url: string): boolean => rpcService !== null && originOf(url) === originOf(rpcService);
  const fallbackUrls =
    rpcService !== null && isServedByRpcService(caipNetworkId)
      ? [serviceUrl(rpcService, caipNetworkId, projectId)]
      : ownRpcUrls.http.map((url) => (isService(url) ? withProjectId(url, projectId) : url));
  const http = unique([...customRpcUrls.map(({ url }) => url), ...fallbackUrls]);
  // Bitcoin has no JSON-RPC URLs: its balances come from an Esplora service.
  if (http.length === 0 && chainNamespace !== 'bip122') {
    throw new LatchkeyError('config/invalid-network', {
      network: name,
      field: 'rpcUrls.default.http',
      fix: 'add at least one http(s) URL',
    });
  }

  const headerEntries = customRpcUrls.flatMap(({ url, config }) => (config?.headers === undefined ? [] : [[url, config.headers] as const]));
  const headers = Object.fromEntries(headerEntries);
  const shareableUrls = [...customRpcUrls.map(({ url }) => url).filter((url) => headers[url] === undefined), ...walletUrls];
  const isSecret = (url: string): boolean => projectId !== undefined && decodeUrl(url).includes(projectId);
  return {
    ...network,
    rpcUrls: {
      default: { ...ownRpcUrls, http },
      chainDefault: { http: unique(shareableUrls.filter((url) => !isSecret(url))) },
      ...(headerEntries.length > 0 && { headers }),
    },
    assets: {
      imageId: definition.assets?.imageId,
      imageUrl: chainImages?.[id] ?? definition.assets?.imageUrl,
    },
    unknown: false,
  };
};
