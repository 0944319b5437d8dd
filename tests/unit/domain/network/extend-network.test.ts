import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extendNetwork, type NetworkSettings } from '../../../../domain/network/extend-network.js';
import type { NetworkDefinition } from '../../../../domain/network/network.js';
import { bitcoin } from '../../../../domain/network/networks/bip122.js';
import { mainnet, sonic } from '../../../../domain/network/networks/eip155.js';
import { polkadot } from '../../../../domain/network/networks/polkadot.js';
import { solana } from '../../../../domain/network/networks/solana.js';
import { forAll, itHolds } from '../properties.js';
import { thrownBy } from '../throws.js';

const PROJECT_ID = 'b56e18d47c72ab683b10814fe9495694';
const SERVICE = 'https://rpc.walletconnect.org/v1/';
const bare: NetworkSettings = { rpcService: null };
const withService: NetworkSettings = { rpcService: SERVICE, projectId: PROJECT_ID };

describe('extendNetwork', () => {
  it('adds all fields of the specification', () => {
    expect(extendNetwork(mainnet, bare)).toEqual({
      id: 1,
      name: 'Ethereum',
      chainNamespace: 'eip155',
      caipNetworkId: 'eip155:1',
      deprecatedCaipNetworkId: undefined,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: mainnet.rpcUrls.default, chainDefault: mainnet.rpcUrls.default },
      blockExplorers: { default: { name: 'Etherscan', url: 'https://etherscan.io' } },
      testnet: false,
      assets: { imageId: 'ba0ba0cd-17c6-4806-ad93-f9d174f17900', imageUrl: undefined },
      unknown: false,
    });
  });

  it('keeps a custom address prefix and rejects an invalid one', () => {
    const own = { ...polkadot, id: '45454545454545454545454545454545', caipNetworkId: 'polkadot:45454545454545454545454545454545' };
    expect(extendNetwork({ ...own, ss58Prefix: 2 }, bare).ss58Prefix).toBe(2);
    expect('ss58Prefix' in extendNetwork(own, bare)).toBe(false);
    for (const ss58Prefix of [-1, 46, 16_384, 1.5])
      expect(thrownBy('config/invalid-network', () => extendNetwork({ ...own, ss58Prefix }, bare)).context.field).toBe('ss58Prefix');
  });

  it('uses the RPC service only for the networks it serves, and only if configured', () => {
    expect(extendNetwork(mainnet, withService).rpcUrls.default.http).toEqual([`${SERVICE}?chainId=eip155:1&projectId=${PROJECT_ID}`]);
    expect(extendNetwork(sonic, withService).rpcUrls.default.http).toEqual(sonic.rpcUrls.default.http);
    expect(extendNetwork(mainnet, bare).rpcUrls.default.http).toEqual(mainnet.rpcUrls.default.http);
  });

  it('uses a custom service without a project id', () => {
    const own = extendNetwork(mainnet, { rpcService: 'https://rpc.example/v1/' });
    expect(own.rpcUrls.default.http).toEqual(['https://rpc.example/v1/?chainId=eip155:1']);
  });

  it('puts custom RPC URLs first, without duplicates', () => {
    const customRpcUrls = {
      'eip155:1': [{ url: 'http://127.0.0.1:8545' }, { url: 'http://127.0.0.1:8545' }],
      'eip155:146': [{ url: 'https://a.example' }],
    };
    expect(extendNetwork(mainnet, { ...withService, customRpcUrls }).rpcUrls.default.http).toEqual([
      'http://127.0.0.1:8545',
      `${SERVICE}?chainId=eip155:1&projectId=${PROJECT_ID}`,
    ]);
    expect(extendNetwork(sonic, { ...bare, customRpcUrls }).rpcUrls.default.http).toEqual([
      'https://a.example',
      ...sonic.rpcUrls.default.http,
    ]);
  });

  it('passes custom RPC URLs to wallets, except those with headers', () => {
    const customRpcUrls = {
      'eip155:1': [
        { url: 'https://open.example' },
        { url: 'https://closed.example', config: { headers: { authorization: 'Bearer key' } } },
      ],
    };
    const { chainDefault } = extendNetwork(mainnet, { ...withService, customRpcUrls }).rpcUrls;
    expect(chainDefault.http).toEqual(['https://open.example', ...mainnet.rpcUrls.default.http]);
  });

  it('adds a missing project id to a URL of the service', () => {
    const named = (url: string): NetworkDefinition => ({ ...sonic, rpcUrls: { default: { http: [url] } } });
    const read = (url: string) => extendNetwork(named(url), withService).rpcUrls.default.http;
    expect(read('https://rpc.walletconnect.org/v1')).toEqual([`https://rpc.walletconnect.org/v1?projectId=${PROJECT_ID}`]);
    expect(read('https://rpc.walletconnect.org/v1?chainId=a')).toEqual([
      `https://rpc.walletconnect.org/v1?chainId=a&projectId=${PROJECT_ID}`,
    ]);
    expect(read('https://rpc.walletconnect.org/v1?projectId=x')).toEqual(['https://rpc.walletconnect.org/v1?projectId=x']);
    expect(read('https://rpc.walletconnect.org.example/')).toEqual(['https://rpc.walletconnect.org.example/']);
  });

  it('never passes the project id to a wallet, in any part of a URL', () => {
    const url = fc.constantFrom(
      `https://a.example/?projectId=${PROJECT_ID}`,
      `https://a.example/${PROJECT_ID}/rpc`,
      `https://a.example/?p=${PROJECT_ID.replaceAll('b', '%62')}`,
      'https://b.example/%zz',
      'https://b.example/',
    );
    forAll(fc.array(url, { minLength: 1 }), fc.array(url), (own, custom) => {
      const definition = { ...mainnet, rpcUrls: { default: { http: own } } };
      const customRpcUrls = { 'eip155:1': custom.map((address) => ({ url: address })) };
      const { chainDefault } = extendNetwork(definition, { ...withService, customRpcUrls }).rpcUrls;
      for (const address of chainDefault.http) expect(address).toContain('https://b.example/');
    });
  });

  it('is idempotent', () => {
    const customRpcUrls = { 'eip155:1': [{ url: 'https://own.example' }] };
    for (const settings of [bare, withService, { ...withService, customRpcUrls }]) {
      for (const definition of [mainnet, sonic, solana, bitcoin]) {
        const once = extendNetwork(definition, settings);
        expect(extendNetwork(once, settings)).toEqual(once);
      }
    }
  });

  it('prefers the app’s image', () => {
    const { assets } = extendNetwork(mainnet, { ...bare, chainImages: { 1: 'https://app.example/eth.png' } });
    expect(assets).toEqual({ imageId: 'ba0ba0cd-17c6-4806-ad93-f9d174f17900', imageUrl: 'https://app.example/eth.png' });
    const own = { imageId: 'own', imageUrl: 'data:image/png;base64,' };
    expect(extendNetwork({ ...sonic, assets: own }, bare).assets).toEqual(own);
  });

  it('keeps WebSocket URLs, former ids and the testnet flag, and strips the explorer’s trailing slash', () => {
    const network = extendNetwork(
      {
        ...solana,
        testnet: true,
        rpcUrls: { default: { http: ['https://a.example'], webSocket: ['wss://a.example'] } },
        blockExplorers: { default: { name: 'E', url: 'https://e.example/x//' } },
      },
      bare,
    );
    expect(network).toMatchObject({
      testnet: true,
      deprecatedCaipNetworkId: 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ',
      rpcUrls: { default: { webSocket: ['wss://a.example'] } },
      blockExplorers: { default: { name: 'E', url: 'https://e.example/x' } },
    });
  });

  it('requires no RPC URL for Bitcoin', () => {
    expect(extendNetwork(bitcoin, bare).rpcUrls.default.http).toEqual([]);
  });
});

describe('invalid networks', () => {
  const at = (change: object): unknown => ({ ...mainnet, ...change });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'networks'],
    ['a string', 'mainnet', 'networks'],
    ['no id', at({ id: undefined }), 'id'],
    ['an EVM id as a string', at({ id: '1' }), 'id'],
    ['an EVM id of zero', at({ id: 0 }), 'id'],
    ['a broken EVM id', at({ id: 1.5 }), 'id'],
    ['an EVM id that is not a safe integer', at({ id: 2 ** 60 }), 'id'],
    ['an invalid Solana reference', at({ id: 'a:b', chainNamespace: 'solana' }), 'id'],
    ['a Solana id as a number', at({ id: 5, chainNamespace: 'solana' }), 'id'],
    ['an unregistered namespace', at({ chainNamespace: 'cosmos' }), 'chainNamespace'],
    ['a CAIP-2 id of another chain', at({ caipNetworkId: 'eip155:2' }), 'caipNetworkId'],
    ['a CAIP-2 id of another namespace', at({ caipNetworkId: 'solana:1' }), 'caipNetworkId'],
    ['an invalid CAIP-2 id', at({ caipNetworkId: 'eip155' }), 'caipNetworkId'],
    ['a former id of another namespace', at({ deprecatedCaipNetworkId: 'solana:1' }), 'deprecatedCaipNetworkId'],
    ['an empty name', at({ name: ' ' }), 'name'],
    ['no currency', at({ nativeCurrency: undefined }), 'nativeCurrency.name'],
    ['no symbol', at({ nativeCurrency: { name: 'Ether', decimals: 18 } }), 'nativeCurrency.symbol'],
    ['broken decimals', at({ nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 1.5 } }), 'nativeCurrency.decimals'],
    ['decimals as a string', at({ nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: '18' } }), 'nativeCurrency.decimals'],
    ['no RPC URLs', at({ rpcUrls: undefined }), 'rpcUrls.default.http'],
    ['an empty list of RPC URLs', at({ rpcUrls: { default: { http: [] } } }), 'rpcUrls.default.http'],
    ['a URL without a scheme', at({ rpcUrls: { default: { http: ['a.example'] } } }), 'rpcUrls.default.http'],
    ['a WebSocket URL among the HTTP URLs', at({ rpcUrls: { default: { http: ['wss://a.example'] } } }), 'rpcUrls.default.http'],
    ['a URL instead of a list', at({ rpcUrls: { default: { http: 'https://a.example' } } }), 'rpcUrls.default.http'],
    [
      'an HTTP URL among the WebSocket URLs',
      at({ rpcUrls: { default: { http: ['https://a.example'], webSocket: ['https://a'] } } }),
      'rpcUrls.default.webSocket',
    ],
    [
      'an explorer that runs a script',
      at({ blockExplorers: { default: { name: 'E', url: 'javascript:alert(1)' } } }),
      'blockExplorers.default.url',
    ],
    ['an explorer without a URL', at({ blockExplorers: {} }), 'blockExplorers.default.url'],
  ])('are rejected with the field and the fix: %s', (_, definition, field) => {
    // Apps without TypeScript may pass anything.
    const { context, recovery } = thrownBy('config/invalid-network', () => extendNetwork(definition as NetworkDefinition, bare));
    expect(context.field).toBe(field);
    expect(context.fix.length).toBeGreaterThan(10);
    expect(recovery).toBe('reconfigure');
  });

  itHolds('are rejected with a typed error, for any value', fc.anything(), (definition) => {
    thrownBy('config/invalid-network', () => extendNetwork(definition as NetworkDefinition, bare));
  });

  it('are identified in the error by name, else by id', () => {
    expect(thrownBy('config/invalid-network', () => extendNetwork({ ...mainnet, id: 0 }, bare)).context.network).toBe('Ethereum');
    expect(thrownBy('config/invalid-network', () => extendNetwork({ ...mainnet, name: '' }, bare)).context.network).toBe('1');
  });
});
