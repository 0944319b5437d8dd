import { describe, expect, it } from 'vitest';
import { fakeWallet } from '../../../../application/ports/wallet-directory.fake.js';
import type { WalletDirectory } from '../../../../application/ports/wallet-directory.port.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import type { DirectoryWallet } from '../../../../domain/directory/directory-wallet.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { record, world } from '../support/world.js';
import { arrive, arrived, ids, manyWallets } from './directory-for-tests.js';

describe('LoadMoreWallets', () => {
  it('adds page after page behind what is on screen until there is no more, each wallet once', async () => {
    const { useCases, directory } = world({ wallets: manyWallets(100) });
    const seen = await arrived(record(useCases.watchWallets.execute()));
    const sizes: number[] = [];
    while (useCases.watchWallets.current().hasMore) {
      const before = ids(useCases.watchWallets.current().wallets);
      const run = await arrived(record(useCases.loadMoreWallets.execute()));
      expect(run.values.map(({ status }) => status)).toEqual(['pending', 'success']);
      const after = ids(useCases.watchWallets.current().wallets);
      expect(after.slice(0, before.length)).toEqual(before);
      sizes.push(after.length);
    }
    expect(sizes).toEqual([84, 100]);
    expect(new Set(ids(seen.values.at(-1)?.wallets)).size).toBe(100);
    expect(seen.values.every(({ count }, index) => index === 0 || count >= (seen.values[index - 1]?.count ?? 0))).toBe(true);
    const asked = directory.queries.length;
    expect(record(useCases.loadMoreWallets.execute()).values.at(-1)).toMatchObject({ status: 'success', data: { count: 100 } });
    expect(directory.queries).toHaveLength(asked);
  });

  it('waits for the page that is under way instead of asking twice', async () => {
    const { useCases, directory } = world({ wallets: manyWallets(100) });
    await arrived(record(useCases.watchWallets.execute()));
    const runs = [record(useCases.loadMoreWallets.execute()), record(useCases.loadMoreWallets.execute())];
    await arrive();
    expect(directory.queries.map(({ page }) => page)).toEqual([1, 1, 2]);
    for (const run of runs) expect(run.values.at(-1)?.status).toBe('success');
  });

  it('tells what failed, keeps what is there, and loads that page when it is asked again', async () => {
    const { useCases, directory } = world({ wallets: manyWallets(100) });
    const seen = await arrived(record(useCases.watchWallets.execute()));
    directory.lists = 'refused';
    const run = await arrived(record(useCases.loadMoreWallets.execute()));
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'directory/refused', context: { status: 403 } } });
    expect(seen.values.at(-1)).toMatchObject({ pending: false, hasMore: true, error: { code: 'directory/refused' } });
    expect(seen.values.at(-1)?.wallets).toHaveLength(44);
    directory.lists = 'working';
    await arrived(record(useCases.loadMoreWallets.execute()));
    expect(seen.values.at(-1)).toMatchObject({ error: null, count: 100 });
    expect(seen.values.at(-1)?.wallets).toHaveLength(84);
  });

  it.each(['featured', 'recommended'] as const)(
    'asks for the %s wallets again where they did not come, and for nothing else',
    async (list) => {
      const { useCases, directory } = world({ wallets: manyWallets(9), options: { featuredWalletIds: ['w3'] } });
      directory.lists = 'down';
      const seen = await arrived(record(useCases.watchWallets.execute({ list })));
      expect(seen.values.at(-1)).toMatchObject({ wallets: [], error: { code: 'directory/unreachable' } });
      directory.lists = 'working';
      await arrived(record(useCases.loadMoreWallets.execute({ list })));
      expect([seen.values.at(-1)?.error, ids(seen.values.at(-1)?.wallets)]).toEqual([
        null,
        list === 'featured' ? ['w3'] : expect.any(Array),
      ]);
      expect(seen.values.at(-1)?.wallets.length).toBeGreaterThan(0);
      expect(useCases.watchWallets.current({ list: 'all' })).toMatchObject({ wallets: [], pending: true });
      const asked = directory.queries.length;
      expect(record(useCases.loadMoreWallets.execute({ list })).values.at(-1)?.status).toBe('success');
      expect(directory.queries).toHaveLength(asked);
    },
  );

  it('loads the first page where it failed', async () => {
    const { useCases, directory } = world({ wallets: manyWallets(10) });
    directory.lists = 'down';
    const seen = await arrived(record(useCases.watchWallets.execute()));
    directory.lists = 'working';
    await arrived(record(useCases.loadMoreWallets.execute()));
    expect(seen.values.at(-1)).toMatchObject({ error: null, pending: false, count: 10 });
  });

  it('ends where a service has no pages, but says the same to every question and that there is more', async () => {
    const { useCases, directory } = world();
    directory.page = { wallets: manyWallets(40), dropped: [], count: 5_000 };
    await arrived(record(useCases.watchWallets.execute()));
    for (let turn = 0; turn < 5 && useCases.watchWallets.current().hasMore; turn += 1) {
      await arrived(record(useCases.loadMoreWallets.execute()));
    }
    expect(useCases.watchWallets.current()).toMatchObject({ hasMore: false, pending: false, error: null });
    expect(ids(useCases.watchWallets.current().wallets)).toHaveLength(40);
    expect(directory.queries.filter(({ entries }) => entries === 40).map(({ page }) => page)).toEqual([1, 2]);
  });

  const answering = (pageOf: (page: number) => readonly DirectoryWallet[], count: number) => {
    const here = world();
    const asked: number[] = [];
    const getWallets: WalletDirectory['getWallets'] = async ({ page, entries }) => {
      if (entries === 40) asked.push(page);
      return { wallets: entries === 40 ? pageOf(page) : [], dropped: [], count };
    };
    Object.assign(here.directory, { getWallets });
    return { ...here, asked };
  };
  const elsewhere = (page: number): readonly DirectoryWallet[] =>
    Array.from({ length: 40 }, (_, index) => fakeWallet(`x${page}-${index}`, { chains: [toChainId('eip155:99')] }));

  it('passes over pages of which nothing is shown', async () => {
    const { useCases, asked } = answering((page) => (page < 3 ? elsewhere(page) : manyWallets(3)), 83);
    await arrived(record(useCases.watchWallets.execute()));
    expect(ids(useCases.watchWallets.current().wallets)).toEqual(['w0', 'w1', 'w2']);
    expect([useCases.watchWallets.current().hasMore, asked]).toEqual([false, [1, 2, 3]]);
  });

  it('goes on where a page failed behind some that were passed over', async () => {
    let isDown = true;
    const { useCases } = answering((page) => {
      if (page === 3 && isDown) throw new LatchkeyError('directory/unreachable', { service: 'walletDirectory', status: 503 });
      return page < 3 ? elsewhere(page) : manyWallets(3);
    }, 83);
    await arrived(record(useCases.watchWallets.execute()));
    expect(useCases.watchWallets.current()).toMatchObject({ wallets: [], error: { code: 'directory/unreachable' } });
    isDown = false;
    await arrived(record(useCases.loadMoreWallets.execute()));
    expect(ids(useCases.watchWallets.current().wallets)).toEqual(['w0', 'w1', 'w2']);
  });

  it('asks for no more than five of them at a time', async () => {
    const { useCases, asked } = answering(elsewhere, 10_000);
    await arrived(record(useCases.watchWallets.execute()));
    expect(asked).toEqual([1, 2, 3, 4, 5]);
    expect(useCases.watchWallets.current()).toMatchObject({ wallets: [], hasMore: true, pending: false });
    await arrived(record(useCases.loadMoreWallets.execute()));
    expect(asked.slice(5)).toEqual([6, 7, 8, 9, 10]);
  });

  it('gives the page up when nobody waits for it, and the list is not pending any more', async () => {
    const { useCases, directory } = world({ wallets: manyWallets(100) });
    await arrived(record(useCases.watchWallets.execute()));
    directory.answers = 'by-hand';
    const run = await arrived(record(useCases.loadMoreWallets.execute()));
    expect(useCases.watchWallets.current().pending).toBe(true);
    run.cancel();
    await arrive();
    expect([directory.waiting, useCases.watchWallets.current().pending]).toEqual([0, false]);
  });
});
