import type { ChainId } from '../caip/caip-2.js';
import { LatchkeyError } from '../errors/latchkey-error.js';
import { attempt } from '../wire.js';
import { checkNetwork } from './check-network.js';
import type { Network, NetworkDefinition } from './network.js';

/**
 * CAIP-2 ids that the RPC service answers for, without their namespace. NEAR is served too, but Latchkey does not speak it.
 * `4sgjmw1…` is the former id of Solana as that service spells it.
 */
const ROUTED: Readonly<Record<string, string>> = {
  eip155:
    '1 10 56 97 100 137 300 324 1101 1301 1329 5000 5003 8217 8453 17000 42161 42220 43113 43114 59144 80002 80084 84532 421614 7777777 11155111 11155420 999999999 1313161554 1313161555',
  solana:
    '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp EtWTRABZaYq6iMfeYKouRu166VU2xqa1 4sgjmw1sunhzsxgspuhpqldx6wiyjntz 4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  bip122: '000000000019d6689c085ae165831e93 000000000933ea01ad0ee984209779ba',
  near: 'mainnet',
};

/** CAIP-2 ids of the networks whose reads the RPC service answers. */
export const ROUTED_NETWORKS: readonly string[] = Object.entries(ROUTED).flatMap(([namespace, references]) =>
  references.split(' ').map((reference) => `${namespace}:${reference}`),
);

/** Whether the RPC service answers for a network. */
export const isRouted = (chainId: string): boolean => ROUTED_NETWORKS.includes(chainId);

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

const decoded = (url: string): string => attempt(() => decodeURIComponent(url)) ?? url;

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
