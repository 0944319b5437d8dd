import fc from 'fast-check';
import { BehaviorSubject, of } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeWallet } from '../../../../application/ports/wallet-directory.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { NO_SEARCH } from '../../../../domain/directory/wallet-list-state.js';
import type { WalletSearch } from '../../../../domain/directory/wallet-queries.js';
import { record, type World, world } from '../support/world.js';
import { arrive, ids, manyWallets } from './directory-for-tests.js';

const chains = [toChainId('eip155:1')];
const wallets = [
  ...manyWallets(3),
  fakeWallet('meta', { name: 'MetaMask', chains, image_id: 'pm' }),
  fakeWallet('rain', { name: 'Rainbow', chains, badge_type: 'certified' }),
];

/** Somebody looks, and types the first terms where some are given. */
const search = (here: World, first?: WalletSearch) => {
  const terms$ = new BehaviorSubject<WalletSearch>({ search: '' });
  const seen = record(here.useCases.watchWalletSearch.execute({ terms$ }));
  if (first !== undefined) terms$.next(first);
  return { terms$, seen, type: (text: string) => terms$.next({ search: text }) };
};

let here: World;
beforeEach(() => {
  here = world({ wallets });
});

describe('WatchWalletSearch', () => {
  it('searches for trimmed terms of two characters, once nothing was typed for 500 ms, and tells the host', async () => {
    const { seen, type } = search(here);
    for (const text of ['m', 'me', 'met', '  meta ']) {
      type(text);
      await here.clock.run(499);
    }
    expect(here.directory.queries).toEqual([]);
    await here.clock.run(1);
    expect(here.directory.queries).toMatchObject([{ page: 1, entries: 100, search: 'meta' }]);
    expect(here.tracked).toEqual([{ event: 'SEARCH_WALLET', properties: { badge: undefined, search: 'meta' } }]);
    await here.clock.run(300);
    expect(seen.values.at(-1)).toMatchObject({ pending: false, count: 1, found: { search: '  meta ' }, error: null });
    expect(ids(seen.values.at(-1)?.wallets)).toEqual(['meta']);
  });

  it('does not wait for more to be typed where it begins with terms', async () => {
    const seen = record(here.useCases.watchWalletSearch.execute({ terms$: new BehaviorSubject({ search: 'meta' }) }));
    await here.clock.run(300);
    expect(ids(seen.values.at(-1)?.wallets)).toEqual(['meta']);
  });

  it('shows an answer after 300 ms at the earliest', async () => {
    const { seen } = search(here, { search: 'meta' });
    await here.clock.run(500 + 299);
    expect(seen.values.at(-1)).toMatchObject({ pending: true, wallets: [] });
    await here.clock.run(1);
    expect(ids(seen.values.at(-1)?.wallets)).toEqual(['meta']);
    expect(here.clock.pending).toBe(0);
  });

  it('waits for the pictures, but no longer than 2 s', async () => {
    here.directory.pictures = 'never';
    const { seen } = search(here, { search: 'meta' });
    await here.clock.run(500 + 1_999);
    expect(seen.values.at(-1)?.pending).toBe(true);
    await here.clock.run(1);
    expect(ids(seen.values.at(-1)?.wallets)).toEqual(['meta']);
  });

  it('shows wallets whose pictures fail', async () => {
    here.directory.pictures = 'down';
    const { seen } = search(here, { search: 'meta' });
    await here.clock.run(800);
    expect(ids(seen.values.at(-1)?.wallets)).toEqual(['meta']);
  });

  it('looks for certified wallets at once, also without a text', async () => {
    const { seen, terms$ } = search(here);
    terms$.next({ search: '', certified: true });
    await here.clock.run(300);
    expect(here.directory.queries).toMatchObject([{ badge: 'certified' }]);
    expect(ids(seen.values.at(-1)?.wallets)).toEqual(['rain']);
    expect(here.tracked).toEqual([{ event: 'SEARCH_WALLET', properties: { badge: 'certified', search: '' } }]);
  });

  it('keeps what was found, marked as pending, until the newer search has an answer', async () => {
    const { seen, type } = search(here, { search: 'meta' });
    await here.clock.run(800);
    type('rain');
    await here.clock.run(600);
    expect(seen.values.at(-1)).toMatchObject({ pending: true, found: { search: 'meta' } });
    expect(ids(seen.values.at(-1)?.wallets)).toEqual(['meta']);
    await here.clock.run(200);
    expect(seen.values.at(-1)).toMatchObject({ pending: false, found: { search: 'rain' } });
    expect(ids(seen.values.at(-1)?.wallets)).toEqual(['rain']);
  });

  it('ends with the newest terms, whatever is typed when and however long the answers take', async () => {
    const word = fc.constantFrom('meta', 'rain', 'wallet', 'nobody', 'm', '');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(word, fc.nat(1_200), fc.boolean()), { minLength: 1, maxLength: 6 }), async (steps) => {
        const here = world({ wallets });
        here.directory.answers = 'by-hand';
        const { seen, type } = search(here);
        for (const [text, ms, isAnswered] of steps) {
          type(text);
          await here.clock.run(ms);
          // The last question that waits, never the first: answers come in the wrong order.
          if (isAnswered && here.directory.waiting > 0) here.directory.release(here.directory.waiting - 1);
        }
        here.directory.answers = 'at-once';
        await here.clock.run(500);
        while (here.directory.waiting > 0) {
          here.directory.release();
          await arrive();
        }
        await here.clock.run(3_000);
        const last = steps.at(-1)?.[0] ?? '';
        const expected = last.length < 2 ? [] : wallets.filter(({ name }) => name.toLowerCase().includes(last)).map(({ id }) => id);
        expect([...ids(seen.values.at(-1)?.wallets)].sort()).toEqual([...expected].sort());
        expect(seen.values.at(-1)?.pending).toBe(false);
        // No state ever shows wallets that were not found for what it says.
        for (const { found, wallets: shown } of seen.values)
          expect(shown.every(({ name }) => name.toLowerCase().includes(found?.search ?? '?'))).toBe(true);
        expect(here.clock.pending).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it('never counts less than it shows', async () => {
    here.directory.page = { wallets, dropped: [], count: 0 };
    const { seen } = search(here, { search: 'wallet' });
    await here.clock.run(800);
    expect(seen.values.at(-1)?.count).toBe(seen.values.at(-1)?.wallets.length);
    expect(seen.values.at(-1)?.count).toBeGreaterThan(0);
  });

  it('tries the same terms again where they failed, and at once', async () => {
    here.directory.lists = 'down';
    const { seen, terms$ } = search(here, { search: 'meta' });
    await here.clock.run(800);
    here.directory.lists = 'working';
    terms$.next({ search: 'meta' });
    await here.clock.run(300);
    expect(ids(seen.values.at(-1)?.wallets)).toEqual(['meta']);
    const asked = here.directory.queries.length;
    terms$.next({ search: 'meta' });
    await here.clock.run(800);
    expect(here.directory.queries).toHaveLength(asked);
  });

  it('withdraws the older question', async () => {
    here.directory.answers = 'by-hand';
    const { type } = search(here, { search: 'meta' });
    await here.clock.run(500);
    expect(here.directory.waiting).toBe(1);
    type('rainbow');
    expect(here.directory.waiting).toBe(0);
  });

  it('says what went wrong, and searches again with other terms', async () => {
    here.directory.lists = 'garbage';
    const { seen, type } = search(here, { search: 'meta' });
    await here.clock.run(500);
    expect(seen.values.at(-1)).toMatchObject({ pending: false, wallets: [], error: { code: 'directory/invalid-response' } });
    here.directory.lists = 'working';
    type('rain');
    await here.clock.run(800);
    expect(seen.values.at(-1)).toMatchObject({ pending: false, error: null, found: { search: 'rain' } });
  });

  it('finds nothing that the host excludes, nor asks where nothing is left', async () => {
    here = world({ wallets, options: { includeWalletIds: ['meta'], excludeWalletIds: ['meta'] } });
    const { seen } = search(here, { search: 'meta' });
    await here.clock.run(800);
    expect(seen.values.at(-1)).toMatchObject({ pending: false, wallets: [], count: 0 });
    expect(here.directory.queries).toEqual([]);
  });

  it('searches once for terms that end, then ends; what it last said can be read meanwhile', async () => {
    const { watchWalletSearch } = here.useCases;
    const seen = record(watchWalletSearch.execute({ terms$: of({ search: 'meta' }) }));
    expect(watchWalletSearch.current().pending).toBe(true);
    await here.clock.run(800);
    expect(seen.end).toBe('complete');
    expect(ids(seen.values.at(-1)?.wallets)).toEqual(['meta']);
    expect(watchWalletSearch.current()).toBe(NO_SEARCH);
  });

  it('ends with the client, and leaves no timer behind', async () => {
    const { seen } = search(here, { search: 'meta' });
    await here.clock.run(100);
    here.events.complete();
    await arrive();
    expect([seen.end, here.clock.pending, here.directory.queries]).toEqual(['complete', 0, []]);
  });

  it('leaves nothing behind when nobody looks any more', async () => {
    here.directory.answers = 'by-hand';
    const { seen } = search(here, { search: 'meta' });
    await here.clock.run(500);
    seen.cancel();
    await arrive();
    expect([here.directory.waiting, here.clock.pending]).toEqual([0, 0]);
  });
});
