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
  standingOf,
  type WalletFilters,
  type WalletQuery,
} from '../../../../domain/directory/wallet-queries.js';
import { forAll } from '../properties.js';

const CHAINS = ['eip155:1', 'eip155:137'].map(toChainId);
const NONE: WalletFilters = { featured: [], include: [], exclude: [], chains: CHAINS };

/** What the directory gives of these ids. */
const answered = (query: WalletQuery | null, all: readonly string[]): readonly string[] =>
  query === null ? [] : all.filter((id) => (query.include?.includes(id) ?? true) && !query.exclude?.includes(id));

/** The rows of the published table: featured, includes set, included, excluded, then the outcome. */
const published = readFileSync('docs/wallet-directory.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| (yes|no) /.test(line))
  .map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );

describe('the published table of featured, included and excluded wallets', () => {
  it('has every case once', () => {
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
      expect(standingOf('w', filters)).toBe(outcome);
      const all = ['w', 'other'];
      expect(answered(featuredQuery(filters), all).includes('w')).toBe(outcome === 'featured');
      expect(answered(recommendedQuery(filters), all).includes('w')).toBe(outcome === 'listed');
      expect(answered(listQuery(filters, 1, []), all).includes('w')).toBe(outcome === 'listed');
      expect(answered(searchQuery(filters, { search: 'wa' }), all).includes('w')).toBe(outcome !== 'hidden');
    },
  );
});

describe('what the directory is asked', () => {
  it('is 4 recommended, 40 per page and 100 in a search, of the chains of the networks', () => {
    expect(recommendedQuery(NONE)).toEqual({ page: 1, entries: 4, chains: CHAINS });
    expect(listQuery(NONE, 3, ['r'])).toEqual({ page: 3, entries: 40, exclude: ['r'], chains: CHAINS });
    expect(searchQuery(NONE, { search: '  meta ' })).toEqual({ page: 1, entries: 100, search: 'meta', chains: CHAINS });
    expect(searchQuery(NONE, { search: '', certified: true })).toEqual({ page: 1, entries: 100, badge: 'certified', chains: CHAINS });
  });

  it('names the featured and the excluded ones whatever their chains, and as many as there are', () => {
    const filters = { ...NONE, featured: ['b', 'a', 'b', 'x'], exclude: ['x', 'y'] };
    expect(featuredQuery(filters)).toEqual({ page: 1, entries: 2, include: ['b', 'a'] });
    expect(excludedQuery(filters)).toEqual({ page: 1, entries: 2, include: ['x', 'y'] });
    expect([featuredQuery(NONE), excludedQuery(NONE)]).toEqual([null, null]);
  });

  it('is nothing where nothing is left of what is included, and never everything', () => {
    const filters = { ...NONE, include: ['a'], exclude: ['a'] };
    expect([recommendedQuery(filters), listQuery(filters, 1, []), searchQuery(filters, { search: 'aa' })]).toEqual([null, null, null]);
    expect(listQuery({ ...NONE, include: ['a'] }, 1, ['a'])).toBe(null);
  });

  it('never gives what the standing forbids, whatever the host says', () => {
    const some = fc.uniqueArray(fc.constantFrom(...'abcdef'));
    forAll(some, some, some, some, (featured, include, exclude, recommended) => {
      const filters: WalletFilters = { featured, include, exclude, chains: [] };
      const all = [...'abcdef'];
      const of = (standing: string) => all.filter((id) => standingOf(id, filters) === standing);
      expect([...answered(featuredQuery(filters), all)]).toEqual(of('featured'));
      expect([...answered(listQuery(filters, 1, recommended), all)]).toEqual(of('listed').filter((id) => !recommended.includes(id)));
      expect([...answered(searchQuery(filters, { search: 'xx' }), all)]).toEqual(all.filter((id) => standingOf(id, filters) !== 'hidden'));
      for (const query of [featuredQuery(filters), recommendedQuery(filters), listQuery(filters, 1, recommended)])
        expect(query?.include?.length === 0 || query?.exclude?.length === 0 || query?.chains?.length === 0).toBe(false);
    });
  });

  it.each([
    ['', false, false],
    [' a ', false, false],
    ['ab', false, true],
    ['', true, true],
  ])('is a search for "%s", certified %s: %s', (search, certified, expected) => {
    expect(isSearch({ search, certified })).toBe(expected);
  });
});
