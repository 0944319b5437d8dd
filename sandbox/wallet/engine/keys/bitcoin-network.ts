/** What addresses of a network begin with. */
export interface BitcoinNetwork {
  readonly name: 'mainnet' | 'testnet' | 'regtest';
  readonly bech32: string;
  readonly pubKeyHash: number;
  readonly scriptHash: number;
  /** @see https://github.com/satoshilabs/slips/blob/master/slip-0044.md */
  readonly coinType: 0 | 1;
}

const NETWORKS: Readonly<Record<string, BitcoinNetwork>> = {
  'bip122:000000000019d6689c085ae165831e93': { name: 'mainnet', bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, coinType: 0 },
  'bip122:000000000933ea01ad0ee984209779ba': { name: 'testnet', bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, coinType: 1 },
};

const REGTEST: BitcoinNetwork = { name: 'regtest', bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, coinType: 1 };

/** The network of a CAIP-2 chain id; what is neither the main nor the test network counts as a regression test. */
export const bitcoinNetwork = (chainId: string): BitcoinNetwork => NETWORKS[chainId] ?? REGTEST;
