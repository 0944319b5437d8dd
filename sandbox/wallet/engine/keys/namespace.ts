/** Address prefixes of a network. */
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

/** Returns the network of a CAIP-2 chain id. Unknown chains count as regtest. */
export const bitcoinNetwork = (chainId: string): BitcoinNetwork => NETWORKS[chainId] ?? REGTEST;

/** Supported namespaces other than eip155. @see https://namespaces.chainagnostic.org */
export type OtherNamespace = 'solana' | 'bip122' | 'polkadot';

/** These namespaces in display order. */
export const OTHER_NAMESPACES: readonly OtherNamespace[] = ['solana', 'bip122', 'polkadot'];

/** Display names. */
export const NAMESPACE_NAMES: Readonly<Record<OtherNamespace, string>> = { solana: 'Solana', bip122: 'Bitcoin', polkadot: 'Polkadot' };

/** A chain of a namespace, and its node. */
export interface NamespaceNode {
  /** CAIP-2. */
  readonly chainId: string;
  /** JSON-RPC over HTTP for solana and polkadot, Esplora API for bip122. */
  readonly url: string;
}

/** The chain of each supported namespace. Namespaces without one are not offered. */
export type NamespaceNodes = Readonly<Partial<Record<OtherNamespace, NamespaceNode>>>;

/** CAIP-2 id of the chain of each offered namespace. */
export type OfferedChains = Readonly<Partial<Record<OtherNamespace, string>>>;

/** Returns the chains of these nodes. */
export const offeredChains = (nodes: NamespaceNodes): OfferedChains =>
  Object.fromEntries(Object.entries(nodes).map(([namespace, { chainId }]) => [namespace, chainId]));

/** An address of the wallet on a chain. */
export interface NamespaceAccount {
  readonly address: string;
  /** Hex without a prefix. */
  readonly publicKey: string;
  /** Purpose of the address, on Bitcoin. */
  readonly purpose?: 'payment' | 'ordinals';
  /** Account name, on Polkadot. */
  readonly name?: string;
  /** BIP-32 path, if any. */
  readonly path?: string;
}
