import type { ChainId } from '../caip/caip-2.js';
import type { Options } from '../options/options.js';
import type { WalletBadge } from './directory-wallet.js';

/** What the directory is asked. A list that is absent restricts nothing; an empty one is never asked. */
export interface WalletQuery {
  /** From 1. */
  readonly page: number;
  /** Wallets per page. */
  readonly entries: number;
  /** Only these ids. */
  readonly include?: readonly string[];
  /** None of these ids. */
  readonly exclude?: readonly string[];
  /** Part of a name. */
  readonly search?: string;
  /** Only wallets that serve one of these chains. */
  readonly chains?: readonly ChainId[];
  readonly badge?: WalletBadge;
}

/** What the host says about the directory's wallets, and the chains of its networks. */
export interface WalletFilters {
  readonly featured: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly chains: readonly ChainId[];
}

/** Wallets per page of the list (specification, section 9). */
export const PAGE_ENTRIES = 40;
/** Recommended wallets (specification, section 9). */
export const RECOMMENDED_ENTRIES = 4;
/** Wallets that a search shows at most (specification, section 9). */
export const SEARCH_ENTRIES = 100;

/** The filters of the options. */
export const walletFilters = (
  { featuredWalletIds = [], includeWalletIds = [], excludeWalletIds = [] }: Options,
  chains: readonly ChainId[],
): WalletFilters => ({ featured: featuredWalletIds, include: includeWalletIds, exclude: excludeWalletIds, chains });

/** How a wallet of the directory is treated: ahead of the others, among them, or not at all. */
export type WalletStanding = 'featured' | 'listed' | 'hidden';

/**
 * The one rule behind all lists and the search. Exclusion wins; a featured wallet needs no mention among the included ones;
 * without included wallets all are. The table in docs/wallet-directory.md lists every case.
 */
export const standingOf = (id: string, { featured, include, exclude }: Omit<WalletFilters, 'chains'>): WalletStanding => {
  if (exclude.includes(id)) return 'hidden';
  if (featured.includes(id)) return 'featured';
  return include.length === 0 || include.includes(id) ? 'listed' : 'hidden';
};

const without = (ids: readonly string[], others: readonly string[]): readonly string[] => [
  ...new Set(ids.filter((id) => !others.includes(id))),
];

/** Restricts to ids, where there is such a wish; `null` where it leaves nothing to ask for. */
const only = (wished: readonly string[], left: readonly string[]): Pick<WalletQuery, 'include'> | null => {
  if (wished.length === 0) return {};
  return left.length === 0 ? null : { include: left };
};

const except = (...ids: readonly (readonly string[])[]): Pick<WalletQuery, 'exclude'> => {
  const exclude = [...new Set(ids.flat())];
  return exclude.length === 0 ? {} : { exclude };
};

const serving = (chains: readonly ChainId[]): Pick<WalletQuery, 'chains'> => (chains.length === 0 ? {} : { chains });

/** The wallets that the host features, whatever chains they serve; `null` where it features none. */
export const featuredQuery = ({ featured, exclude }: WalletFilters): WalletQuery | null => {
  const include = without(featured, exclude);
  return include.length === 0 ? null : { page: 1, entries: include.length, include };
};

/** The wallets that the directory puts first. */
export const recommendedQuery = ({ featured, include, exclude, chains }: WalletFilters): WalletQuery | null => {
  const included = only(include, without(include, [...exclude, ...featured]));
  return included && { page: 1, entries: RECOMMENDED_ENTRIES, ...included, ...except(exclude, featured), ...serving(chains) };
};

/** One page of all wallets that are neither featured nor recommended. */
export const listQuery = (
  { featured, include, exclude, chains }: WalletFilters,
  page: number,
  recommended: readonly string[],
): WalletQuery | null => {
  const included = only(include, without(include, [...exclude, ...featured, ...recommended]));
  return included && { page, entries: PAGE_ENTRIES, ...included, ...except(recommended, exclude, featured), ...serving(chains) };
};

/** What a person searches for. */
export interface WalletSearch {
  /** Part of a name; blanks around it do not count. */
  readonly search: string;
  /** Only certified wallets. Default `false`. */
  readonly certified?: boolean | undefined;
}

/** From this many characters on a search is one. */
const MIN_SEARCH_LENGTH = 2;

/** Whether there is something to search for: two characters, or the wish for certified wallets only. */
export const isSearch = ({ search, certified = false }: WalletSearch): boolean => certified || search.trim().length >= MIN_SEARCH_LENGTH;

/** Whether two searches ask for the same. */
export const sameSearch = (a: WalletSearch, b: WalletSearch): boolean =>
  a.search.trim() === b.search.trim() && (a.certified ?? false) === (b.certified ?? false);

/** A search among all wallets that may be shown, the featured ones too. */
export const searchQuery = (
  { featured, include, exclude, chains }: WalletFilters,
  { search, certified = false }: WalletSearch,
): WalletQuery | null => {
  const text = search.trim();
  const included = only(include, without([...include, ...featured], exclude));
  return (
    included && {
      page: 1,
      entries: SEARCH_ENTRIES,
      ...included,
      ...except(exclude),
      ...(text === '' ? {} : { search: text }),
      ...(certified ? { badge: 'certified' as const } : {}),
      ...serving(chains),
    }
  );
};

/** The excluded wallets themselves, whose installed extensions are not listed either; `null` where none is. */
export const excludedQuery = ({ exclude }: Pick<WalletFilters, 'exclude'>): WalletQuery | null => {
  const include = without(exclude, []);
  return include.length === 0 ? null : { page: 1, entries: include.length, include };
};
