import { describe, expect, it } from 'vitest';
import { sharesAddresses } from '../../../../domain/account/shares-addresses.js';
import { extendNetwork } from '../../../../domain/network/extend-network.js';
import type { NetworkDefinition } from '../../../../domain/network/network.js';
import { bitcoin, bitcoinTestnet } from '../../../../domain/network/networks/bip122.js';
import { polkadot, westend } from '../../../../domain/network/networks/polkadot.js';
import { mainnet, polygon, solana, solanaDevnet } from '../network/networks-for-tests.js';

const extend = (definition: NetworkDefinition) => extendNetwork(definition, { rpcService: null });

describe('sharesAddresses', () => {
  it.each([
    [mainnet, polygon, true],
    [solana, solanaDevnet, true],
    [mainnet, solana, false],
    [extend(bitcoin), extend(bitcoinTestnet), false],
    [extend(bitcoinTestnet), extend({ ...bitcoinTestnet, caipNetworkId: 'bip122:00000008819873e925422c1ff0f99f7c' }), true],
    [extend(bitcoinTestnet), extend({ ...bitcoinTestnet, caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328' }), false],
    [extend(polkadot), extend(westend), false],
    [extend(polkadot), extend({ ...westend, ss58Prefix: 0 }), true],
  ])('$0.name and $1.name: $2', (network, other, shares) => {
    expect([sharesAddresses(network, other), sharesAddresses(other, network)]).toEqual([shares, shares]);
  });
});
