import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { addChainParameters } from '../../../../domain/network/add-chain-parameters.js';
import { extendNetwork } from '../../../../domain/network/extend-network.js';
import { fromHexChainId, toHexChainId } from '../../../../domain/network/hex-chain-id.js';
import vectors from '../../../vectors/eip-3085.json' with { type: 'json' };
import { itHolds } from '../properties.js';
import { thrownBy } from '../throws.js';
import { mainnet, solana } from './networks-for-tests.js';

describe('EVM wallet chain ids', () => {
  it.each([
    ['eip155:1', '0x1'],
    ['eip155:137', '0x89'],
    ['eip155:728126428', '0x2b6653dc'],
  ])('convert %s to %s', (chainId, hex) => {
    expect(toHexChainId(toChainId(chainId))).toBe(hex);
    expect(fromHexChainId(hex)).toBe(chainId);
  });

  it('exist only for EVM chains', () => {
    expect(thrownBy('chain/unsupported', () => toHexChainId(solana.caipNetworkId)).context).toEqual({ chainId: solana.caipNetworkId });
  });

  it.each([
    ['0X89', 'eip155:137'],
    ['0x0089', 'eip155:137'],
    ['137', 'eip155:137'],
    [137, 'eip155:137'],
    ['0x0', null],
    [0, null],
    [-1, null],
    [1.5, null],
    ['', null],
    ['0x', null],
    ['0x20000000000000', null],
    ['eip155:1', null],
    [1n, null],
    [null, null],
    [['0x1'], null],
  ])('parse %o as %o', (value, chainId) => expect(fromHexChainId(value)).toBe(chainId));

  itHolds('round-trip', fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
    expect(fromHexChainId(toHexChainId(toChainId(`eip155:${id}`)))).toBe(`eip155:${id}`);
  });
});

describe('addChainParameters', () => {
  const define = (example: (typeof vectors)['goerli' | 'xdai'], id: number) => ({
    id,
    name: example.chainName,
    nativeCurrency: example.nativeCurrency,
    rpcUrls: { default: { http: example.rpcUrls } },
  });

  it('matches the first example of EIP-3085', () => {
    const explorer = { default: { name: 'Etherscan', url: 'https://goerli.etherscan.io/' } };
    const network = extendNetwork({ ...define(vectors.goerli, 5), blockExplorers: explorer }, { rpcService: null });
    expect(addChainParameters(network)).toEqual(vectors.goerli);
  });

  it('matches the second example of EIP-3085, with one icon', () => {
    const [svg] = vectors.xdai.iconUrls;
    const network = extendNetwork(define(vectors.xdai, 100), { rpcService: null, chainImages: { 100: String(svg) } });
    expect(addChainParameters(network)).toEqual({ ...vectors.xdai, iconUrls: [svg] });
  });

  it('contains no URLs of the RPC service or with the project id', () => {
    const network = extendNetwork(define(vectors.xdai, 100), { rpcService: 'https://rpc.walletconnect.org/v1/', projectId: 'secret' });
    expect(network.rpcUrls.default.http[0]).toContain('secret');
    expect(addChainParameters(network).rpcUrls).toEqual(['https://dai.poa.network']);
  });

  it.each([
    'ba0ba0cd-17c6-4806-ad93-f9d174f17900',
    'data:image/png;base64,AA',
    '/eth.png',
    'http://a.example/eth.png',
    'https://',
    undefined,
  ])('omits an icon without https URL: %s', (imageUrl) => {
    expect('iconUrls' in addChainParameters({ ...mainnet, assets: { imageId: 'id', imageUrl } })).toBe(false);
  });

  it('rejects other namespaces', () => {
    thrownBy('chain/unsupported', () => addChainParameters(solana));
  });
});
