import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addRecentWallet, RECENT_WALLETS_LIMIT, type RecentWallet } from '../../../../domain/directory/recent-wallets.js';

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

  it('never hold more than the limit nor a wallet twice, and always the last used one', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 }), (ids) => {
        const recent = ids.reduce<readonly RecentWallet[]>((list, id) => addRecentWallet(list, wallet(id)), []);
        expect(recent.length).toBeLessThanOrEqual(RECENT_WALLETS_LIMIT);
        expect(new Set(recent.map(({ id }) => id)).size).toBe(recent.length);
        expect(recent[0]?.id).toBe(ids.at(-1));
      }),
    );
  });
});
