import type { Address, Hex } from 'viem';
import type { Fault } from './fault.js';
import { type NamespaceNodes, OTHER_NAMESPACES, type OtherNamespace } from './keys/namespace.js';

/** A chain as the wallet names it, before it has a node. */
interface KnownChain extends Omit<WalletChain, 'rpcUrl'> {
  /** Whether sites are told of it. One is not, so that an app meets a network it did not configure. */
  readonly isOffered: boolean;
}

/** The chains that the sandbox runs and its wallet knows. @see https://chainlist.org */
export const KNOWN_CHAINS: readonly KnownChain[] = [
  { chainId: 1, name: 'Ethereum', currency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, isOffered: true },
  { chainId: 137, name: 'Polygon', currency: { name: 'POL', symbol: 'POL', decimals: 18 }, isOffered: true },
  { chainId: 100, name: 'Gnosis', currency: { name: 'xDAI', symbol: 'XDAI', decimals: 18 }, isOffered: false },
];

/** The wallet's chains, given the node of each: those without one are left out. @param rpcUrls by EIP-155 chain id */
export const walletChains = (rpcUrls: Readonly<Record<number, string>>): readonly WalletChain[] =>
  KNOWN_CHAINS.flatMap(({ isOffered: _, ...chain }) => {
    const rpcUrl = rpcUrls[chain.chainId];
    return rpcUrl === undefined ? [] : [{ ...chain, rpcUrl }];
  });

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
  /** The namespaces besides eip155 that the wallet offers, with the chain and node of each. */
  readonly nodes: NamespaceNodes;
  /** What sites may see besides eip155, by namespace and site. Accounts stand there by their address on eip155. */
  readonly shares: Readonly<Partial<Record<OtherNamespace, Readonly<Record<string, SitePermission>>>>>;
  /** Answers yes to every question without showing it. Only tests set it. */
  readonly autoApprove: boolean;
  readonly fault: Fault | null;
}

/** A fresh wallet: unlocked, its first account and first chain chosen, no site connected. */
export const initialState = (
  accounts: readonly WalletAccount[],
  chains: readonly WalletChain[],
  nodes: NamespaceNodes = {},
): WalletState => {
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
    nodes,
    shares: {},
    autoApprove: false,
    fault: null,
  };
};

const visibleTo = (state: WalletState, shared: readonly Address[]): readonly Address[] => {
  if (state.locked) return [];
  return shared.includes(state.selected) ? [state.selected, ...shared.filter((address) => address !== state.selected)] : shared;
};

/** What a site sees of the accounts: those shared with it, the chosen one first; none while the wallet is locked. */
export const accountsFor = (state: WalletState, origin: string): readonly Address[] =>
  visibleTo(state, state.sites[origin]?.accounts ?? []);

/** The places of the accounts that a site sees in a namespace besides eip155, the chosen one first; none while the wallet is locked. */
export const placesFor = (state: WalletState, namespace: OtherNamespace, origin: string): readonly number[] =>
  visibleTo(state, state.shares[namespace]?.[origin]?.accounts ?? []).map((shared) =>
    state.accounts.findIndex(({ address }) => address === shared),
  );

/** The chain the wallet is on. */
export const currentChain = (state: WalletState): WalletChain => {
  const chain = chainOf(state, state.chainId);
  if (chain === undefined) throw new Error(`The wallet is on chain ${state.chainId} and does not know it.`);
  return chain;
};

/** A chain the wallet knows, or `undefined`. */
export const chainOf = (state: WalletState, chainId: number): WalletChain | undefined =>
  state.chains.find((chain) => chain.chainId === chainId);

/** Moves the wallet to a chain. @throws Error when the wallet does not know it */
export const withChain = (state: WalletState, chainId: number): WalletState => {
  if (chainOf(state, chainId) === undefined) throw new Error(`The wallet has no chain ${chainId}.`);
  return { ...state, chainId };
};

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

type Sites = Readonly<Record<string, SitePermission>>;

const without = (sites: Sites, origin: string): Sites => Object.fromEntries(Object.entries(sites).filter(([key]) => key !== origin));

const eachShare = (state: WalletState, change: (sites: Sites) => Sites): WalletState['shares'] =>
  Object.fromEntries(OTHER_NAMESPACES.map((namespace) => [namespace, change(state.shares[namespace] ?? {})]));

/** Shares accounts with a site in a namespace besides eip155; `null` takes them back. */
export const withShare = (
  state: WalletState,
  namespace: OtherNamespace,
  origin: string,
  permission: SitePermission | null,
): WalletState => {
  const others = without(state.shares[namespace] ?? {}, origin);
  return { ...state, shares: { ...state.shares, [namespace]: permission === null ? others : { ...others, [origin]: permission } } };
};

/** Takes everything back from a site. */
export const withoutSite = (state: WalletState, origin: string): WalletState => ({
  ...state,
  sites: without(state.sites, origin),
  shares: eachShare(state, (sites) => without(sites, origin)),
});

const follow = (sites: Sites, selected: Address): Sites =>
  Object.fromEntries(
    Object.entries(sites).map(([origin, site]) => [
      origin,
      site.accounts.includes(selected) ? site : { ...site, accounts: [...site.accounts, selected] },
    ]),
  );

/**
 * Chooses an account by its place, from 0. Connected sites follow: an account they did not see is shared with them.
 * @throws Error when there is none
 */
export const withSelected = (state: WalletState, index: number): WalletState => {
  const account = state.accounts[index];
  if (account === undefined) throw new Error(`The wallet has no account ${index}.`);
  const { address: selected } = account;
  return {
    ...state,
    selected,
    sites: follow(state.sites, selected),
    shares: eachShare(state, (sites) => follow(sites, selected)),
  };
};
