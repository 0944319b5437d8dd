/** An account that a wallet of the standard shares. @see https://github.com/wallet-standard/wallet-standard */
export interface StandardAccount {
  readonly address: string;
  readonly publicKey: Uint8Array;
  readonly chains: readonly string[];
  readonly features: readonly string[];
  readonly label?: string | undefined;
  readonly icon?: string | undefined;
}

/**
 * A wallet of the Wallet Standard: what it can do stands in `features` by name, each with members of its own.
 * @see https://github.com/wallet-standard/wallet-standard
 */
export interface StandardWallet {
  readonly version: string;
  readonly name: string;
  /** A `data:image/…` URL. */
  readonly icon: string;
  /** Such as `solana:mainnet`. */
  readonly chains: readonly string[];
  readonly features: Readonly<Record<string, unknown>>;
  /** What it shares with the page now. */
  readonly accounts: readonly StandardAccount[];
}

/** What the wallets of a family have. */
export interface StandardFamily {
  /** Begins their chains, e.g. `solana:`. */
  readonly chains: string;
  /** Opens them, e.g. `standard:connect`: its object has a function `connect`. */
  readonly connect: string;
}

/** Whether a foreign value is a wallet of a family. Never throws: it may be a proxy with traps. */
export const isStandardWallet = (value: unknown, { chains, connect }: StandardFamily): value is StandardWallet => {
  try {
    // Whatever it is can be asked for members, or throws.
    const wallet = value as StandardWallet;
    const opener = wallet.features[connect] as { readonly connect?: unknown } | undefined;
    return (
      typeof wallet.name === 'string' &&
      typeof opener?.connect === 'function' &&
      wallet.chains.some((chain) => typeof chain === 'string' && chain.startsWith(chains))
    );
  } catch {
    return false;
  }
};
