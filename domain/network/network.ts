import type { ChainId } from '../caip/caip-2.js';
import type { Namespace } from '../caip/namespace.js';

/** A chain's native coin. `decimals` is the exponent of its base unit (wei, lamports, satoshi, planck). */
export interface NativeCurrency {
  /** E.g. `Ether`. */
  readonly name: string;
  /** E.g. `ETH`. */
  readonly symbol: string;
  /** E.g. `18`. */
  readonly decimals: number;
}

/** A block explorer; `url` has no trailing slash. */
export interface BlockExplorer {
  readonly name: string;
  readonly url: string;
}

/** HTTP and WebSocket URLs of JSON-RPC endpoints, by preference. */
export interface RpcUrls {
  readonly http: readonly string[];
  readonly webSocket?: readonly string[];
}

/**
 * A network as an app defines it. Accepts every chain of `viem/chains` and the networks of this package. `chainNamespace` defaults to
 * `eip155`.
 */
export interface NetworkDefinition {
  /** Numeric chain id on eip155, otherwise the CAIP-2 reference. */
  readonly id: number | string;
  /** Display name. */
  readonly name: string;
  readonly nativeCurrency: NativeCurrency;
  /** Public RPC URLs. */
  readonly rpcUrls: { readonly default: RpcUrls };
  readonly blockExplorers?: { readonly default: BlockExplorer } | undefined;
  readonly testnet?: boolean | undefined;
  /** Default `eip155`. */
  readonly chainNamespace?: Namespace | undefined;
  /** CAIP-2 id. Default: `chainNamespace:id`. */
  readonly caipNetworkId?: string | undefined;
  /** A former CAIP-2 id that wallets may still use. */
  readonly deprecatedCaipNetworkId?: string | undefined;
  readonly assets?: NetworkAssets | undefined;
  /**
   * Address prefix of Polkadot networks, 0 to 16383. Required for chains that Latchkey does not include. @see
   * https://github.com/paritytech/ss58-registry
   */
  readonly ss58Prefix?: number | undefined;
}

/** Image of a network. */
export interface NetworkAssets {
  readonly imageId: string | undefined;
  readonly imageUrl: string | undefined;
}

/** A validated network with all fields of the specification. */
export interface Network {
  /** Numeric chain id on eip155, otherwise the CAIP-2 reference. */
  readonly id: number | string;
  /** Display name. */
  readonly name: string;
  readonly chainNamespace: Namespace;
  /** CAIP-2 id. */
  readonly caipNetworkId: ChainId;
  /** A former CAIP-2 id that wallets may still use. */
  readonly deprecatedCaipNetworkId: ChainId | undefined;
  readonly nativeCurrency: NativeCurrency;
  readonly rpcUrls: {
    /** URLs for reads: the app's custom URLs, then the RPC service or the network's own. */
    readonly default: RpcUrls;
    /** URLs for wallets that add the network. Never contain the app's project id. */
    readonly chainDefault: RpcUrls;
    /** Request headers of the app's custom URLs, by URL. WebSockets do not send them. */
    readonly headers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  readonly blockExplorers: { readonly default: BlockExplorer } | undefined;
  readonly testnet: boolean;
  readonly assets: NetworkAssets;
  /** Address prefix of Polkadot networks, if the app set it. */
  readonly ss58Prefix?: number;
  /** True for the placeholder of a chain that the app did not configure. */
  readonly unknown: boolean;
}
