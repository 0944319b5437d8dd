import type { PageState } from '../engine/messages.js';
import { isObject } from '../engine/read-params.js';

const chainOf = (params: unknown): unknown => (Array.isArray(params) && isObject(params[0]) ? params[0]['chainId'] : undefined);

/**
 * Whether the wallet will ask the person. It only decides whether a window opens within the gesture: a window too many closes itself at
 * once, and the wallet decides by itself what it asks.
 */
export const needsWindow = (state: PageState, method: string, params: unknown): boolean => {
  if (!state.windowMethods.includes(method)) return false;
  switch (method) {
    case 'eth_requestAccounts':
      return state.accounts.length === 0 && !state.connecting;
    case 'wallet_requestPermissions':
      return !state.connecting;
    case 'wallet_switchEthereumChain': {
      const chainId = chainOf(params);
      return chainId !== state.chainId && state.knownChains.some((known) => known === chainId);
    }
    case 'wallet_addEthereumChain':
      return chainOf(params) !== state.chainId;
    default:
      return state.accounts.length > 0;
  }
};
