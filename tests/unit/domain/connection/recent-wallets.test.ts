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

describe('the recent wallets', () => {
  it('are two, the last used first, each once', () => {
    const used = ['a', 'b', 'b', 'a', 'c'].reduce<readonly RecentWallet[]>((recent, id) => addRecentWallet(recent, wallet(id)), []);
    expect(used.map(({ id }) => id)).toEqual(['c', 'a']);
  });

  it('take the newest knowledge of a wallet that is used again', () => {
    const recent = addRecentWallet([wallet('a'), wallet('b')], { id: 'b', name: 'Renamed' });
    expect(recent).toEqual([{ id: 'b', name: 'Renamed' }, wallet('a')]);
  });

  itHolds(
    'never hold more than the limit nor a wallet twice, and always the last used one',
    fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 }),
    (ids) => {
      const recent = ids.reduce<readonly RecentWallet[]>((list, id) => addRecentWallet(list, wallet(id)), []);
      expect(recent.length).toBeLessThanOrEqual(RECENT_WALLETS_LIMIT);
      expect(new Set(recent.map(({ id }) => id)).size).toBe(recent.length);
      expect(recent[0]?.id).toBe(ids.at(-1));
    },
  );
});

describe('what was stored of the recent wallets', () => {
  it('comes back as it was', () => {
    const stored: readonly RecentWallet[] = [
      { id: 'b', name: 'B', rdns: 'io.b', imageId: 'pic', imageUrl: 'https://b.example/b.png' },
      wallet('a'),
    ];
    expect(parseRecentWallets(JSON.stringify(stored))).toEqual(stored);
    expect(parseRecentWallets(null)).toEqual([]);
  });

  it.each(['', '{', 'null', '7', '{"id":"a"}', '[null,7,"a",{"id":"a"},{"name":"A"},{"id":"","name":"A"},{"id":"a","name":"\u202E"}]'])(
    'reads as nothing where it is %j',
    (text) => {
      expect(parseRecentWallets(text)).toEqual([]);
    },
  );

  it('is cut to the limit, with each wallet once and fields of the right kind', () => {
    const text = JSON.stringify([{ ...wallet('a'), rdns: 7, imageId: '' }, wallet('b'), wallet('a'), wallet('c')]);
    expect(parseRecentWallets(text)).toEqual([wallet('a'), wallet('b')]);
  });

  itHolds(
    'never makes reading fail',
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
