import type { ChainId } from '../caip/caip-2.js';
import type { Namespace } from '../caip/namespace.js';

/** A chain's own coin. `decimals` tells how many base units (wei, lamports, satoshi, planck) make one. */
export interface NativeCurrency {
  readonly name: string;
  readonly symbol: string;
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
  readonly id: number | string;
  readonly name: string;
  readonly nativeCurrency: NativeCurrency;
  readonly rpcUrls: { readonly default: RpcUrls };
  readonly blockExplorers?: { readonly default: BlockExplorer } | undefined;
  readonly testnet?: boolean | undefined;
  readonly chainNamespace?: Namespace | undefined;
  readonly caipNetworkId?: string | undefined;
  /** A former CAIP-2 id that wallets may still use. */
  readonly deprecatedCaipNetworkId?: string | undefined;
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
  readonly id: number | string;
  readonly name: string;
  readonly chainNamespace: Namespace;
  readonly caipNetworkId: ChainId;
  readonly deprecatedCaipNetworkId: ChainId | undefined;
  readonly nativeCurrency: NativeCurrency;
  readonly rpcUrls: {
    /** What Latchkey reads from: the host's own URLs, then the configured RPC service or the network's own. */
    readonly default: RpcUrls;
    /** What is handed to a wallet that adds the network: never an address with the host's project id. */
    readonly chainDefault: RpcUrls;
  };
  readonly blockExplorers: { readonly default: BlockExplorer } | undefined;
  readonly testnet: boolean;
  readonly assets: NetworkAssets;
  /** Polkadot networks whose prefix the host named. */
  readonly ss58Prefix?: number;
  /** True for the stand-in of a chain that the host did not configure. */
  readonly unknown: boolean;
}
