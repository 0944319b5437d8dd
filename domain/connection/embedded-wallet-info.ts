import type { AccountType } from '../account/account-record.js';
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
