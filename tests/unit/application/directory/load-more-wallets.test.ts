import { describe, expect, it } from 'vitest';
import { fakeWallet } from '../../../../application/ports/wallet-directory.fake.js';
import type { WalletDirectory } from '../../../../application/ports/wallet-directory.port.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import type { DirectoryWallet } from '../../../../domain/directory/directory-wallet.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { clientFixture, record } from '../support/client-fixture.js';
import { flushed, flushResponses, ids, manyWallets } from './directory-for-tests.js';

describe('LoadMoreWallets', () => {
  it('appends page after page until the list is complete, each wallet once', async () => {
    const { useCases, directory } = clientFixture({ wallets: manyWallets(100) });
    const run = await flushed(record(useCases.watchWallets.execute()));
    const sizes: number[] = [];
    while (useCases.watchWallets.current().hasMore) {
      const before = ids(useCases.watchWallets.current().wallets);
      const run = await flushed(record(useCases.loadMoreWallets.execute()));
      expect(run.values.map(({ status }) => status)).toEqual(['pending', 'success']);
      const after = ids(useCases.watchWallets.current().wallets);
      expect(after.slice(0, before.length)).toEqual(before);
      sizes.push(after.length);
    }
    expect(sizes).toEqual([84, 100]);
    expect(new Set(ids(run.values.at(-1)?.wallets)).size).toBe(100);
    expect(run.values.every(({ count }, index) => index === 0 || count >= (run.values[index - 1]?.count ?? 0))).toBe(true);
    const queryCount = directory.queries.length;
    expect(record(useCases.loadMoreWallets.execute()).values.at(-1)).toMatchObject({ status: 'success', data: { count: 100 } });
    expect(directory.queries).toHaveLength(queryCount);
  });

  it('shares a pending request', async () => {
    const { useCases, directory } = clientFixture({ wallets: manyWallets(100) });
    await flushed(record(useCases.watchWallets.execute()));
    const runs = [record(useCases.loadMoreWallets.execute()), record(useCases.loadMoreWallets.execute())];
    await flushResponses();
    expect(directory.queries.map(({ page }) => page)).toEqual([1, 1, 2]);
    for (const run of runs) expect(run.values.at(-1)?.status).toBe('success');
  });

  it('fails with the error, keeps the loaded wallets, and retries the page on the next run', async () => {
    const { useCases, directory } = clientFixture({ wallets: manyWallets(100) });
    const list = await flushed(record(useCases.watchWallets.execute()));
    directory.lists = 'refused';
    const run = await flushed(record(useCases.loadMoreWallets.execute()));
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'directory/refused', context: { status: 403 } } });
    expect(list.values.at(-1)).toMatchObject({ pending: false, hasMore: true, error: { code: 'directory/refused' } });
    expect(list.values.at(-1)?.wallets).toHaveLength(44);
    directory.lists = 'working';
    await flushed(record(useCases.loadMoreWallets.execute()));
    expect(list.values.at(-1)).toMatchObject({ error: null, count: 100 });
    expect(list.values.at(-1)?.wallets).toHaveLength(84);
  });

  it.each(['featured', 'recommended'] as const)('loads only the %s wallets again after a failure', async (list) => {
    const { useCases, directory } = clientFixture({ wallets: manyWallets(9), options: { featuredWalletIds: ['w3'] } });
    directory.lists = 'down';
    const run = await flushed(record(useCases.watchWallets.execute({ list })));
    expect(run.values.at(-1)).toMatchObject({ wallets: [], error: { code: 'directory/unreachable' } });
    directory.lists = 'working';
    await flushed(record(useCases.loadMoreWallets.execute({ list })));
    expect([run.values.at(-1)?.error, ids(run.values.at(-1)?.wallets)]).toEqual([null, list === 'featured' ? ['w3'] : expect.any(Array)]);
    expect(run.values.at(-1)?.wallets.length).toBeGreaterThan(0);
    expect(useCases.watchWallets.current({ list: 'all' })).toMatchObject({ wallets: [], pending: true });
    const queryCount = directory.queries.length;
    expect(record(useCases.loadMoreWallets.execute({ list })).values.at(-1)?.status).toBe('success');
    expect(directory.queries).toHaveLength(queryCount);
  });

  it('retries the first page after a failure', async () => {
    const { useCases, directory } = clientFixture({ wallets: manyWallets(10) });
    directory.lists = 'down';
    const run = await flushed(record(useCases.watchWallets.execute()));
    directory.lists = 'working';
    await flushed(record(useCases.loadMoreWallets.execute()));
    expect(run.values.at(-1)).toMatchObject({ error: null, pending: false, count: 10 });
  });

  it('completes the list if a service without paging always returns the same page', async () => {
    const { useCases, directory } = clientFixture();
    directory.fixedPage = { wallets: manyWallets(40), dropped: [], count: 5_000 };
    await flushed(record(useCases.watchWallets.execute()));
    for (let turn = 0; turn < 5 && useCases.watchWallets.current().hasMore; turn += 1) {
      await flushed(record(useCases.loadMoreWallets.execute()));
    }
    expect(useCases.watchWallets.current()).toMatchObject({ hasMore: false, pending: false, error: null });
    expect(ids(useCases.watchWallets.current().wallets)).toHaveLength(40);
    expect(directory.queries.filter(({ entries }) => entries === 40).map(({ page }) => page)).toEqual([1, 2]);
  });

  const fixtureWithPages = (pageOf: (page: number) => readonly DirectoryWallet[], count: number) => {
    const fixture = clientFixture();
    const requestedPages: number[] = [];
    const getWallets: WalletDirectory['getWallets'] = async ({ page, entries }) => {
      if (entries === 40) requestedPages.push(page);
      return { wallets: entries === 40 ? pageOf(page) : [], dropped: [], count };
    };
    Object.assign(fixture.directory, { getWallets });
    return { ...fixture, requestedPages };
  };
  const hiddenPage = (page: number): readonly DirectoryWallet[] =>
    Array.from({ length: 40 }, (_, index) => fakeWallet(`x${page}-${index}`, { chains: [toChainId('eip155:99')] }));

  it('skips pages without a visible wallet', async () => {
    const { useCases, requestedPages } = fixtureWithPages((page) => (page < 3 ? hiddenPage(page) : manyWallets(3)), 83);
    await flushed(record(useCases.watchWallets.execute()));
    expect(ids(useCases.watchWallets.current().wallets)).toEqual(['w0', 'w1', 'w2']);
    expect([useCases.watchWallets.current().hasMore, requestedPages]).toEqual([false, [1, 2, 3]]);
  });

  it('continues after a failure behind skipped pages', async () => {
    let isDown = true;
    const { useCases } = fixtureWithPages((page) => {
      if (page === 3 && isDown) throw new LatchkeyError('directory/unreachable', { service: 'walletDirectory', status: 503 });
      return page < 3 ? hiddenPage(page) : manyWallets(3);
    }, 83);
    await flushed(record(useCases.watchWallets.execute()));
    expect(useCases.watchWallets.current()).toMatchObject({ wallets: [], error: { code: 'directory/unreachable' } });
    isDown = false;
    await flushed(record(useCases.loadMoreWallets.execute()));
    expect(ids(useCases.watchWallets.current().wallets)).toEqual(['w0', 'w1', 'w2']);
  });

  it('skips at most five pages at a time', async () => {
    const { useCases, requestedPages } = fixtureWithPages(hiddenPage, 10_000);
    await flushed(record(useCases.watchWallets.execute()));
    expect(requestedPages).toEqual([1, 2, 3, 4, 5]);
    expect(useCases.watchWallets.current()).toMatchObject({ wallets: [], hasMore: true, pending: false });
    await flushed(record(useCases.loadMoreWallets.execute()));
    expect(requestedPages.slice(5)).toEqual([6, 7, 8, 9, 10]);
  });

  it('aborts the request when all subscribers have unsubscribed, and is no longer pending', async () => {
    const { useCases, directory } = clientFixture({ wallets: manyWallets(100) });
    await flushed(record(useCases.watchWallets.execute()));
    directory.responseTiming = 'manual';
    const run = await flushed(record(useCases.loadMoreWallets.execute()));
    expect(useCases.watchWallets.current().pending).toBe(true);
    run.cancel();
    await flushResponses();
    expect([directory.waiting, useCases.watchWallets.current().pending]).toEqual([0, false]);
  });
});
