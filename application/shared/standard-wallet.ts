/** An account of the Wallet Standard. @see https://github.com/wallet-standard/wallet-standard */
export interface StandardAccount {
  readonly address: string;
  readonly publicKey: Uint8Array;
  readonly chains: readonly string[];
  readonly features: readonly string[];
  readonly label?: string | undefined;
  readonly icon?: string | undefined;
}

/**
 * A wallet of the Wallet Standard. Its capabilities are in `features`, by name.
 * @see https://github.com/wallet-standard/wallet-standard
 */
export interface StandardWallet {
  readonly version: string;
  readonly name: string;
  /** A `data:image/…` URL. */
  readonly icon: string;
  /** E.g. `solana:mainnet`. */
  readonly chains: readonly string[];
  readonly features: Readonly<Record<string, unknown>>;
  /** Accounts currently shared with the site. */
  readonly accounts: readonly StandardAccount[];
}

/** Requirements for the Wallet Standard wallets of a namespace. */
export interface StandardWalletFilter {
  /** Prefix of the chain ids, e.g. `solana:`. */
  readonly chainPrefix: string;
  /** Name of the feature whose `connect` function connects the wallet, e.g. `standard:connect`. */
  readonly connectFeature: string;
}

/** Returns true if an untrusted value is a wallet that matches the filter. Never throws, even for a proxy with traps. */
export const isStandardWallet = (value: unknown, { chainPrefix, connectFeature }: StandardWalletFilter): value is StandardWallet => {
  try {
    // A cast is safe: every property is checked below, and a throwing getter is caught.
    const wallet = value as StandardWallet;
    const feature = wallet.features[connectFeature] as { readonly connect?: unknown } | undefined;
    return (
      typeof wallet.name === 'string' &&
      typeof feature?.connect === 'function' &&
      wallet.chains.some((chain) => typeof chain === 'string' && chain.startsWith(chainPrefix))
    );
  } catch {
    return false;
  }
};
