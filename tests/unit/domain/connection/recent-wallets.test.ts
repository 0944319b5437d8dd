import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addRecentWallet,
  parseRecentWallets,
  RECENT_WALLETS_LIMIT,
  type RecentWallet,
} from '../../../../domain/connection/recent-wallets.js';
import { itHolds } from '../properties.js';

const wallet = (id: string): RecentWallet => ({ id, name: `Wallet ${id}` });

describe('recent wallets', () => {
  it('are at most two, the last used one first, without duplicates', () => {
    const used = ['a', 'b', 'b', 'a', 'c'].reduce<readonly RecentWallet[]>((recent, id) => addRecentWallet(recent, wallet(id)), []);
    expect(used.map(({ id }) => id)).toEqual(['c', 'a']);
  });

  it('are cleaned and bounded when they are read', () => {
    const long = 'x'.repeat(300);
    const read = (stored: object) => parseRecentWallets(JSON.stringify([stored]));
    expect(read({ id: 'a', name: '\u3164Meta\u2800Mask', rdns: 'io.\u115fmetamask', imageId: long })).toEqual([
      { id: 'a', name: 'MetaMask', rdns: 'io.metamask' },
    ]);
    expect(read({ id: 'a', name: 'A', imageUrl: `https://a.example/${'x'.repeat(300_000)}` })).toEqual([{ id: 'a', name: 'A' }]);
    expect([read({ id: long, name: 'A' }), read({ id: 'a', name: '\u2800\u3164' })]).toEqual([[], []]);
  });

  it('update the data of a wallet that is used again', () => {
    const recent = addRecentWallet([wallet('a'), wallet('b')], { id: 'b', name: 'Renamed' });
    expect(recent).toEqual([{ id: 'b', name: 'Renamed' }, wallet('a')]);
  });

  itHolds(
    'never exceed the limit, have no duplicates, and start with the last used one',
    fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 }),
    (ids) => {
      const recent = ids.reduce<readonly RecentWallet[]>((list, id) => addRecentWallet(list, wallet(id)), []);
      expect(recent.length).toBeLessThanOrEqual(RECENT_WALLETS_LIMIT);
      expect(new Set(recent.map(({ id }) => id)).size).toBe(recent.length);
      expect(recent[0]?.id).toBe(ids.at(-1));
    },
  );
});

describe('parseRecentWallets', () => {
  it('round-trips', () => {
    const stored: readonly RecentWallet[] = [
      { id: 'b', name: 'B', rdns: 'io.b', imageId: 'pic', imageUrl: 'https://b.example/b.png' },
      wallet('a'),
    ];
    expect(parseRecentWallets(JSON.stringify(stored))).toEqual(stored);
    expect(parseRecentWallets(null)).toEqual([]);
  });

  it.each(['', '{', 'null', '7', '{"id":"a"}', '[null,7,"a",{"id":"a"},{"name":"A"},{"id":"","name":"A"},{"id":"a","name":"\u202E"}]'])(
    'returns no wallets for %j',
    (text) => {
      expect(parseRecentWallets(text)).toEqual([]);
    },
  );

  it('applies the limit, and drops duplicates and invalid fields', () => {
    const text = JSON.stringify([{ ...wallet('a'), rdns: 7, imageId: '' }, wallet('b'), wallet('a'), wallet('c')]);
    expect(parseRecentWallets(text)).toEqual([wallet('a'), wallet('b')]);
  });

  itHolds(
    'never throws',
    fc.oneof(
      fc.string(),
      fc.json(),
      fc.array(fc.anything()).map((list) => JSON.stringify(list) ?? ''),
    ),
    (text) => {
      expect(parseRecentWallets(text).length).toBeLessThanOrEqual(RECENT_WALLETS_LIMIT);
    },
  );
});
