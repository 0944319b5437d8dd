import type { Network } from './network.js';

/** An address without slashes at its end. */
export const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** What requests to a node carry because the host says so (`customRpcUrls`), such as a key: nothing to most. */
export const nodeHeaders = ({ rpcUrls: { headers = {} } }: Network, url: string): Readonly<Record<string, string>> | undefined =>
  // Some readers cut the slash at the end of an address.
  Object.entries(headers).find(([own]) => withoutSlash(own) === withoutSlash(url))?.[1];
