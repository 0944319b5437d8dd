export type BitcoinNetworkName = 'main' | 'test' | 'test4' | 'signet' | 'regtest';

/** CAIP-2 ids: the first 32 hex digits of the genesis block hash. @see https://namespaces.chainagnostic.org/bip122/caip2 */
const CHAIN_IDS = {
  main: 'bip122:000000000019d6689c085ae165831e93',
  test: 'bip122:000000000933ea01ad0ee984209779ba',
  test4: 'bip122:00000000da84f2bafbbc53dee25a72ae',
  signet: 'bip122:00000008819873e925422c1ff0f99f7c',
  regtest: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
} as const satisfies Readonly<Record<BitcoinNetworkName, string>>;

export const bitcoinChainId = (name: BitcoinNetworkName): string => CHAIN_IDS[name];

/** Returns the network of a CAIP-2 id; `null` if it is unknown. */
export const bitcoinNetworkOf = (chainId: string): BitcoinNetworkName | null =>
  // The keys are network names.
  (Object.keys(CHAIN_IDS) as BitcoinNetworkName[]).find((name) => CHAIN_IDS[name] === chainId) ?? null;
