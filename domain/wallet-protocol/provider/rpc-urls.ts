/** Where the nodes of all chains are that a host has no address of its own for. @see https://docs.reown.com/cloud/blockchain-api */
export const PROVIDER_RPC_URL = 'https://rpc.walletconnect.org/v1/';

/** The nodes that a provider may use beside those of its namespaces. */
export interface RpcService {
  /** Address of the service of all chains. Default: {@link PROVIDER_RPC_URL}. */
  readonly rpcUrl?: string;
  /** Who asks; without it the service is not used, unless it is the host's own. */
  readonly projectId?: string;
  /** Further addresses by CAIP-2 id, asked in this order where one before them does not answer. */
  readonly fallbackRpcUrls?: Readonly<Record<string, readonly string[]>>;
}

const withQuery = (url: string, query: readonly (readonly [name: string, value: string])[]): string => {
  // The colon of a chain id is a colon in a query too, and services compare it as text.
  const pairs = query.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%3A', ':')}`).join('&');
  return `${url}${url.includes('?') ? '&' : '?'}${pairs}`;
};

/**
 * The addresses of a chain's nodes, the first to be asked first: the host's own, its further ones, and where it has none, the service's.
 * Empty where the chain has no node at all.
 * @param chainId CAIP-2
 * @param own by the chain's reference or its CAIP-2 id
 */
export const rpcUrlsOf = (
  chainId: string,
  own: Readonly<Record<string, string>> | undefined,
  { rpcUrl, projectId = '', fallbackRpcUrls = {} }: RpcService,
): readonly string[] => {
  const reference = chainId.slice(chainId.indexOf(':') + 1);
  const first = own?.[reference] ?? own?.[chainId];
  const urls = [...new Set([...(first === undefined ? [] : [first]), ...(fallbackRpcUrls[chainId] ?? [])])];
  if (urls.length > 0) return urls;
  if (rpcUrl === undefined && projectId === '') return [];
  return [withQuery(rpcUrl ?? PROVIDER_RPC_URL, [['chainId', chainId], ...(projectId === '' ? [] : [['projectId', projectId] as const])])];
};

/** Address of a bundler that the service speaks for. @param bundler the name that the wallet gave it */
export const bundlerUrlOf = (chainId: string, bundler: string, service: RpcService & { readonly bundlerUrl?: string }): string => {
  const { bundlerUrl, rpcUrl = PROVIDER_RPC_URL, projectId = '' } = service;
  return withQuery(bundlerUrl ?? `${rpcUrl.replace(/\/?$/, '/')}bundler`, [
    ['projectId', projectId],
    ['chainId', chainId],
    ['bundler', bundler],
  ]);
};
