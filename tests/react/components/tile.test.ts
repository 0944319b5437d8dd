import { describe, expect, it } from 'vitest';
import { extendNetwork } from '../../../domain/network/extend-network.js';
import * as bip122 from '../../../domain/network/networks/bip122.js';
import * as eip155 from '../../../domain/network/networks/eip155.js';
import * as polkadot from '../../../domain/network/networks/polkadot.js';
import * as solana from '../../../domain/network/networks/solana.js';
import { networkLogo } from '../../../presentation/components/network-logos.js';
import { tileColor, tileLetters } from '../../../presentation/components/tile.js';

describe('a tile without a picture', () => {
  it.each([
    ['Ethereum', 'Et'],
    ['OP Mainnet', 'OM'],
    ['Solana (local)', 'SL'],
    ['b', 'B'],
    ['ünder', 'Ün'],
    ['🦊', '🦊'],
    [' ', '?'],
  ])('has letters: %s', (name, letters) => expect(tileLetters(name)).toBe(letters));

  it('has a colour of its own next to similar names', () => {
    const names = ['Ethereum', 'Polygon', 'Solana (local)', 'Bitcoin (local)', 'Polkadot (local)'];
    expect(new Set(names.map(tileColor)).size).toBe(names.length);
  });
});

describe('networkLogo', () => {
  it.each(Object.entries({ ...eip155, ...solana, ...bip122, ...polkadot }))('draws %s', (_, definition) => {
    expect(networkLogo(extendNetwork(definition, { rpcService: null }))).toMatch(/^data:image\/svg\+xml,%3Csvg/);
  });

  it('draws test networks of a known chain, and nothing for unknown networks', () => {
    expect(networkLogo({ id: 'local', chainNamespace: 'bip122', testnet: true })).not.toBeNull();
    expect(networkLogo({ id: 'local', chainNamespace: 'bip122', testnet: false })).toBeNull();
    expect(networkLogo({ id: 'constructor', chainNamespace: 'eip155', testnet: false })).toBeNull();
  });
});
