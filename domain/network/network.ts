import type { ChainId } from '../caip/caip-2.js';
import type { Namespace } from '../caip/namespace.js';

/** A chain's own coin. `decimals` tells how many base units (wei, lamports, satoshi, planck) make one. */
export interface NativeCurrency {
  /** Such as `Ether`. */
  readonly name: string;
  /** Such as `ETH`. */
  readonly symbol: string;
  /** Such as `18`. */
  readonly decimals: number;
}

/** A block explorer; `url` has no trailing slash. */
export interface BlockExplorer {
  readonly name: string;
  readonly url: string;
}

/** HTTP and WebSocket addresses of JSON-RPC nodes, in order of preference. */
export interface RpcUrls {
  readonly http: readonly string[];
  readonly webSocket?: readonly string[];
}

/**
 * A network as a host writes it. Every chain of `viem/chains` fits, and so do the networks of the catalogue.
 * A network with no `chainNamespace` is an `eip155` one.
 */
export interface NetworkDefinition {
  /** The chain's number on eip155, its CAIP-2 reference elsewhere. */
  readonly id: number | string;
  /** As views show it. */
  readonly name: string;
  /** The chain's own coin. */
  readonly nativeCurrency: NativeCurrency;
  /** Public nodes. */
  readonly rpcUrls: { readonly default: RpcUrls };
  /** Where addresses and transactions can be looked up. */
  readonly blockExplorers?: { readonly default: BlockExplorer } | undefined;
  /** A network whose coins are worth nothing. */
  readonly testnet?: boolean | undefined;
  /** Default `eip155`. */
  readonly chainNamespace?: Namespace | undefined;
  /** CAIP-2 id; made of the two above where it is left out. */
  readonly caipNetworkId?: string | undefined;
  /** A former CAIP-2 id that wallets may still use. */
  readonly deprecatedCaipNetworkId?: string | undefined;
  /** Its picture. */
  readonly assets?: NetworkAssets | undefined;
  /** Polkadot networks: what their addresses begin with, 0 to 16383. Needed where Latchkey does not know the chain. @see https://github.com/paritytech/ss58-registry */
  readonly ss58Prefix?: number | undefined;
}

/** Where the picture of a network comes from. */
export interface NetworkAssets {
  readonly imageId: string | undefined;
  readonly imageUrl: string | undefined;
}

/** A network as Latchkey uses it: every field of the specification is there, ids are checked. */
export interface Network {
  /** The chain's number on eip155, its CAIP-2 reference elsewhere. */
  readonly id: number | string;
  /** As views show it. */
  readonly name: string;
  /** The namespace that it is of. */
  readonly chainNamespace: Namespace;
  /** CAIP-2 id. */
  readonly caipNetworkId: ChainId;
  /** A former CAIP-2 id that wallets may still use. */
  readonly deprecatedCaipNetworkId: ChainId | undefined;
  /** The chain's own coin. */
  readonly nativeCurrency: NativeCurrency;
  /** Where it is read. */
  readonly rpcUrls: {
    /** What Latchkey reads from: the host's own URLs, then the configured RPC service or the network's own. */
    readonly default: RpcUrls;
    /** What is handed to a wallet that adds the network: never an address with the host's project id. */
    readonly chainDefault: RpcUrls;
    /** What requests to the host's own URLs carry, by URL, where the host says so; sockets carry nothing. */
    readonly headers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  /** Where addresses and transactions can be looked up. */
  readonly blockExplorers: { readonly default: BlockExplorer } | undefined;
  /** A network whose coins are worth nothing. */
  readonly testnet: boolean;
  /** Its picture. */
  readonly assets: NetworkAssets;
  /** Polkadot networks whose prefix the host named. */
  readonly ss58Prefix?: number;
  /** True for the stand-in of a chain that the host did not configure. */
  readonly unknown: boolean;
}
