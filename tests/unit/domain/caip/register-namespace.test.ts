import { describe, expect, it } from 'vitest';
import { isChainId, toChainId } from '../../../../domain/caip/caip-2.js';
import { isAccountId } from '../../../../domain/caip/caip-10.js';
import { isAssetId } from '../../../../domain/caip/caip-19.js';
import { isNamespace, type Namespace, registeredNamespaces } from '../../../../domain/caip/namespace.js';
import { registerNamespace } from '../../../../domain/caip/register-namespace.js';
import { checkNetwork } from '../../../../domain/network/check-network.js';
import { addressExplorerUrl } from '../../../../domain/network/explorer-url.js';
import type { NetworkDefinition } from '../../../../domain/network/network.js';
import { unknownNetwork } from '../../../../domain/network/unknown-network.js';
import { requestedNamespaces } from '../../../../domain/wallet-protocol/requested-namespaces.js';
import { codeThrownBy } from '../throws.js';

/** A namespace without its type declaration, as in an app without TypeScript. */
const named = (text: string): Namespace => text as Namespace;

const NETWORK: NetworkDefinition = {
  id: 'one',
  name: 'One',
  chainNamespace: named('fifth'),
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 2 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
};

describe('registerNamespace', () => {
  it('validates ids and networks of the new namespace from then on', () => {
    const ids = () => [isNamespace('fifth'), isChainId('fifth:one'), isAccountId('fifth:one:me'), isAssetId('fifth:one/coin:a')];
    expect(ids()).toEqual([false, false, false, false]);
    expect(codeThrownBy(() => checkNetwork(NETWORK))).toBe('config/invalid-network');
    registerNamespace(named('fifth'));
    registerNamespace(named('fifth'));
    expect(ids()).toEqual([true, true, true, true]);
    expect(registeredNamespaces()).toEqual(['eip155', 'solana', 'bip122', 'polkadot', 'fifth']);
    expect(checkNetwork(NETWORK)).toMatchObject({ chainNamespace: 'fifth', caipNetworkId: 'fifth:one' });
  });

  it('requests no methods in the new namespace by default', () => {
    expect(requestedNamespaces([], [named('fifth')])).toEqual({
      fifth: { chains: [], methods: [], events: ['accountsChanged', 'chainChanged'] },
    });
  });

  it('uses the default explorer paths', () => {
    registerNamespace(named('sixth'));
    const network = { ...unknownNetwork(toChainId('sixth:one')), blockExplorers: { default: { name: 'E', url: 'https://e.example' } } };
    expect(addressExplorerUrl(network, 'me')).toBe('https://e.example/address/me');
  });

  it.each(['', 'ab', 'ninechars', 'Upper', 'a:b', 'a_b'])('rejects %j, which CAIP-2 does not allow', (text) => {
    expect(codeThrownBy(() => registerNamespace(named(text)))).toBe('config/invalid-option');
    expect(isNamespace(text)).toBe(false);
  });
});
