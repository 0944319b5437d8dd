import type { ListedWallet } from './directory-wallet.js';

/** Pages of more entries are cut. */
const MAX_ENTRIES = 100;

const listOf = (value: string | null): readonly string[] | null => (value === null || value === '' ? null : value.split(','));

/** A whole number from 1, or the default where the query says something else. */
const countOf = (value: string | null, otherwise: number): number => {
  const count = Number(value ?? otherwise);
  return Number.isSafeInteger(count) && count > 0 ? count : otherwise;
};

/** Answers `GET /getWallets`: the wallets that fit the query, one page of them, and how many fit. */
export const findWallets = (
  wallets: readonly ListedWallet[],
  query: URLSearchParams,
): { readonly data: readonly ListedWallet[]; readonly count: number } => {
  const [include, exclude, chains] = ['include', 'exclude', 'chains'].map((name) => listOf(query.get(name)));
  const search = query.get('search')?.toLowerCase() ?? '';
  const badge = query.get('badge_type');
  const found = wallets.filter(
    ({ id, name, chains: served, badge_type }) =>
      (include?.includes(id) ?? true) &&
      !exclude?.includes(id) &&
      (chains?.some((chain) => served?.includes(chain)) ?? true) &&
      name.toLowerCase().includes(search) &&
      (badge === null || (badge_type ?? 'none') === badge),
  );
  const entries = Math.min(countOf(query.get('entries'), 20), MAX_ENTRIES);
  const first = (countOf(query.get('page'), 1) - 1) * entries;
  return { data: found.slice(first, first + entries), count: found.length };
};
