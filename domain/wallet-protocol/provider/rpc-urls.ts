/** Default RPC service, for chains without a custom URL. @see https://docs.reown.com/cloud/blockchain-api */
export const PROVIDER_RPC_URL = 'https://rpc.walletconnect.org/v1/';

/** RPC endpoints of a provider in addition to those of its namespaces. */
export interface RpcService {
  /** URL of the RPC service. Default: {@link PROVIDER_RPC_URL}. */
  readonly rpcUrl?: string;
  /** Project id. Without it the default service is not used. */
  readonly projectId?: string;
  /** Fallback URLs by CAIP-2 id, in order. */
  readonly fallbackRpcUrls?: Readonly<Record<string, readonly string[]>>;
}

const withQuery = (url: string, query: readonly (readonly [name: string, value: string])[]): string => {
  // A colon is valid in a query, and services compare the chain id as text.
  const pairs = query.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%3A', ':')}`).join('&');
  return `${url}${url.includes('?') ? '&' : '?'}${pairs}`;
};

/**
 * Returns the RPC URLs of a chain in order: the custom URL and its fallbacks, otherwise the service's URL. Empty without any.
 * @param chainId CAIP-2
 * @param rpcMap custom URLs by chain reference or CAIP-2 id
 */
export const rpcUrlsOf = (
  chainId: string,
  rpcMap: Readonly<Record<string, string>> | undefined,
  { rpcUrl, projectId = '', fallbackRpcUrls = {} }: RpcService,
): readonly string[] => {
  const reference = chainId.slice(chainId.indexOf(':') + 1);
  const first = rpcMap?.[reference] ?? rpcMap?.[chainId];
  const urls = [...new Set([...(first === undefined ? [] : [first]), ...(fallbackRpcUrls[chainId] ?? [])])];
  if (urls.length > 0) return urls;
  if (rpcUrl === undefined && projectId === '') return [];
  return [withQuery(rpcUrl ?? PROVIDER_RPC_URL, [['chainId', chainId], ...(projectId === '' ? [] : [['projectId', projectId] as const])])];
};

/** URL of a bundler behind the RPC service. @param bundler the name that the wallet returned */
export const bundlerUrlOf = (chainId: string, bundler: string, service: RpcService & { readonly bundlerUrl?: string }): string => {
  const { bundlerUrl, rpcUrl = PROVIDER_RPC_URL, projectId = '' } = service;
  return withQuery(bundlerUrl ?? `${rpcUrl.replace(/\/?$/, '/')}bundler`, [
    ['projectId', projectId],
    ['chainId', chainId],
    ['bundler', bundler],
  ]);
};
