import type { Network } from './network.js';

export const withoutTrailingSlash = (url: string): string => url.replace(/\/+$/, '');

/** Headers that the app configured for an RPC URL (`customRpcUrls`), such as an API key. */
export const rpcHeaders = ({ rpcUrls: { headers = {} } }: Network, url: string): Readonly<Record<string, string>> | undefined =>
  // Some clients strip trailing slashes.
  Object.entries(headers).find(([configuredUrl]) => withoutTrailingSlash(configuredUrl) === withoutTrailingSlash(url))?.[1];
