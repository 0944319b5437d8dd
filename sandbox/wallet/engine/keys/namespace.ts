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

/** The namespaces that the wallet knows beside eip155. @see https://namespaces.chainagnostic.org */
export type OtherNamespace = 'solana' | 'bip122' | 'polkadot';

/** All of them, in the order in which they are shown. */
export const OTHER_NAMESPACES: readonly OtherNamespace[] = ['solana', 'bip122', 'polkadot'];

/** What people call them. */
export const NAMESPACE_NAMES: Readonly<Record<OtherNamespace, string>> = { solana: 'Solana', bip122: 'Bitcoin', polkadot: 'Polkadot' };

/** One chain of a namespace, and where the wallet reads and sends. */
export interface NamespaceNode {
  /** CAIP-2. */
  readonly chainId: string;
  /** JSON-RPC over HTTP for solana and polkadot, an Esplora-compatible API for bip122. */
  readonly url: string;
}

/** The chain of each namespace that the wallet offers; what has none is not offered. */
export type NamespaceNodes = Readonly<Partial<Record<OtherNamespace, NamespaceNode>>>;

/** Chain by namespace, of those that a wallet offers besides eip155. CAIP-2. */
export type OfferedChains = Readonly<Partial<Record<OtherNamespace, string>>>;

/** The chains of these nodes. */
export const offeredChains = (nodes: NamespaceNodes): OfferedChains =>
  Object.fromEntries(Object.entries(nodes).map(([namespace, { chainId }]) => [namespace, chainId]));

/** An address of the wallet on one chain. */
export interface NamespaceAccount {
  readonly address: string;
  /** Hex without a prefix. */
  readonly publicKey: string;
  /** What the address is for, on Bitcoin. */
  readonly purpose?: 'payment' | 'ordinals';
  /** What the person calls it, where the namespace's wallets tell. */
  readonly name?: string;
  /** BIP-32 path, where it has one. */
  readonly path?: string;
}
