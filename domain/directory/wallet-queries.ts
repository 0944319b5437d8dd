import type { ChainId } from '../caip/caip-2.js';
import type { Options } from '../options/options.js';
import type { WalletBadge } from './directory-wallet.js';

/** A query to the wallet directory. An absent list does not filter; an empty one is never sent. */
export interface WalletQuery {
  /** Starts at 1. */
  readonly page: number;
  readonly entries: number;
  readonly include?: readonly string[];
  /** Excludes these ids. */
  readonly exclude?: readonly string[];
  /** Part of the name. */
  readonly search?: string;
  /** Only wallets that support one of these chains. */
  readonly chains?: readonly ChainId[];
  readonly badge?: WalletBadge;
}

/** The app's wallet filters and the chains of its networks. */
export interface WalletFilters {
  readonly featured: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly chains: readonly ChainId[];
}

/** Wallets per page (specification, section 9). */
export const PAGE_SIZE = 40;
/** Number of recommended wallets (specification, section 9). */
export const RECOMMENDED_LIMIT = 4;
/** Maximum number of search results (specification, section 9). */
export const SEARCH_LIMIT = 100;

export const walletFilters = (
  { featuredWalletIds = [], includeWalletIds = [], excludeWalletIds = [] }: Options,
  chains: readonly ChainId[],
): WalletFilters => ({ featured: featuredWalletIds, include: includeWalletIds, exclude: excludeWalletIds, chains });

/** Visibility of a directory wallet. */
export type WalletVisibility = 'featured' | 'listed' | 'hidden';

/**
 * Decides the visibility of a wallet in all lists and the search. Exclusion wins; featured wallets need not be included; without
 * `include` all wallets are listed. The table in docs/guides/wallet-directory.md lists every case.
 */
export const visibilityOf = (id: string, { featured, include, exclude }: Omit<WalletFilters, 'chains'>): WalletVisibility => {
  if (exclude.includes(id)) return 'hidden';
  if (featured.includes(id)) return 'featured';
  return include.length === 0 || include.includes(id) ? 'listed' : 'hidden';
};

const without = (ids: readonly string[], others: readonly string[]): readonly string[] => [
  ...new Set(ids.filter((id) => !others.includes(id))),
];

/** Filters by id if requested; `null` if no ids remain. */
const includeOnly = (requested: readonly string[], remaining: readonly string[]): Pick<WalletQuery, 'include'> | null => {
  if (requested.length === 0) return {};
  return remaining.length === 0 ? null : { include: remaining };
};

const excludeIds = (...ids: readonly (readonly string[])[]): Pick<WalletQuery, 'exclude'> => {
  const exclude = [...new Set(ids.flat())];
  return exclude.length === 0 ? {} : { exclude };
};

const supporting = (chains: readonly ChainId[]): Pick<WalletQuery, 'chains'> => (chains.length === 0 ? {} : { chains });

/** Query for the featured wallets, on any chain; `null` without any. */
export const featuredQuery = ({ featured, exclude }: WalletFilters): WalletQuery | null => {
  const include = without(featured, exclude);
  return include.length === 0 ? null : { page: 1, entries: include.length, include };
};

/** Query for the recommended wallets. */
export const recommendedQuery = ({ featured, include, exclude, chains }: WalletFilters): WalletQuery | null => {
  const included = includeOnly(include, without(include, [...exclude, ...featured]));
  return included && { page: 1, entries: RECOMMENDED_LIMIT, ...included, ...excludeIds(exclude, featured), ...supporting(chains) };
};

/** Query for one page of the wallets that are neither featured nor recommended. */
export const listQuery = (
  { featured, include, exclude, chains }: WalletFilters,
  page: number,
  recommended: readonly string[],
): WalletQuery | null => {
  const included = includeOnly(include, without(include, [...exclude, ...featured, ...recommended]));
  return included && { page, entries: PAGE_SIZE, ...included, ...excludeIds(recommended, exclude, featured), ...supporting(chains) };
};

/** A search by the user. */
export interface WalletSearch {
  /** Part of the name. Surrounding whitespace is ignored. */
  readonly search: string;
  /** Only certified wallets. Default `false`. */
  readonly certified?: boolean | undefined;
}

/** Minimum number of characters. */
const MIN_SEARCH_LENGTH = 2;

/** Tests whether there is a search: two characters, or only certified wallets. */
export const isSearch = ({ search, certified = false }: WalletSearch): boolean => certified || search.trim().length >= MIN_SEARCH_LENGTH;

/** Tests whether two searches are equal. */
export const isSameSearch = (a: WalletSearch, b: WalletSearch): boolean =>
  a.search.trim() === b.search.trim() && (a.certified ?? false) === (b.certified ?? false);

/** Query for a search in all visible wallets, including featured ones. */
export const searchQuery = (
  { featured, include, exclude, chains }: WalletFilters,
  { search, certified = false }: WalletSearch,
): WalletQuery | null => {
  const text = search.trim();
  const included = includeOnly(include, without([...include, ...featured], exclude));
  return (
    included && {
      page: 1,
      entries: SEARCH_LIMIT,
      ...included,
      ...excludeIds(exclude),
      ...(text === '' ? {} : { search: text }),
      ...(certified ? { badge: 'certified' as const } : {}),
      ...supporting(chains),
    }
  );
};

/** Query for the excluded wallets, to hide their installed extensions as well; `null` without any. */
export const excludedQuery = ({ exclude }: Pick<WalletFilters, 'exclude'>): WalletQuery | null => {
  const include = without(exclude, []);
  return include.length === 0 ? null : { page: 1, entries: include.length, include };
};
