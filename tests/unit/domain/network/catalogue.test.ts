import * as viemChains from 'viem/chains';
import { describe, expect, it } from 'vitest';
import { isChainId, parseChainId } from '../../../../domain/caip/caip-2.js';
import { EMBEDDED_WALLET_CHAINS } from '../../../../domain/network/embedded-wallet-networks.js';
import { extendNetwork, isServedByRpcService, RPC_SERVICE_NETWORKS } from '../../../../domain/network/extend-network.js';
import type { NetworkDefinition } from '../../../../domain/network/network.js';
import { imageIdOf, NAMESPACE_IMAGE_IDS, NETWORK_IMAGE_IDS } from '../../../../domain/network/network-images.js';
import * as bip122 from '../../../../domain/network/networks/bip122.js';
import * as eip155 from '../../../../domain/network/networks/eip155.js';
import * as polkadot from '../../../../domain/network/networks/polkadot.js';
import * as solana from '../../../../domain/network/networks/solana.js';

const evm: readonly (readonly [string, NetworkDefinition])[] = Object.entries(eip155);
const others: readonly (readonly [string, NetworkDefinition])[] = [solana, bip122, polkadot].flatMap((networks) =>
  Object.entries(networks),
);
const all = [...evm, ...others];

const extend = (definition: NetworkDefinition) => extendNetwork(definition, { rpcService: null });

describe('built-in networks', () => {
  it('include the chains of the specification', () => {
    const { arbitrum, base, bsc, dogechain, mainnet, optimism, polygon, sonic, tron } = eip155;
    expect([mainnet, arbitrum, base, bsc, dogechain, optimism, polygon, sonic, tron].map(({ id }) => id)).toEqual([
      1, 42161, 8453, 56, 2000, 10, 137, 146, 728126428,
    ]);
    expect(Object.keys(solana).sort()).toEqual(['solana', 'solanaDevnet', 'solanaTestnet']);
    expect(Object.keys(bip122).sort()).toEqual(['bitcoin', 'bitcoinTestnet']);
    expect(Object.keys(polkadot).sort()).toEqual(['polkadot', 'westend']);
  });

  it.each(all)('include %s, usable without a project id', (_, definition) => {
    const network = extend(definition);
    expect(network.chainNamespace).toBe(definition.chainNamespace ?? 'eip155');
    expect(network.rpcUrls.default.http).toEqual(definition.rpcUrls.default.http);
    for (const url of network.rpcUrls.default.http) expect(url).toMatch(/^https:\/\//);
    expect(network.blockExplorers?.default.url).toMatch(/^https:\/\/.*[^/]$/);
  });

  it.each(evm)('match viem/chains in id, currency and testnet: %s', (_, { id, nativeCurrency, testnet }) => {
    const published = Object.values(viemChains).filter((chain) => chain.id === id);
    expect(published.map((chain) => chain.nativeCurrency)).toContainEqual(nativeCurrency);
    expect(published.some((chain) => (chain.testnet ?? false) === (testnet ?? false))).toBe(true);
  });

  it('have unique ids', () => {
    const ids = all.map(([, { id }]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('include every EVM network of the RPC service', () => {
    const known = new Set(evm.map(([, { id }]) => `eip155:${id}`));
    expect(RPC_SERVICE_NETWORKS.filter((chainId) => chainId.startsWith('eip155:') && !known.has(chainId))).toEqual([]);
  });

  it('include the former ids of Solana', () => {
    expect(solana.solana.deprecatedCaipNetworkId).toBe('solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ');
    expect(solana.solanaDevnet.deprecatedCaipNetworkId).toBe('solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K');
    expect('deprecatedCaipNetworkId' in solana.solanaTestnet).toBe(false);
  });

  it('use references from genesis hashes', () => {
    expect(polkadot.polkadot.caipNetworkId).toBe('polkadot:91b171bb158e2d3848fa23a9f1c25182');
    expect(polkadot.westend.caipNetworkId).toBe('polkadot:e143f23803ac50e8f6f8e62695d1ce9e');
    expect(bip122.bitcoin.caipNetworkId).toBe('bip122:000000000019d6689c085ae165831e93');
    expect(bip122.bitcoinTestnet.caipNetworkId).toBe('bip122:000000000933ea01ad0ee984209779ba');
  });
});

describe('network lists', () => {
  it('contain 38 networks of the RPC service, without duplicates', () => {
    expect(RPC_SERVICE_NETWORKS).toHaveLength(38);
    expect(new Set(RPC_SERVICE_NETWORKS).size).toBe(38);
    expect(['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'near:mainnet'].every(isServedByRpcService)).toBe(true);
    expect(['eip155:2000', 'eip155:146', 'polkadot:91b171bb158e2d3848fa23a9f1c25182', '1'].some(isServedByRpcService)).toBe(false);
  });

  it('contain 27 valid chains of the embedded wallet', () => {
    expect(EMBEDDED_WALLET_CHAINS).toHaveLength(27);
    expect(EMBEDDED_WALLET_CHAINS.every(isChainId)).toBe(true);
    expect(EMBEDDED_WALLET_CHAINS.filter((chainId) => parseChainId(chainId).namespace === 'solana')).toEqual(
      Object.values(solana).map(({ caipNetworkId }) => caipNetworkId),
    );
  });

  it('contain valid image ids', () => {
    const ids = [...Object.values(NETWORK_IMAGE_IDS), ...Object.values(NAMESPACE_IMAGE_IDS)];
    expect(ids).toHaveLength(37);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(NAMESPACE_IMAGE_IDS.eip155).toBe(NETWORK_IMAGE_IDS[1]);
  });
});

describe('network images', () => {
  it.each(Object.values({ ...eip155, ...solana, ...bip122 }))('use the same id for $name as the table', (network: NetworkDefinition) => {
    expect(extend(network).assets.imageId).toBe(NETWORK_IMAGE_IDS[network.id]);
  });

  it('come from the definition, else from the table, and may be missing', () => {
    const { assets: _, ...foreign } = eip155.polygon;
    expect(extend(foreign).assets.imageId).toBeUndefined();
    expect(imageIdOf(extend(foreign))).toBe(NETWORK_IMAGE_IDS[137]);
    expect(imageIdOf(extend({ ...eip155.polygon, assets: { imageId: 'own', imageUrl: undefined } }))).toBe('own');
    expect(imageIdOf(extend(eip155.dogechain))).toBeUndefined();
  });
});
