import { describe, expect, it } from 'vitest';
import { fakeWallet } from '../../../../application/ports/wallet-directory.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { NO_WALLETS } from '../../../../domain/directory/wallet-list-state.js';
import { EVM_WALLET, record, SOLANA, world } from '../support/world.js';
import { arrive, arrived, ids, manyWallets } from './directory-for-tests.js';

const MAINNETS = ['eip155:1', 'eip155:137', SOLANA];

describe('WatchWallets', () => {
  it('asks nothing before somebody watches, and reads nothing at once', () => {
    const { useCases, directory } = world({ wallets: manyWallets(50) });
    const stream = useCases.watchWallets.execute();
    expect(useCases.watchWallets.current()).toBe(NO_WALLETS);
    expect(directory.queries).toEqual([]);
    expect(record(stream).values).toEqual([NO_WALLETS]);
  });

  it('gives the recommended wallets and the first page in one piece, of the chains of the networks', async () => {
    const { useCases, directory } = world({ wallets: manyWallets(100) });
    const seen = await arrived(record(useCases.watchWallets.execute()));
    expect(directory.queries).toEqual([
      { page: 1, entries: 4, chains: MAINNETS },
      { page: 1, entries: 40, exclude: ['w0', 'w1', 'w2', 'w3'], chains: MAINNETS },
    ]);
    expect(seen.values.map(({ wallets }) => wallets.length)).toEqual([0, 44]);
    expect(useCases.watchWallets.current()).toMatchObject({ count: 100, pending: false, hasMore: true, error: null });
  });

  it('puts installed wallets first, then recent, featured and recommended, certified ones', async () => {
    const chains = [toChainId('eip155:1')];
    const wallets = [
      ...manyWallets(5),
      fakeWallet('featured', { chains }),
      fakeWallet('recent', { chains }),
      fakeWallet('certified', { chains, badge_type: 'certified' }),
      fakeWallet('installed', { chains, rdns: EVM_WALLET }),
    ];
    const { useCases, recent } = world({ wallets, options: { featuredWalletIds: ['featured'] } });
    recent.remember({ id: 'recent', name: 'Recent' });
    const seen = await arrived(record(useCases.watchWallets.execute()));
    const expected = ['installed', 'recent', 'featured', 'w0', 'w1', 'w2', 'w3', 'certified', 'w4'];
    expect(ids(seen.values.at(-1)?.wallets)).toEqual(expected);
  });

  it('asks once for all who watch, and not again for who comes later', async () => {
    const { useCases, directory } = world({ wallets: manyWallets(50) });
    const watchers = [record(useCases.watchWallets.execute()), record(useCases.watchWallets.execute())];
    await arrive();
    expect(directory.queries).toHaveLength(2);
    for (const watcher of watchers) {
      expect(watcher.values.at(-1)?.wallets).toHaveLength(44);
      watcher.cancel();
    }
    expect(record(useCases.watchWallets.execute()).values.map(({ wallets }) => wallets.length)).toEqual([44]);
    await arrive();
    expect(directory.queries).toHaveLength(2);
  });

  it('withdraws its question when the last watcher leaves, and asks again for the next one', async () => {
    const { useCases, directory } = world({ wallets: manyWallets(50) });
    directory.answers = 'by-hand';
    const [first, second] = [record(useCases.watchWallets.execute()), record(useCases.watchWallets.execute())];
    await arrive();
    first.cancel();
    expect(directory.waiting).toBe(1);
    second.cancel();
    await arrive();
    expect(directory.waiting).toBe(0);
    directory.answers = 'at-once';
    const third = await arrived(record(useCases.watchWallets.execute()));
    expect(third.values.at(-1)?.wallets).toHaveLength(44);
  });

  it('says why nothing came, and asks again for who comes then', async () => {
    const { useCases, directory } = world({ wallets: manyWallets(50) });
    directory.lists = 'down';
    const seen = await arrived(record(useCases.watchWallets.execute()));
    expect(seen.values.at(-1)).toMatchObject({ wallets: [], pending: false, error: { code: 'directory/unreachable' } });
    expect(seen.end).toBe('open');
    seen.cancel();
    directory.lists = 'working';
    const again = await arrived(record(useCases.watchWallets.execute()));
    expect(again.values.at(-1)).toMatchObject({ pending: false, error: null, count: 50 });
  });

  it('raises the alert of a service that refuses the page, once', async () => {
    const { useCases, directory, modal, logger } = world({ wallets: manyWallets(2) });
    directory.lists = 'refused';
    for (let time = 0; time < 2; time += 1) {
      const seen = await arrived(record(useCases.watchWallets.execute()));
      seen.cancel();
    }
    expect(modal.snapshot.alert).toMatchObject({ open: true, message: 'Invalid App Configuration' });
    expect(logger.entries.filter(({ level }) => level === 'error')).toHaveLength(1);
  });

  it('does without recommended wallets where only these make no sense', async () => {
    const { useCases, directory } = world({ wallets: manyWallets(50) });
    directory.answers = 'by-hand';
    directory.lists = 'garbage';
    const seen = await arrived(record(useCases.watchWallets.execute()));
    directory.lists = 'working';
    directory.release();
    await arrive();
    directory.release();
    await arrive();
    expect(seen.values.at(-1)).toMatchObject({ count: 50, error: null });
    expect(ids(seen.values.at(-1)?.wallets).slice(0, 2)).toEqual(['w0', 'w1']);
  });

  it('shows nothing that the host hides or that serves other chains only, whatever the service answers', async () => {
    const ten = fakeWallet('ten', { chains: [toChainId('eip155:10')] });
    const { useCases, directory } = world({ options: { excludeWalletIds: ['w1'] } });
    directory.page = { wallets: [...manyWallets(3), ten], dropped: [], count: 4 };
    await arrived(record(useCases.watchWallets.execute()));
    expect(ids(useCases.watchWallets.current().wallets)).toEqual(['w0', 'w2']);
  });

  it('gives the wallets of one namespace, and is another list when the options change', async () => {
    const chains = [toChainId(SOLANA)];
    const { useCases, directory, options } = world({ wallets: [...manyWallets(3), fakeWallet('sol', { chains })] });
    const seen = await arrived(record(useCases.watchWallets.execute({ namespace: 'solana' })));
    expect(ids(seen.values.at(-1)?.wallets)).toEqual(['sol']);
    options.update({ excludeWalletIds: ['sol'] });
    await arrive();
    expect(seen.values.at(-1)).toMatchObject({ wallets: [], count: 0, pending: false });
    expect(directory.queries.at(-1)?.exclude).toEqual(['sol']);
    const before = directory.queries.length;
    options.update({ themeMode: 'light' });
    await arrive();
    expect(directory.queries).toHaveLength(before);
  });

  it('gives the featured wallets in the order of the host, and the recommended ones without them', async () => {
    const { useCases } = world({ wallets: manyWallets(10), options: { featuredWalletIds: ['w7', 'w0'] } });
    const featured = record(useCases.watchWallets.execute({ list: 'featured' }));
    const recommended = await arrived(record(useCases.watchWallets.execute({ list: 'recommended' })));
    expect(ids(featured.values.at(-1)?.wallets)).toEqual(['w7', 'w0']);
    expect(ids(recommended.values.at(-1)?.wallets)).toEqual(['w1', 'w2', 'w3', 'w4']);
    expect(useCases.watchWallets.current({ list: 'featured' })).toMatchObject({ pending: false, hasMore: false, count: 2 });
  });

  it('asks for no featured wallet where there is none', async () => {
    const { useCases, directory } = world({ wallets: manyWallets(10) });
    const seen = await arrived(record(useCases.watchWallets.execute({ list: 'featured' })));
    expect(directory.queries).toEqual([]);
    expect(seen.values.at(-1)).toMatchObject({ wallets: [], pending: false });
  });

  it('fetches the pictures of the first 20 wallets of a page', async () => {
    const { useCases, directory } = world({ wallets: manyWallets(50) });
    await arrived(record(useCases.watchWallets.execute()));
    expect(directory.pictureKeys.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => `p${index}`));
  });

  it('ends with the client, and leaves no question behind', async () => {
    const { useCases, directory, connections } = world({ wallets: manyWallets(50) });
    directory.answers = 'by-hand';
    const seen = await arrived(record(useCases.watchWallets.execute()));
    connections.dispose();
    await arrive();
    expect([seen.end, directory.waiting]).toEqual(['complete', 0]);
  });
});
