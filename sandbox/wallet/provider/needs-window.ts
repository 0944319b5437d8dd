import { OTHER_NAMESPACES, type OtherNamespace } from '../engine/keys/namespace.js';
import type { PageState } from '../engine/messages.js';
import { isObject, readNamed } from '../engine/read-params.js';

const chainOf = (params: unknown): unknown => (Array.isArray(params) && isObject(params[0]) ? params[0]['chainId'] : undefined);

/** Methods of Bitcoin that do not say so in their name. */
const BITCOIN: readonly string[] = ['signMessage', 'signPsbt', 'sendTransfer'];

const namespaceOf = (method: string): OtherNamespace | null =>
  BITCOIN.includes(method) ? 'bip122' : (OTHER_NAMESPACES.find((namespace) => method.startsWith(`${namespace}_`)) ?? null);

const sees = ({ others }: PageState, namespace: OtherNamespace | null): boolean =>
  namespace !== null && (others[namespace]?.accounts.length ?? 0) > 0;

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
    case 'solana_connect':
    case 'bip122_connect':
    case 'polkadot_connect':
      return !sees(state, namespaceOf(method)) && !state.connecting && readNamed(params)['silent'] !== true;
    case 'solana_signIn':
      return true;
    default: {
      const namespace = namespaceOf(method);
      return namespace === null ? state.accounts.length > 0 : sees(state, namespace);
    }
  }
};
