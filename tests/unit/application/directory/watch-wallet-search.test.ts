import fc from 'fast-check';
import { BehaviorSubject, of } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeWallet } from '../../../../application/ports/wallet-directory.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { INITIAL_WALLET_SEARCH } from '../../../../domain/directory/wallet-list-state.js';
import type { WalletSearch } from '../../../../domain/directory/wallet-queries.js';
import { type ClientFixture, clientFixture, record } from '../support/client-fixture.js';
import { flushResponses, ids, manyWallets } from './directory-for-tests.js';

const chains = [toChainId('eip155:1')];
const wallets = [
  ...manyWallets(3),
  fakeWallet('meta', { name: 'MetaMask', chains, image_id: 'pm' }),
  fakeWallet('rain', { name: 'Rainbow', chains, badge_type: 'certified' }),
];

/** Starts a search, with initial terms if given. */
const search = (fixture: ClientFixture, first?: WalletSearch) => {
  const terms$ = new BehaviorSubject<WalletSearch>({ search: '' });
  const run = record(fixture.useCases.watchWalletSearch.execute({ terms$ }));
  if (first !== undefined) terms$.next(first);
  return { terms$, run, type: (text: string) => terms$.next({ search: text }) };
};

let fixture: ClientFixture;
beforeEach(() => {
  fixture = clientFixture({ wallets });
});

describe('WatchWalletSearch', () => {
  it('searches for trimmed terms of at least two characters after 500 ms without typing, and tracks the event', async () => {
    const { run, type } = search(fixture);
    for (const text of ['m', 'me', 'met', '  meta ']) {
      type(text);
      await fixture.clock.run(499);
    }
    expect(fixture.directory.queries).toEqual([]);
    await fixture.clock.run(1);
    expect(fixture.directory.queries).toMatchObject([{ page: 1, entries: 100, search: 'meta' }]);
    expect(fixture.tracked).toEqual([{ event: 'SEARCH_WALLET', properties: { badge: undefined, search: 'meta' } }]);
    await fixture.clock.run(300);
    expect(run.values.at(-1)).toMatchObject({ pending: false, count: 1, search: { search: '  meta ' }, error: null });
    expect(ids(run.values.at(-1)?.wallets)).toEqual(['meta']);
  });

  it('does not debounce initial terms', async () => {
    const run = record(fixture.useCases.watchWalletSearch.execute({ terms$: new BehaviorSubject({ search: 'meta' }) }));
    await fixture.clock.run(300);
    expect(ids(run.values.at(-1)?.wallets)).toEqual(['meta']);
  });

  it('emits a result after 300 ms at the earliest', async () => {
    const { run } = search(fixture, { search: 'meta' });
    await fixture.clock.run(500 + 299);
    expect(run.values.at(-1)).toMatchObject({ pending: true, wallets: [] });
    await fixture.clock.run(1);
    expect(ids(run.values.at(-1)?.wallets)).toEqual(['meta']);
    expect(fixture.clock.pending).toBe(0);
  });

  it('waits for the images, at most 2 s', async () => {
    fixture.directory.pictures = 'never';
    const { run } = search(fixture, { search: 'meta' });
    await fixture.clock.run(500 + 1_999);
    expect(run.values.at(-1)?.pending).toBe(true);
    await fixture.clock.run(1);
    expect(ids(run.values.at(-1)?.wallets)).toEqual(['meta']);
  });

  it('emits wallets whose images fail', async () => {
    fixture.directory.pictures = 'down';
    const { run } = search(fixture, { search: 'meta' });
    await fixture.clock.run(800);
    expect(ids(run.values.at(-1)?.wallets)).toEqual(['meta']);
  });

  it('searches for certified wallets immediately, also without a text', async () => {
    const { run, terms$ } = search(fixture);
    terms$.next({ search: '', certified: true });
    await fixture.clock.run(300);
    expect(fixture.directory.queries).toMatchObject([{ badge: 'certified' }]);
    expect(ids(run.values.at(-1)?.wallets)).toEqual(['rain']);
    expect(fixture.tracked).toEqual([{ event: 'SEARCH_WALLET', properties: { badge: 'certified', search: '' } }]);
  });

  it('keeps the previous result, marked as pending, until the next one', async () => {
    const { run, type } = search(fixture, { search: 'meta' });
    await fixture.clock.run(800);
    type('rain');
    await fixture.clock.run(600);
    expect(run.values.at(-1)).toMatchObject({ pending: true, search: { search: 'meta' } });
    expect(ids(run.values.at(-1)?.wallets)).toEqual(['meta']);
    await fixture.clock.run(200);
    expect(run.values.at(-1)).toMatchObject({ pending: false, search: { search: 'rain' } });
    expect(ids(run.values.at(-1)?.wallets)).toEqual(['rain']);
  });

  it('ends with the newest terms, for any typing and response times', async () => {
    const word = fc.constantFrom('meta', 'rain', 'wallet', 'xyz', 'm', '');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(word, fc.nat(1_200), fc.boolean()), { minLength: 1, maxLength: 6 }), async (steps) => {
        const fixture = clientFixture({ wallets });
        fixture.directory.responseTiming = 'manual';
        const { run, type } = search(fixture);
        for (const [text, ms, isAnswered] of steps) {
          type(text);
          await fixture.clock.run(ms);
          // The last pending request first: responses arrive in the wrong order.
          if (isAnswered && fixture.directory.waiting > 0) fixture.directory.release(fixture.directory.waiting - 1);
        }
        fixture.directory.responseTiming = 'immediate';
        await fixture.clock.run(500);
        while (fixture.directory.waiting > 0) {
          fixture.directory.release();
          await flushResponses();
        }
        await fixture.clock.run(3_000);
        const last = steps.at(-1)?.[0] ?? '';
        const expected = last.length < 2 ? [] : wallets.filter(({ name }) => name.toLowerCase().includes(last)).map(({ id }) => id);
        expect([...ids(run.values.at(-1)?.wallets)].sort()).toEqual([...expected].sort());
        expect(run.values.at(-1)?.pending).toBe(false);
        // No state contains wallets of other terms than its own.
        for (const { search, wallets: emitted } of run.values)
          expect(emitted.every(({ name }) => name.toLowerCase().includes(search?.search ?? '?'))).toBe(true);
        expect(fixture.clock.pending).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it('never counts fewer wallets than it emits', async () => {
    fixture.directory.fixedPage = { wallets, dropped: [], count: 0 };
    const { run } = search(fixture, { search: 'wallet' });
    await fixture.clock.run(800);
    expect(run.values.at(-1)?.count).toBe(run.values.at(-1)?.wallets.length);
    expect(run.values.at(-1)?.count).toBeGreaterThan(0);
  });

  it('retries the same terms after a failure, without debouncing', async () => {
    fixture.directory.lists = 'down';
    const { run, terms$ } = search(fixture, { search: 'meta' });
    await fixture.clock.run(800);
    fixture.directory.lists = 'working';
    terms$.next({ search: 'meta' });
    await fixture.clock.run(300);
    expect(ids(run.values.at(-1)?.wallets)).toEqual(['meta']);
    const count = fixture.directory.queries.length;
    terms$.next({ search: 'meta' });
    await fixture.clock.run(800);
    expect(fixture.directory.queries).toHaveLength(count);
  });

  it('aborts the previous request', async () => {
    fixture.directory.responseTiming = 'manual';
    const { type } = search(fixture, { search: 'meta' });
    await fixture.clock.run(500);
    expect(fixture.directory.waiting).toBe(1);
    type('rainbow');
    expect(fixture.directory.waiting).toBe(0);
  });

  it('emits the error, and searches again with other terms', async () => {
    fixture.directory.lists = 'garbage';
    const { run, type } = search(fixture, { search: 'meta' });
    await fixture.clock.run(500);
    expect(run.values.at(-1)).toMatchObject({ pending: false, wallets: [], error: { code: 'directory/invalid-response' } });
    fixture.directory.lists = 'working';
    type('rain');
    await fixture.clock.run(800);
    expect(run.values.at(-1)).toMatchObject({ pending: false, error: null, search: { search: 'rain' } });
  });

  it('finds no excluded wallets, and sends no request if nothing can match', async () => {
    fixture = clientFixture({ wallets, options: { includeWalletIds: ['meta'], excludeWalletIds: ['meta'] } });
    const { run } = search(fixture, { search: 'meta' });
    await fixture.clock.run(800);
    expect(run.values.at(-1)).toMatchObject({ pending: false, wallets: [], count: 0 });
    expect(fixture.directory.queries).toEqual([]);
  });

  it('completes after the terms complete, with the last state readable meanwhile', async () => {
    const { watchWalletSearch } = fixture.useCases;
    const run = record(watchWalletSearch.execute({ terms$: of({ search: 'meta' }) }));
    expect(watchWalletSearch.current().pending).toBe(true);
    await fixture.clock.run(800);
    expect(run.end).toBe('complete');
    expect(ids(run.values.at(-1)?.wallets)).toEqual(['meta']);
    expect(watchWalletSearch.current()).toBe(INITIAL_WALLET_SEARCH);
  });

  it('completes with the client and leaves no timer', async () => {
    const { run } = search(fixture, { search: 'meta' });
    await fixture.clock.run(100);
    fixture.events.complete();
    await flushResponses();
    expect([run.end, fixture.clock.pending, fixture.directory.queries]).toEqual(['complete', 0, []]);
  });

  it('leaves nothing behind after unsubscribing', async () => {
    fixture.directory.responseTiming = 'manual';
    const { run } = search(fixture, { search: 'meta' });
    await fixture.clock.run(500);
    run.cancel();
    await flushResponses();
    expect([fixture.directory.waiting, fixture.clock.pending]).toEqual([0, 0]);
  });
});
