import type { Address, Hex } from 'viem';
import type { Fault } from './fault.js';
import { type NamespaceNodes, OTHER_NAMESPACES, type OtherNamespace } from './keys/namespace.js';

/** A chain of the wallet without its node. */
interface KnownChain extends Omit<WalletChain, 'rpcUrl'> {
  /** False for a chain that sites do not receive, so that apps meet a network that they did not configure. */
  readonly isOffered: boolean;
}

/** The chains of the sandbox and its wallet. @see https://chainlist.org */
export const KNOWN_CHAINS: readonly KnownChain[] = [
  { chainId: 1, name: 'Ethereum', currency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, isOffered: true },
  { chainId: 137, name: 'Polygon', currency: { name: 'POL', symbol: 'POL', decimals: 18 }, isOffered: true },
  { chainId: 100, name: 'Gnosis', currency: { name: 'xDAI', symbol: 'XDAI', decimals: 18 }, isOffered: false },
];

/** Returns the wallet's chains that have a node. @param rpcUrls by EIP-155 chain id */
export const walletChains = (rpcUrls: Readonly<Record<number, string>>): readonly WalletChain[] =>
  KNOWN_CHAINS.flatMap(({ isOffered: _, ...chain }) => {
    const rpcUrl = rpcUrls[chain.chainId];
    return rpcUrl === undefined ? [] : [{ ...chain, rpcUrl }];
  });

/** An account of the wallet with its private key. */
export interface WalletAccount {
  readonly name: string;
  readonly address: Address;
  readonly privateKey: Hex;
}

/** A chain of the wallet. */
export interface WalletChain {
  readonly chainId: number;
  readonly name: string;
  readonly rpcUrl: string;
  readonly currency: { readonly name: string; readonly symbol: string; readonly decimals: number };
  readonly explorerUrl?: string;
}

/** Permission of a site. @see https://eips.ethereum.org/EIPS/eip-2255 */
export interface SitePermission {
  readonly id: string;
  readonly accounts: readonly Address[];
  /** Unix time in milliseconds. */
  readonly grantedAtMs: number;
}

/** State of the wallet. Plain data, so that it can be stored. */
export interface WalletState {
  readonly locked: boolean;
  readonly accounts: readonly WalletAccount[];
  readonly selected: Address;
  readonly chainId: number;
  readonly chains: readonly WalletChain[];
  readonly sites: Readonly<Record<string, SitePermission>>;
  /** Chain and node of each other namespace. */
  readonly nodes: NamespaceNodes;
  /** Permissions of sites in other namespaces, by namespace and origin. Accounts are identified by their eip155 address. */
  readonly shares: Readonly<Partial<Record<OtherNamespace, Readonly<Record<string, SitePermission>>>>>;
  /** Approves every prompt without showing it. For tests only. */
  readonly autoApprove: boolean;
  readonly fault: Fault | null;
}

/** Initial state: unlocked, first account and first chain selected, no site connected. */
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

/** Returns the accounts shared with a site, the selected one first; none while the wallet is locked. */
export const accountsFor = (state: WalletState, origin: string): readonly Address[] =>
  visibleTo(state, state.sites[origin]?.accounts ?? []);

/** Returns the indexes of the accounts shared with a site in another namespace, the selected one first; none while the wallet is locked. */
export const accountIndexesFor = (state: WalletState, namespace: OtherNamespace, origin: string): readonly number[] =>
  visibleTo(state, state.shares[namespace]?.[origin]?.accounts ?? []).map((shared) =>
    state.accounts.findIndex(({ address }) => address === shared),
  );

/** Returns the current chain. */
export const currentChain = (state: WalletState): WalletChain => {
  const chain = chainOf(state, state.chainId);
  if (chain === undefined) throw new Error(`The current chain ${state.chainId} is unknown.`);
  return chain;
};

/** Returns a chain by id. */
export const chainOf = (state: WalletState, chainId: number): WalletChain | undefined =>
  state.chains.find((chain) => chain.chainId === chainId);

/** Switches to a chain. @throws Error when the chain is unknown */
export const withChain = (state: WalletState, chainId: number): WalletState => {
  if (chainOf(state, chainId) === undefined) throw new Error(`The wallet has no chain ${chainId}.`);
  return { ...state, chainId };
};

/** Adds a chain, or replaces the one with the same id. */
export const withAddedChain = (state: WalletState, chain: WalletChain): WalletState => ({
  ...state,
  chains: [...state.chains.filter(({ chainId }) => chainId !== chain.chainId), chain],
});

/** Shares accounts with a site, replacing those shared before. */
export const withSite = (state: WalletState, origin: string, permission: SitePermission): WalletState => ({
  ...state,
  sites: { ...state.sites, [origin]: permission },
});

type Sites = Readonly<Record<string, SitePermission>>;

const without = (sites: Sites, origin: string): Sites => Object.fromEntries(Object.entries(sites).filter(([key]) => key !== origin));

const eachShare = (state: WalletState, change: (sites: Sites) => Sites): WalletState['shares'] =>
  Object.fromEntries(OTHER_NAMESPACES.map((namespace) => [namespace, change(state.shares[namespace] ?? {})]));

/** Shares accounts with a site in another namespace; `null` revokes them. */
export const withShare = (
  state: WalletState,
  namespace: OtherNamespace,
  origin: string,
  permission: SitePermission | null,
): WalletState => {
  const others = without(state.shares[namespace] ?? {}, origin);
  return { ...state, shares: { ...state.shares, [namespace]: permission === null ? others : { ...others, [origin]: permission } } };
};

/** Revokes all permissions of a site. */
export const withoutSite = (state: WalletState, origin: string): WalletState => ({
  ...state,
  sites: without(state.sites, origin),
  shares: eachShare(state, (sites) => without(sites, origin)),
});

const shareSelected = (sites: Sites, selected: Address): Sites =>
  Object.fromEntries(
    Object.entries(sites).map(([origin, site]) => [
      origin,
      site.accounts.includes(selected) ? site : { ...site, accounts: [...site.accounts, selected] },
    ]),
  );

/**
 * Selects an account by index, from 0. It is also shared with connected sites that did not have it.
 * @throws Error when the index is out of range
 */
export const withSelected = (state: WalletState, index: number): WalletState => {
  const account = state.accounts[index];
  if (account === undefined) throw new Error(`The wallet has no account ${index}.`);
  const { address: selected } = account;
  return {
    ...state,
    selected,
    sites: shareSelected(state.sites, selected),
    shares: eachShare(state, (sites) => shareSelected(sites, selected)),
  };
};
