import { callNode } from '../../chains/call-node.js';
import { readToken } from '../approval/read-token.js';
import type { TokenLimit } from './limits.js';
import type { SiteNetwork } from './site-config.js';

/** What a network says of a token; `null` if it is none there, or the network does not answer. */
export const describeToken = async ({ chainId, rpcUrl }: SiteNetwork, address: string): Promise<TokenLimit['token']> => {
  const call = (method: string, params: unknown): Promise<unknown> => callNode(rpcUrl, method, params);
  if (!chainId.startsWith('solana')) return readToken(address, call);
  const supply = await call('getTokenSupply', [address]).catch(() => null);
  const value: unknown = typeof supply === 'object' && supply !== null ? Reflect.get(supply, 'value') : null;
  const decimals: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'decimals') : null;
  return typeof decimals === 'number' && Number.isInteger(decimals) ? { symbol: 'tokens', decimals } : null;
};
