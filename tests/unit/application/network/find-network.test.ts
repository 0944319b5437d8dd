import { describe, expect, it } from 'vitest';
import { findNetwork } from '../../../../application/network/find-network.js';
import { POLYGON, SOLANA, world } from '../support/world.js';

describe('findNetwork', () => {
  const {
    chains,
    connections: { state },
  } = world();

  it('finds a configured network in any namespace', () => {
    expect([findNetwork(chains, state, POLYGON).name, findNetwork(chains, state, SOLANA).name]).toEqual(['Polygon', 'Solana']);
  });

  it('finds a network by its former id', () => {
    expect(findNetwork(chains, state, 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ').caipNetworkId).toBe(SOLANA);
  });

  it.each(['', 'eip155', 'eip155:', 'eip155:0x89', 'eip155:137:0x', 'cosmos:hub'])('refuses "%s" as an id', (chainId) => {
    expect(() => findNetwork(chains, state, chainId)).toThrow(expect.objectContaining({ code: 'caip/invalid-chain-id' }));
  });

  it('says which network is not configured', () => {
    expect(() => findNetwork(chains, state, 'eip155:99')).toThrow(
      expect.objectContaining({ code: 'network/not-found', context: { chainId: 'eip155:99' } }),
    );
  });

  it('says so when there is no adapter at all', () => {
    expect(() => findNetwork(new Map(), state, POLYGON)).toThrow('NetworkController client not set');
  });
});
