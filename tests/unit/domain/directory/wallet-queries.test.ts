import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import {
  excludedQuery,
  featuredQuery,
  isSearch,
  listQuery,
  recommendedQuery,
  searchQuery,
  visibilityOf,
  type WalletFilters,
  type WalletQuery,
} from '../../../../domain/directory/wallet-queries.js';
import { forAll } from '../properties.js';

const CHAINS = ['eip155:1', 'eip155:137'].map(toChainId);
const NONE: WalletFilters = { featured: [], include: [], exclude: [], chains: CHAINS };

/** Simulates the directory: the ids that a query returns. */
const resultsOf = (query: WalletQuery | null, all: readonly string[]): readonly string[] =>
  query === null ? [] : all.filter((id) => (query.include?.includes(id) ?? true) && !query.exclude?.includes(id));

/** Rows of the published table: featured, includes set, included, excluded, outcome. */
const published = readFileSync('docs/guides/wallet-directory.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| (yes|no) /.test(line))
  .map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );

describe('table of featured, included and excluded wallets in the docs', () => {
  it('contains every case once', () => {
    const cases = published.map((row) => row.slice(0, 4).join(' '));
    expect(new Set(cases).size).toBe(12);
    expect(cases).toHaveLength(12);
  });

  it.each(published)(
    'featured: %s, includeWalletIds set: %s, included: %s, excluded: %s → %s',
    (featured, set, included, excluded, outcome) => {
      const filters: WalletFilters = {
        ...NONE,
        featured: featured === 'yes' ? ['w'] : [],
        include: set === 'yes' ? [...(included === 'yes' ? ['w'] : []), 'other'] : [],
        exclude: excluded === 'yes' ? ['w'] : [],
      };
      expect(visibilityOf('w', filters)).toBe(outcome);
      const all = ['w', 'other'];
      expect(resultsOf(featuredQuery(filters), all).includes('w')).toBe(outcome === 'featured');
      expect(resultsOf(recommendedQuery(filters), all).includes('w')).toBe(outcome === 'listed');
      expect(resultsOf(listQuery(filters, 1, []), all).includes('w')).toBe(outcome === 'listed');
      expect(resultsOf(searchQuery(filters, { search: 'wa' }), all).includes('w')).toBe(outcome !== 'hidden');
    },
  );
});

describe('directory queries', () => {
  it('request 4 recommended wallets, 40 per page and 100 per search, on the networks’ chains', () => {
    expect(recommendedQuery(NONE)).toEqual({ page: 1, entries: 4, chains: CHAINS });
    expect(listQuery(NONE, 3, ['r'])).toEqual({ page: 3, entries: 40, exclude: ['r'], chains: CHAINS });
    expect(searchQuery(NONE, { search: '  meta ' })).toEqual({ page: 1, entries: 100, search: 'meta', chains: CHAINS });
    expect(searchQuery(NONE, { search: '', certified: true })).toEqual({ page: 1, entries: 100, badge: 'certified', chains: CHAINS });
  });

  it('request all featured and excluded wallets, regardless of chains', () => {
    const filters = { ...NONE, featured: ['b', 'a', 'b', 'x'], exclude: ['x', 'y'] };
    expect(featuredQuery(filters)).toEqual({ page: 1, entries: 2, include: ['b', 'a'] });
    expect(excludedQuery(filters)).toEqual({ page: 1, entries: 2, include: ['x', 'y'] });
    expect([featuredQuery(NONE), excludedQuery(NONE)]).toEqual([null, null]);
  });

  it('are null if no included wallets remain', () => {
    const filters = { ...NONE, include: ['a'], exclude: ['a'] };
    expect([recommendedQuery(filters), listQuery(filters, 1, []), searchQuery(filters, { search: 'aa' })]).toEqual([null, null, null]);
    expect(listQuery({ ...NONE, include: ['a'] }, 1, ['a'])).toBe(null);
  });

  it('never return wallets against the visibility rule, for any filters', () => {
    const some = fc.uniqueArray(fc.constantFrom(...'abcdef'));
    forAll(some, some, some, some, (featured, include, exclude, recommended) => {
      const filters: WalletFilters = { featured, include, exclude, chains: [] };
      const all = [...'abcdef'];
      const of = (visibility: string) => all.filter((id) => visibilityOf(id, filters) === visibility);
      expect([...resultsOf(featuredQuery(filters), all)]).toEqual(of('featured'));
      expect([...resultsOf(listQuery(filters, 1, recommended), all)]).toEqual(of('listed').filter((id) => !recommended.includes(id)));
      expect([...resultsOf(searchQuery(filters, { search: 'xx' }), all)]).toEqual(
        all.filter((id) => visibilityOf(id, filters) !== 'hidden'),
      );
      for (const query of [featuredQuery(filters), recommendedQuery(filters), listQuery(filters, 1, recommended)])
        expect(query?.include?.length === 0 || query?.exclude?.length === 0 || query?.chains?.length === 0).toBe(false);
    });
  });

  it.each([
    ['', false, false],
    [' a ', false, false],
    ['ab', false, true],
    ['', true, true],
  ])('treat "%s", certified %s, as a search: %s', (search, certified, expected) => {
    expect(isSearch({ search, certified })).toBe(expected);
  });
});
