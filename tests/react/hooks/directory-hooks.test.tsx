import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeWallet } from '../../../application/ports/wallet-directory.fake.js';
import { resultFrom } from '../../../application/shared/result-from.js';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { ReadStore } from '../../../presentation/hooks/read.store.js';
import { useConnectors } from '../../../presentation/hooks/use-connectors.js';
import { useExcludeWallets } from '../../../presentation/hooks/use-exclude-wallets.js';
import { useFeaturedWallets } from '../../../presentation/hooks/use-featured-wallets.js';
import { useRecentWallets } from '../../../presentation/hooks/use-recent-wallets.js';
import { useRecommendedWallets } from '../../../presentation/hooks/use-recommended-wallets.js';
import { useWallet } from '../../../presentation/hooks/use-wallet.js';
import { useWalletImage } from '../../../presentation/hooks/use-wallet-image.js';
import { useWalletSearch, type WalletSearchInput } from '../../../presentation/hooks/use-wallet-search.js';
import { useWallets } from '../../../presentation/hooks/use-wallets.js';
import type { NamespaceInput } from '../../../presentation/hooks/watch-connection.js';
import { type FakeClient, fakeClient, WALLET } from './support/fake-client.js';
import { renderStrict } from './support/render-hooks.js';

let fake: FakeClient;

beforeEach(() => {
  fake = fakeClient();
});
afterEach(cleanup);

const chains = [toChainId('eip155:1')];
const ids = (wallets: readonly { readonly id: string }[]): readonly string[] => wallets.map(({ id }) => id);

interface Props {
  readonly id: string | null;
}
const NO_ID: Props = { id: null };

/** Advances the clock inside `act`. */
const advance = (clock: { run(ms: number): Promise<void> }, ms: number): Promise<void> => act(() => clock.run(ms));

describe('useWallets', () => {
  it('requests each page once, also in StrictMode, and returns the wallets page by page', async () => {
    fake.directory.wallets = Array.from({ length: 90 }, (_, index) => fakeWallet(`w${index}`, { chains }));
    const { result } = renderStrict(fake.client, () => useWallets());
    expect(result.current).toMatchObject({ wallets: [], pending: true, hasMore: false, error: null });
    await waitFor(() => expect(result.current.wallets).toHaveLength(44));
    expect(fake.directory.queries).toHaveLength(2);
    expect(result.current).toMatchObject({ pending: false, hasMore: true, count: 90 });
    const { loadMore } = result.current;
    act(() => [loadMore(), loadMore()]);
    await waitFor(() => expect(result.current.wallets).toHaveLength(84));
    expect([result.current.loadMore, fake.directory.queries.length]).toEqual([loadMore, 3]);
  });

  it('returns the error and retries the failed page', async () => {
    fake.directory.lists = 'down';
    const { result } = renderStrict(fake.client, () => useWallets());
    await waitFor(() => expect(result.current.error?.code).toBe('directory/unreachable'));
    fake.directory.lists = 'working';
    act(() => result.current.loadMore());
    await waitFor(() => expect(ids(result.current.wallets)).toEqual(['w0', 'w1', 'w2']));
    expect(result.current.error).toBe(null);
  });

  it('returns the wallets of one namespace', async () => {
    const { result, rerender } = renderStrict(fake.client, (input: NamespaceInput) => useWallets(input), { namespace: 'eip155' });
    await waitFor(() => expect(result.current.wallets).toHaveLength(3));
    rerender({ namespace: 'solana' });
    expect(result.current.wallets).toEqual([]);
  });
});

describe('useFeaturedWallets and useRecommendedWallets', () => {
  it('return the featured wallets of the app and the first wallets of the directory', async () => {
    fake = fakeClient({ options: { featuredWalletIds: ['w2'] } });
    const { result } = renderStrict(fake.client, () => [useFeaturedWallets(), useRecommendedWallets()] as const);
    await waitFor(() => expect(result.current.map(({ wallets }) => ids(wallets))).toEqual([['w2'], ['w0', 'w1']]));
  });
});

describe('useWalletSearch', () => {
  it('searches as the user types and keeps the previous results while pending', async () => {
    fake.directory.wallets = [fakeWallet('m', { name: 'MetaMask', chains }), fakeWallet('r', { name: 'Rainbow', chains })];
    const { result, rerender } = renderStrict(fake.client, (input: WalletSearchInput) => useWalletSearch(input), { search: '' });
    expect(result.current).toMatchObject({ isSearching: false, pending: false, wallets: [] });
    // Loads the code of the directory.
    await act(async () => resultFrom(fake.client.useCases.findWallet.execute({ id: '' })));
    rerender({ search: 'me' });
    expect(result.current).toMatchObject({ isSearching: true, pending: true });
    await advance(fake.clock, 800);
    expect(ids(result.current.wallets)).toEqual(['m']);
    rerender({ search: 'rain' });
    await advance(fake.clock, 600);
    expect([result.current.pending, ids(result.current.wallets)]).toEqual([true, ['m']]);
    await advance(fake.clock, 200);
    expect([result.current.pending, ids(result.current.wallets)]).toEqual([false, ['r']]);
  });

  it('retries after a failure', async () => {
    fake.directory.lists = 'garbage';
    const { result } = renderStrict(fake.client, () => useWalletSearch({ search: 'wallet' }));
    await act(async () => resultFrom(fake.client.useCases.findWallet.execute({ id: '' })));
    await advance(fake.clock, 800);
    expect(result.current.error?.code).toBe('directory/invalid-response');
    fake.directory.lists = 'working';
    act(() => result.current.retry());
    await advance(fake.clock, 800);
    expect([result.current.error, ids(result.current.wallets)]).toEqual([null, ['w0', 'w1', 'w2']]);
  });
});

describe('useWallet', () => {
  it('finds a wallet, follows a changed id, and requests nothing for null', async () => {
    const { result, rerender } = renderStrict(fake.client, ({ id }: Props) => useWallet(id), NO_ID);
    expect(result.current).toMatchObject({ data: undefined, isFetching: false, error: null });
    rerender({ id: 'w1' });
    expect(result.current).toMatchObject({ data: undefined, isFetching: true });
    await waitFor(() => expect(result.current).toMatchObject({ data: { id: 'w1' }, isFetching: false }));
    rerender({ id: 'w2' });
    expect(result.current.data).toBe(undefined);
    await waitFor(() => expect(result.current.data?.id).toBe('w2'));
    expect(ids(fake.directory.queries.map(({ include }) => ({ id: include?.[0] ?? '' })))).toEqual(['w1', 'w2']);
  });

  it('returns the error and reads again on refetch', async () => {
    fake.directory.lists = 'down';
    const { result } = renderStrict(fake.client, () => useWallet('w1'));
    await waitFor(() => expect(result.current.error?.code).toBe('directory/unreachable'));
    expect(result.current.isFetching).toBe(false);
    fake.directory.lists = 'working';
    act(() => result.current.refetch());
    await waitFor(() => expect(result.current).toMatchObject({ data: { id: 'w1' }, error: null }));
  });

  it('reads again after a failure when it becomes visible again', async () => {
    const fake = fakeClient();
    fake.directory.lists = 'down';
    const store = new ReadStore(() => fake.client.useCases.findWallet.execute({ id: 'w1' }));
    const unsubscribe = store.subscribe(() => undefined);
    await waitFor(() => expect(store.snapshot()).toMatchObject({ status: 'error', isFetching: false }));
    unsubscribe();
    fake.directory.lists = 'working';
    store.subscribe(() => undefined);
    await waitFor(() => expect(store.snapshot()).toMatchObject({ status: 'success', data: { id: 'w1' } }));
  });
});

describe('useWalletImage', () => {
  it('returns an image once it is loaded, and immediately if it is cached', async () => {
    const first = renderStrict(fake.client, () => useWalletImage({ image_id: 'a' }));
    expect(first.result.current).toBeUndefined();
    await waitFor(() => expect(first.result.current).toBe('blob:fake/wallet/a'));
    const second = renderStrict(fake.client, () => useWalletImage({ imageId: 'a' }));
    expect(second.result.current).toBe('blob:fake/wallet/a');
    expect(fake.directory.pictureKeys).toHaveLength(1);
  });

  it('returns null for no wallet and requests nothing', async () => {
    const { result } = renderStrict(fake.client, () => useWalletImage(null));
    await act(async () => resultFrom(fake.client.useCases.findWallet.execute({ id: '' })));
    expect([result.current, fake.directory.pictureKeys]).toEqual([null, []]);
  });
});

describe('useRecentWallets', () => {
  it('returns the most recently used wallets', async () => {
    fake.storage.set('@latchkey/recent_wallets', JSON.stringify([{ id: 'a', name: 'A' }]));
    const { result } = renderStrict(fake.client, () => useRecentWallets());
    await waitFor(() => expect(ids(result.current)).toEqual(['a']));
  });
});

describe('useExcludeWallets', () => {
  it('removes excluded wallets from the installed ones, and requests nothing if none is excluded', async () => {
    fake = fakeClient({ options: { excludeWalletIds: ['bad'] } });
    fake.directory.wallets = [fakeWallet('bad', { rdns: WALLET })];
    const { result } = renderStrict(fake.client, () => {
      useExcludeWallets();
      return useConnectors();
    });
    await waitFor(() => expect(result.current).toEqual([]));
    const none = fakeClient();
    renderStrict(none.client, () => useExcludeWallets());
    await act(async () => resultFrom(none.client.useCases.findWallet.execute({ id: '' })));
    expect(none.directory.queries).toEqual([]);
  });
});
