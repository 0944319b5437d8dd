import { describe, expect, it } from 'vitest';
import { findNetwork } from '../../../../application/network/find-network.js';
import { initialConnectionState } from '../../../../domain/connection/connection-machine.js';
import { POLYGON, SOLANA, world } from '../support/world.js';

describe('findNetwork', () => {
  const { state } = world().connections;

  it('finds a configured network in any namespace', () => {
    expect([findNetwork(state, POLYGON).name, findNetwork(state, SOLANA).name]).toEqual(['Polygon', 'Solana']);
  });

  it('finds a network by its former id', () => {
    expect(findNetwork(state, 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ').caipNetworkId).toBe(SOLANA);
  });

  it.each(['', 'eip155', 'eip155:', 'eip155:0x89', 'eip155:137:0x', 'cosmos:hub'])('refuses "%s" as an id', (chainId) => {
    expect(() => findNetwork(state, chainId)).toThrow(expect.objectContaining({ code: 'caip/invalid-chain-id' }));
  });

  it('says which network is not configured', () => {
    expect(() => findNetwork(state, 'eip155:99')).toThrow(
      expect.objectContaining({ code: 'network/not-found', context: { chainId: 'eip155:99' } }),
    );
  });

  it('says so when nothing is configured at all', () => {
    expect(() => findNetwork(initialConnectionState({}, 'eip155'), POLYGON)).toThrow('NetworkController client not set');
  });
});
