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

describe('extending a network', () => {
  it('completes a definition with every field of the specification', () => {
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

  it('keeps the address prefix that the host names, and refuses what is none', () => {
    const own = { ...polkadot, id: '45454545454545454545454545454545', caipNetworkId: 'polkadot:45454545454545454545454545454545' };
    expect(extendNetwork({ ...own, ss58Prefix: 2 }, bare).ss58Prefix).toBe(2);
    expect('ss58Prefix' in extendNetwork(own, bare)).toBe(false);
    for (const ss58Prefix of [-1, 46, 16_384, 1.5])
      expect(thrownBy('config/invalid-network', () => extendNetwork({ ...own, ss58Prefix }, bare)).context.field).toBe('ss58Prefix');
  });

  it('reads from the RPC service only for the networks it answers for, and only where there is one', () => {
    expect(extendNetwork(mainnet, withService).rpcUrls.default.http).toEqual([`${SERVICE}?chainId=eip155:1&projectId=${PROJECT_ID}`]);
    expect(extendNetwork(sonic, withService).rpcUrls.default.http).toEqual(sonic.rpcUrls.default.http);
    expect(extendNetwork(mainnet, bare).rpcUrls.default.http).toEqual(mainnet.rpcUrls.default.http);
  });

  it('asks an own service without a project id', () => {
    const own = extendNetwork(mainnet, { rpcService: 'https://rpc.example/v1/' });
    expect(own.rpcUrls.default.http).toEqual(['https://rpc.example/v1/?chainId=eip155:1']);
  });

  it('puts the host’s own nodes first, each address once', () => {
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

  it('hands the host’s own nodes to wallets, but none that asks for headers', () => {
    const customRpcUrls = {
      'eip155:1': [
        { url: 'https://open.example' },
        { url: 'https://closed.example', config: { headers: { authorization: 'Bearer key' } } },
      ],
    };
    const { chainDefault } = extendNetwork(mainnet, { ...withService, customRpcUrls }).rpcUrls;
    expect(chainDefault.http).toEqual(['https://open.example', ...mainnet.rpcUrls.default.http]);
  });

  it('gives a project id to an address of the service that lacks one, and keeps one that is there', () => {
    const named = (url: string): NetworkDefinition => ({ ...sonic, rpcUrls: { default: { http: [url] } } });
    const read = (url: string) => extendNetwork(named(url), withService).rpcUrls.default.http;
    expect(read('https://rpc.walletconnect.org/v1')).toEqual([`https://rpc.walletconnect.org/v1?projectId=${PROJECT_ID}`]);
    expect(read('https://rpc.walletconnect.org/v1?chainId=a')).toEqual([
      `https://rpc.walletconnect.org/v1?chainId=a&projectId=${PROJECT_ID}`,
    ]);
    expect(read('https://rpc.walletconnect.org/v1?projectId=x')).toEqual(['https://rpc.walletconnect.org/v1?projectId=x']);
    expect(read('https://rpc.walletconnect.org.example/')).toEqual(['https://rpc.walletconnect.org.example/']);
  });

  it('never hands the project id to a wallet, however it got into an address', () => {
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

  it('changes nothing when it is done twice', () => {
    const customRpcUrls = { 'eip155:1': [{ url: 'https://own.example' }] };
    for (const settings of [bare, withService, { ...withService, customRpcUrls }]) {
      for (const definition of [mainnet, sonic, solana, bitcoin]) {
        const once = extendNetwork(definition, settings);
        expect(extendNetwork(once, settings)).toEqual(once);
      }
    }
  });

  it('takes the host’s picture before all others', () => {
    const { assets } = extendNetwork(mainnet, { ...bare, chainImages: { 1: 'https://app.example/eth.png' } });
    expect(assets).toEqual({ imageId: 'ba0ba0cd-17c6-4806-ad93-f9d174f17900', imageUrl: 'https://app.example/eth.png' });
    const own = { imageId: 'own', imageUrl: 'data:image/png;base64,' };
    expect(extendNetwork({ ...sonic, assets: own }, bare).assets).toEqual(own);
  });

  it('keeps sockets, former ids and the mark of a test network, and cuts the slash off the explorer', () => {
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

  it('needs no node for Bitcoin, whose balances come from elsewhere', () => {
    expect(extendNetwork(bitcoin, bare).rpcUrls.default.http).toEqual([]);
  });
});

describe('a network that is not usable', () => {
  const at = (change: object): unknown => ({ ...mainnet, ...change });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'networks'],
    ['a text', 'mainnet', 'networks'],
    ['no id', at({ id: undefined }), 'id'],
    ['an EVM id as a text', at({ id: '1' }), 'id'],
    ['an EVM id of zero', at({ id: 0 }), 'id'],
    ['a broken EVM id', at({ id: 1.5 }), 'id'],
    ['an EVM id that no number holds exactly', at({ id: 2 ** 60 }), 'id'],
    ['a Solana id that is no reference', at({ id: 'a:b', chainNamespace: 'solana' }), 'id'],
    ['a Solana id as a number', at({ id: 5, chainNamespace: 'solana' }), 'id'],
    ['a namespace that nobody knows', at({ chainNamespace: 'cosmos' }), 'chainNamespace'],
    ['a CAIP-2 id of another chain', at({ caipNetworkId: 'eip155:2' }), 'caipNetworkId'],
    ['a CAIP-2 id of another namespace', at({ caipNetworkId: 'solana:1' }), 'caipNetworkId'],
    ['a CAIP-2 id that is none', at({ caipNetworkId: 'eip155' }), 'caipNetworkId'],
    ['a former id of another namespace', at({ deprecatedCaipNetworkId: 'solana:1' }), 'deprecatedCaipNetworkId'],
    ['an empty name', at({ name: ' ' }), 'name'],
    ['no currency', at({ nativeCurrency: undefined }), 'nativeCurrency.name'],
    ['no symbol', at({ nativeCurrency: { name: 'Ether', decimals: 18 } }), 'nativeCurrency.symbol'],
    ['broken decimals', at({ nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 1.5 } }), 'nativeCurrency.decimals'],
    ['decimals as a text', at({ nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: '18' } }), 'nativeCurrency.decimals'],
    ['no addresses', at({ rpcUrls: undefined }), 'rpcUrls.default.http'],
    ['an empty list of addresses', at({ rpcUrls: { default: { http: [] } } }), 'rpcUrls.default.http'],
    ['an address without a scheme', at({ rpcUrls: { default: { http: ['a.example'] } } }), 'rpcUrls.default.http'],
    ['a socket among the addresses', at({ rpcUrls: { default: { http: ['wss://a.example'] } } }), 'rpcUrls.default.http'],
    ['an address as a text', at({ rpcUrls: { default: { http: 'https://a.example' } } }), 'rpcUrls.default.http'],
    [
      'a page among the sockets',
      at({ rpcUrls: { default: { http: ['https://a.example'], webSocket: ['https://a'] } } }),
      'rpcUrls.default.webSocket',
    ],
    [
      'an explorer that runs a script',
      at({ blockExplorers: { default: { name: 'E', url: 'javascript:alert(1)' } } }),
      'blockExplorers.default.url',
    ],
    ['an explorer without an address', at({ blockExplorers: {} }), 'blockExplorers.default.url'],
  ])('is refused with the field and the fix: %s', (_, definition, field) => {
    // What a host without types may write.
    const { context, recovery } = thrownBy('config/invalid-network', () => extendNetwork(definition as NetworkDefinition, bare));
    expect(context.field).toBe(field);
    expect(context.fix.length).toBeGreaterThan(10);
    expect(recovery).toBe('reconfigure');
  });

  itHolds('is refused with a typed error, whatever it is', fc.anything(), (definition) => {
    thrownBy('config/invalid-network', () => extendNetwork(definition as NetworkDefinition, bare));
  });

  it('is named in the error by its name, else by its id', () => {
    expect(thrownBy('config/invalid-network', () => extendNetwork({ ...mainnet, id: 0 }, bare)).context.network).toBe('Ethereum');
    expect(thrownBy('config/invalid-network', () => extendNetwork({ ...mainnet, name: '' }, bare)).context.network).toBe('1');
  });
});
