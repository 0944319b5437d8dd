import { withoutSlash } from '../options/rpc-service.js';
import type { Network } from './network.js';

/** What requests to a node carry because the host says so (`customRpcUrls`), such as a key: nothing to most. */
export const nodeHeaders = ({ rpcUrls: { headers = {} } }: Network, url: string): Readonly<Record<string, string>> | undefined =>
  // Some readers cut the slash at the end of an address.
  Object.entries(headers).find(([own]) => withoutSlash(own) === withoutSlash(url))?.[1];
