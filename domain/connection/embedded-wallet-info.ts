import type { AccountType } from '../account/account-record.js';
import type { ChainId } from '../caip/caip-2.js';
import type { SocialProvider } from '../options/options.js';

/** The user of the embedded wallet. */
export interface EmbeddedWalletUser {
  readonly email?: string | undefined;
  /** Name of the social account. */
  readonly username?: string | undefined;
}

/** The embedded wallet of an account. */
export interface EmbeddedWalletInfo {
  readonly user: EmbeddedWalletUser;
  /** How the user has logged in. */
  readonly authProvider: 'email' | SocialProvider;
  readonly accountType: AccountType | undefined;
  /** True once the smart account's contract exists on the chain. */
  readonly isSmartAccountDeployed: boolean;
  /** True if the wallet has smart accounts on the network in use. */
  readonly isSmartAccountEnabled: boolean;
}

/** Returns whether a network has smart accounts. @param chainIds EIP-155 chain ids with smart accounts, as the embedded wallet's site named them */
export const isSmartAccountEnabled = (chainIds: readonly number[], chainId: ChainId): boolean =>
  chainIds.some((each) => `eip155:${each}` === chainId);
