import type { SocialProvider } from '../protocol/login-user.js';

/** A token that the site looks for when the user moves to another wallet. */
export interface SiteToken {
  /** Contract, or mint of Solana. */
  readonly address: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** Services and contracts of smart accounts on a network. @see https://eips.ethereum.org/EIPS/eip-4337 */
export interface SmartAccountServices {
  /** JSON-RPC of a bundler for EntryPoint 0.7. */
  readonly bundlerUrl: string;
  /** JSON-RPC of a paymaster (ERC-7677), which may refuse to pay; `null`: the accounts pay. */
  readonly paymasterUrl: string | null;
  /** Address of the `SmartAccountFactory`. */
  readonly factory: `0x${string}`;
  /** Whether the contracts have been audited. Default false: the user's page says that the accounts are for development only. */
  readonly isAudited?: boolean;
}

/** A network of the site. */
export interface SiteNetwork {
  /** CAIP-2. */
  readonly chainId: string;
  readonly name: string;
  readonly rpcUrl: string;
  readonly currency: { readonly symbol: string; readonly decimals: number };
  /** Default: none. Tokens of Solana are found without it, and have no symbol then. */
  readonly tokens?: readonly SiteToken[];
  /** Absent on a network without smart accounts. */
  readonly smartAccounts?: SmartAccountServices;
}

/** A social login of the site. */
export interface SiteSocial {
  readonly provider: SocialProvider;
  /** The provider's page that users are sent to. */
  readonly authorizationUrl: string;
  readonly clientId: string;
}

/** What the operator tells the documents: the same code has another one on each site. */
export interface SiteConfig {
  readonly apiOrigin: string;
  /** Origin of the documents that hold the keys, and of nothing else: no other code of the site can read what they store. */
  readonly keysOrigin: string;
  readonly networks: readonly SiteNetwork[];
  /** Whether a new device is confirmed by a mailed link before it gets a code. */
  readonly confirmsDevices: boolean;
  readonly socials: readonly SiteSocial[];
  /** Whether the site has a login with Farcaster. */
  readonly farcaster: boolean;
}
