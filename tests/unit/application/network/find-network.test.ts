import { describe, expect, it } from 'vitest';
import { findNetwork } from '../../../../application/network/find-network.js';
import { clientFixture, POLYGON, SOLANA } from '../support/client-fixture.js';

describe('findNetwork', () => {
  const {
    chains,
    connections: { state },
  } = clientFixture();

  it('finds a configured network in any namespace', () => {
    expect([findNetwork(chains, state, POLYGON).name, findNetwork(chains, state, SOLANA).name]).toEqual(['Polygon', 'Solana']);
  });

  it('finds a network by its deprecated id', () => {
    expect(findNetwork(chains, state, 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ').caipNetworkId).toBe(SOLANA);
  });

  it.each(['', 'eip155', 'eip155:', 'eip155:0x89', 'eip155:137:0x', 'cosmos:hub'])('rejects "%s" as an id', (chainId) => {
    expect(() => findNetwork(chains, state, chainId)).toThrow(expect.objectContaining({ code: 'caip/invalid-chain-id' }));
  });

  it('throws network/not-found with the missing network', () => {
    expect(() => findNetwork(chains, state, 'eip155:99')).toThrow(
      expect.objectContaining({ code: 'network/not-found', context: { chainId: 'eip155:99' } }),
    );
  });

  it('throws network/client-not-set without any adapter', () => {
    expect(() => findNetwork(new Map(), state, POLYGON)).toThrow('NetworkController client not set');
  });
});
