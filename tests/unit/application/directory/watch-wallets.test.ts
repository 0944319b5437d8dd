import { describe, expect, it } from 'vitest';
import { fakeWallet } from '../../../../application/ports/wallet-directory.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { INITIAL_WALLET_LIST } from '../../../../domain/directory/wallet-list-state.js';
import { clientFixture, EVM_WALLET, record, SOLANA } from '../support/client-fixture.js';
import { flushed, flushResponses, ids, manyWallets } from './directory-for-tests.js';

const MAINNETS = ['eip155:1', 'eip155:137', SOLANA];

describe('WatchWallets', () => {
  it('sends no request before subscription, and is initially empty', () => {
    const { useCases, directory } = clientFixture({ wallets: manyWallets(50) });
    const stream = useCases.watchWallets.execute();
    expect(useCases.watchWallets.current()).toBe(INITIAL_WALLET_LIST);
    expect(directory.queries).toEqual([]);
    expect(record(stream).values).toEqual([INITIAL_WALLET_LIST]);
  });

  it('emits the recommended wallets and the first page together, filtered by the chains of the networks', async () => {
    const { useCases, directory } = clientFixture({ wallets: manyWallets(100) });
    const run = await flushed(record(useCases.watchWallets.execute()));
    expect(directory.queries).toEqual([
      { page: 1, entries: 4, chains: MAINNETS },
      { page: 1, entries: 40, exclude: ['w0', 'w1', 'w2', 'w3'], chains: MAINNETS },
    ]);
    expect(run.values.map(({ wallets }) => wallets.length)).toEqual([0, 44]);
    expect(useCases.watchWallets.current()).toMatchObject({ count: 100, pending: false, hasMore: true, error: null });
  });

  it('sorts installed wallets first, then recent, featured and recommended, certified ones', async () => {
    const chains = [toChainId('eip155:1')];
    const wallets = [
      ...manyWallets(5),
      fakeWallet('featured', { chains }),
      fakeWallet('recent', { chains }),
      fakeWallet('certified', { chains, badge_type: 'certified' }),
      fakeWallet('installed', { chains, rdns: EVM_WALLET }),
    ];
    const { useCases, recent } = clientFixture({ wallets, options: { featuredWalletIds: ['featured'] } });
    recent.remember({ id: 'recent', name: 'Recent' });
    const run = await flushed(record(useCases.watchWallets.execute()));
    const expected = ['installed', 'recent', 'featured', 'w0', 'w1', 'w2', 'w3', 'certified', 'w4'];
    expect(ids(run.values.at(-1)?.wallets)).toEqual(expected);
  });

  it('sends one request for all subscribers, including later ones', async () => {
    const { useCases, directory } = clientFixture({ wallets: manyWallets(50) });
    const runs = [record(useCases.watchWallets.execute()), record(useCases.watchWallets.execute())];
    await flushResponses();
    expect(directory.queries).toHaveLength(2);
    for (const run of runs) {
      expect(run.values.at(-1)?.wallets).toHaveLength(44);
      run.cancel();
    }
    expect(record(useCases.watchWallets.execute()).values.map(({ wallets }) => wallets.length)).toEqual([44]);
    await flushResponses();
    expect(directory.queries).toHaveLength(2);
  });

  it('aborts the request when the last subscriber unsubscribes, and sends it again for the next one', async () => {
    const { useCases, directory } = clientFixture({ wallets: manyWallets(50) });
    directory.responseTiming = 'manual';
    const [first, second] = [record(useCases.watchWallets.execute()), record(useCases.watchWallets.execute())];
    await flushResponses();
    first.cancel();
    expect(directory.waiting).toBe(1);
    second.cancel();
    await flushResponses();
    expect(directory.waiting).toBe(0);
    directory.responseTiming = 'immediate';
    const third = await flushed(record(useCases.watchWallets.execute()));
    expect(third.values.at(-1)?.wallets).toHaveLength(44);
  });

  it('emits the error, and retries on the next subscription', async () => {
    const { useCases, directory } = clientFixture({ wallets: manyWallets(50) });
    directory.lists = 'down';
    const run = await flushed(record(useCases.watchWallets.execute()));
    expect(run.values.at(-1)).toMatchObject({ wallets: [], pending: false, error: { code: 'directory/unreachable' } });
    expect(run.end).toBe('open');
    run.cancel();
    directory.lists = 'working';
    const again = await flushed(record(useCases.watchWallets.execute()));
    expect(again.values.at(-1)).toMatchObject({ pending: false, error: null, count: 50 });
  });

  it('raises one alert if the service refuses the app', async () => {
    const { useCases, directory, modal, logger } = clientFixture({ wallets: manyWallets(2) });
    directory.lists = 'refused';
    for (let time = 0; time < 2; time += 1) {
      const run = await flushed(record(useCases.watchWallets.execute()));
      run.cancel();
    }
    expect(modal.snapshot.alert).toMatchObject({ open: true, message: 'Invalid App Configuration' });
    expect(logger.entries.filter(({ level }) => level === 'error')).toHaveLength(1);
  });

  it('omits the recommended wallets if only their response is invalid', async () => {
    const { useCases, directory } = clientFixture({ wallets: manyWallets(50) });
    directory.responseTiming = 'manual';
    directory.lists = 'garbage';
    const run = await flushed(record(useCases.watchWallets.execute()));
    directory.lists = 'working';
    directory.release();
    await flushResponses();
    directory.release();
    await flushResponses();
    expect(run.values.at(-1)).toMatchObject({ count: 50, error: null });
    expect(ids(run.values.at(-1)?.wallets).slice(0, 2)).toEqual(['w0', 'w1']);
  });

  it('omits hidden wallets and wallets of other chains, for any response', async () => {
    const ten = fakeWallet('ten', { chains: [toChainId('eip155:10')] });
    const { useCases, directory } = clientFixture({ options: { excludeWalletIds: ['w1'] } });
    directory.fixedPage = { wallets: [...manyWallets(3), ten], dropped: [], count: 4 };
    await flushed(record(useCases.watchWallets.execute()));
    expect(ids(useCases.watchWallets.current().wallets)).toEqual(['w0', 'w2']);
  });

  it('emits the wallets of one namespace, and another list when the options change', async () => {
    const chains = [toChainId(SOLANA)];
    const { useCases, directory, options } = clientFixture({ wallets: [...manyWallets(3), fakeWallet('sol', { chains })] });
    const run = await flushed(record(useCases.watchWallets.execute({ namespace: 'solana' })));
    expect(ids(run.values.at(-1)?.wallets)).toEqual(['sol']);
    options.update({ excludeWalletIds: ['sol'] });
    await flushResponses();
    expect(run.values.at(-1)).toMatchObject({ wallets: [], count: 0, pending: false });
    expect(directory.queries.at(-1)?.exclude).toEqual(['sol']);
    const before = directory.queries.length;
    options.update({ themeMode: 'light' });
    await flushResponses();
    expect(directory.queries).toHaveLength(before);
  });

  it('emits the featured wallets in the configured order, and the recommended ones without them', async () => {
    const { useCases } = clientFixture({ wallets: manyWallets(10), options: { featuredWalletIds: ['w7', 'w0'] } });
    const featured = record(useCases.watchWallets.execute({ list: 'featured' }));
    const recommended = await flushed(record(useCases.watchWallets.execute({ list: 'recommended' })));
    expect(ids(featured.values.at(-1)?.wallets)).toEqual(['w7', 'w0']);
    expect(ids(recommended.values.at(-1)?.wallets)).toEqual(['w1', 'w2', 'w3', 'w4']);
    expect(useCases.watchWallets.current({ list: 'featured' })).toMatchObject({ pending: false, hasMore: false, count: 2 });
  });

  it('sends no request without featured wallets', async () => {
    const { useCases, directory } = clientFixture({ wallets: manyWallets(10) });
    const run = await flushed(record(useCases.watchWallets.execute({ list: 'featured' })));
    expect(directory.queries).toEqual([]);
    expect(run.values.at(-1)).toMatchObject({ wallets: [], pending: false });
  });

  it('prefetches the images of the first 20 wallets of a page', async () => {
    const { useCases, directory } = clientFixture({ wallets: manyWallets(50) });
    await flushed(record(useCases.watchWallets.execute()));
    expect(directory.pictureKeys.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => `p${index}`));
  });

  it('completes with the client and leaves no pending request', async () => {
    const { useCases, directory, connections } = clientFixture({ wallets: manyWallets(50) });
    directory.responseTiming = 'manual';
    const run = await flushed(record(useCases.watchWallets.execute()));
    connections.dispose();
    await flushResponses();
    expect([run.end, directory.waiting]).toEqual(['complete', 0]);
  });
});
