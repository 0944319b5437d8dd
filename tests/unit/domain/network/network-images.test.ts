import { describe, expect, it } from 'vitest';
import { extendNetwork } from '../../../../domain/network/extend-network.js';
import type { NetworkDefinition } from '../../../../domain/network/network.js';
import { imageIdOf, NETWORK_IMAGE_IDS } from '../../../../domain/network/network-images.js';
import * as bip122 from '../../../../domain/network/networks/bip122.js';
import * as eip155 from '../../../../domain/network/networks/eip155.js';
import * as solana from '../../../../domain/network/networks/solana.js';

const catalogue: readonly NetworkDefinition[] = Object.values({ ...eip155, ...solana, ...bip122 });
const extend = (network: NetworkDefinition) => extendNetwork(network, { rpcService: null });

describe('pictures of networks', () => {
  it.each(catalogue)('$name carries the id that the table has for it', (network) => {
    expect(extend(network).assets.imageId).toBe(NETWORK_IMAGE_IDS[network.id]);
  });

  it('a definition from elsewhere finds its picture in the table', () => {
    const { assets: _, ...foreign } = eip155.polygon;
    expect(extend(foreign).assets.imageId).toBeUndefined();
    expect(imageIdOf(extend(foreign))).toBe(NETWORK_IMAGE_IDS[137]);
  });

  it('a definition with a picture of its own keeps it', () => {
    expect(imageIdOf(extend({ ...eip155.polygon, assets: { imageId: 'own', imageUrl: undefined } }))).toBe('own');
  });

  it('a network without a picture has none', () => {
    expect(imageIdOf(extend(eip155.dogechain))).toBeUndefined();
  });
});
