import { describe, expect, it } from 'vitest';
import { record, world } from '../support/world.js';
import { arrive, ids, manyWallets } from './directory-for-tests.js';

describe('LoadMoreWallets', () => {
  it('adds page after page behind what is on screen until there is no more, each wallet once', async () => {
    const { useCases, directory } = world({ wallets: manyWallets(100) });
    const seen = record(useCases.watchWallets.execute());
    await arrive();
    const sizes: number[] = [];
    while (useCases.watchWallets.current().hasMore) {
      const before = ids(useCases.watchWallets.current().wallets);
      const run = record(useCases.loadMoreWallets.execute());
      await arrive();
      expect(run.values.map(({ status }) => status)).toEqual(['pending', 'success']);
      const after = ids(useCases.watchWallets.current().wallets);
      expect(after.slice(0, before.length)).toEqual(before);
      sizes.push(after.length);
    }
    expect(sizes).toEqual([84, 100]);
    expect(new Set(ids(seen.values.at(-1)?.wallets)).size).toBe(100);
    expect(seen.values.every(({ count }, index) => index === 0 || count >= (seen.values[index - 1]?.count ?? 0))).toBe(true);
    const asked = directory.queries.length;
    expect(record(useCases.loadMoreWallets.execute()).values.at(-1)).toMatchObject({ status: 'success', result: { count: 100 } });
    expect(directory.queries).toHaveLength(asked);
  });

  it('waits for the page that is under way instead of asking twice', async () => {
    const { useCases, directory } = world({ wallets: manyWallets(100) });
    record(useCases.watchWallets.execute());
    await arrive();
    const runs = [record(useCases.loadMoreWallets.execute()), record(useCases.loadMoreWallets.execute())];
    await arrive();
    expect(directory.queries.map(({ page }) => page)).toEqual([1, 1, 2]);
    for (const run of runs) expect(run.values.at(-1)?.status).toBe('success');
  });

  it('tells what failed, keeps what is there, and loads that page when it is asked again', async () => {
    const { useCases, directory } = world({ wallets: manyWallets(100) });
    const seen = record(useCases.watchWallets.execute());
    await arrive();
    directory.lists = 'refused';
    const run = record(useCases.loadMoreWallets.execute());
    await arrive();
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'directory/refused', context: { status: 403 } } });
    expect(seen.values.at(-1)).toMatchObject({ pending: false, hasMore: true, error: { code: 'directory/refused' } });
    expect(seen.values.at(-1)?.wallets).toHaveLength(44);
    directory.lists = 'working';
    record(useCases.loadMoreWallets.execute());
    await arrive();
    expect(seen.values.at(-1)).toMatchObject({ error: null, count: 100 });
    expect(seen.values.at(-1)?.wallets).toHaveLength(84);
  });

  it('loads the first page where it failed', async () => {
    const { useCases, directory } = world({ wallets: manyWallets(10) });
    directory.lists = 'down';
    const seen = record(useCases.watchWallets.execute());
    await arrive();
    directory.lists = 'working';
    record(useCases.loadMoreWallets.execute());
    await arrive();
    expect(seen.values.at(-1)).toMatchObject({ error: null, pending: false, count: 10 });
  });

  it('gives the page up when nobody waits for it, and the list is not pending any more', async () => {
    const { useCases, directory } = world({ wallets: manyWallets(100) });
    record(useCases.watchWallets.execute());
    await arrive();
    directory.answers = 'by-hand';
    const run = record(useCases.loadMoreWallets.execute());
    await arrive();
    expect(useCases.watchWallets.current().pending).toBe(true);
    run.cancel();
    await arrive();
    expect([directory.waiting, useCases.watchWallets.current().pending]).toEqual([0, false]);
  });
});
