import type { Address, Hex } from 'viem';
import type { Fault } from './fault.js';

/** An account whose key the wallet holds. */
export interface WalletAccount {
  readonly name: string;
  readonly address: Address;
  readonly privateKey: Hex;
}

/** A chain the wallet knows. */
export interface WalletChain {
  readonly chainId: number;
  readonly name: string;
  readonly rpcUrl: string;
  readonly currency: { readonly name: string; readonly symbol: string; readonly decimals: number };
  readonly explorerUrl?: string;
}

/** What a site may see. @see https://eips.ethereum.org/EIPS/eip-2255 */
export interface SitePermission {
  readonly id: string;
  readonly accounts: readonly Address[];
  /** Unix time in milliseconds. */
  readonly grantedAtMs: number;
}

/** Everything the wallet keeps. Plain data, so that a host can store it. */
export interface WalletState {
  readonly locked: boolean;
  readonly accounts: readonly WalletAccount[];
  readonly selected: Address;
  readonly chainId: number;
  readonly chains: readonly WalletChain[];
  readonly sites: Readonly<Record<string, SitePermission>>;
  /** Answers yes to every question without showing it. Only tests set it. */
  readonly autoApprove: boolean;
  readonly fault: Fault | null;
}

/** A fresh wallet: unlocked, its first account and first chain chosen, no site connected. */
export const initialState = (accounts: readonly WalletAccount[], chains: readonly WalletChain[]): WalletState => {
  const [account] = accounts;
  const [chain] = chains;
  if (account === undefined || chain === undefined) throw new Error('A wallet needs at least one account and one chain.');
  return {
    locked: false,
    accounts,
    selected: account.address,
    chainId: chain.chainId,
    chains,
    sites: {},
    autoApprove: false,
    fault: null,
  };
};

/** What a site sees of the accounts: those shared with it, the chosen one first; none while the wallet is locked. */
export const accountsFor = (state: WalletState, origin: string): readonly Address[] => {
  const shared = state.sites[origin]?.accounts ?? [];
  if (state.locked) return [];
  return shared.includes(state.selected) ? [state.selected, ...shared.filter((address) => address !== state.selected)] : shared;
};

/** The chain the wallet is on. */
export const currentChain = (state: WalletState): WalletChain => {
  const chain = chainOf(state, state.chainId);
  if (chain === undefined) throw new Error(`The wallet is on chain ${state.chainId} and does not know it.`);
  return chain;
};

/** A chain the wallet knows, or `undefined`. */
export const chainOf = (state: WalletState, chainId: number): WalletChain | undefined =>
  state.chains.find((chain) => chain.chainId === chainId);

/** Moves the wallet to a chain it knows. */
export const withChain = (state: WalletState, chainId: number): WalletState => ({ ...state, chainId });

/** Adds a chain, or replaces the one with its id. */
export const withAddedChain = (state: WalletState, chain: WalletChain): WalletState => ({
  ...state,
  chains: [...state.chains.filter(({ chainId }) => chainId !== chain.chainId), chain],
});

/** Shares accounts with a site, in place of those it saw before. */
export const withSite = (state: WalletState, origin: string, permission: SitePermission): WalletState => ({
  ...state,
  sites: { ...state.sites, [origin]: permission },
});

/** Takes everything back from a site. */
export const withoutSite = (state: WalletState, origin: string): WalletState => ({
  ...state,
  sites: Object.fromEntries(Object.entries(state.sites).filter(([key]) => key !== origin)),
});

/** Chooses an account. Connected sites follow: an account they did not see is shared with them. */
export const withSelected = (state: WalletState, selected: Address): WalletState => ({
  ...state,
  selected,
  sites: Object.fromEntries(
    Object.entries(state.sites).map(([origin, site]) => [
      origin,
      site.accounts.includes(selected) ? site : { ...site, accounts: [...site.accounts, selected] },
    ]),
  ),
});
