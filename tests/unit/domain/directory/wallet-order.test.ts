import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fakeWallet } from '../../../../application/ports/wallet-directory.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { imageSource } from '../../../../domain/directory/wallet-image.js';
import { INITIAL_WALLET_LIST, reduceWalletList, type WalletListEvent } from '../../../../domain/directory/wallet-list-state.js';
import {
  countLabel,
  filterByChains,
  orderWallets,
  recommendedRows,
  sortByIds,
  uniqueWallets,
  unlistedWallets,
} from '../../../../domain/directory/wallet-order.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { connector } from '../connection/connection-for-tests.js';
import { forAll } from '../properties.js';

const ids = (wallets: readonly { readonly id: string }[]): readonly string[] => wallets.map(({ id }) => id);
const NO_PREFERENCE = { connectors: [], recent: [], recommended: [] };

describe('wallet order', () => {
  it('is installed, recent, recommended, certified, then the directory’s order', () => {
    const wallets = [
      fakeWallet('other'),
      fakeWallet('certified', { badge_type: 'certified' }),
      fakeWallet('recommended'),
      fakeWallet('recent', { badge_type: 'certified' }),
      fakeWallet('installed', { rdns: 'io.installed' }),
      fakeWallet('other-2'),
      fakeWallet('by-id'),
    ];
    const connectors = [
      connector('eip155', 'io.installed', { rdns: 'io.installed' }),
      connector('eip155', 'x', { rdns: null, explorerId: 'by-id' }),
    ];
    const order = { connectors, recent: [{ id: 'recent', name: 'Recent' }], recommended: ['recommended'] };
    expect(ids(orderWallets(wallets, order))).toEqual(['installed', 'by-id', 'recent', 'recommended', 'certified', 'other', 'other-2']);
  });

  it('has no duplicates and keeps the directory’s order within a group, for any list', () => {
    const any = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), certified: fc.boolean() });
    forAll(fc.array(any), fc.array(fc.constantFrom('a', 'b', 'c')), (given, recommended) => {
      const wallets = given.map(({ id, certified }) => fakeWallet(id, { badge_type: certified ? 'certified' : 'none' }));
      const unique = uniqueWallets(wallets);
      const ordered = orderWallets(wallets, { ...NO_PREFERENCE, recommended });
      expect(unique).toEqual(wallets.filter(({ id }, index) => ids(wallets).indexOf(id) === index));
      expect([...ids(ordered)].sort()).toEqual([...ids(unique)].sort());
      const rank = ({ id, badge_type }: (typeof wallets)[number]) =>
        recommended.includes(id as 'a') ? 0 : badge_type === 'certified' ? 1 : 2;
      const positions = ordered.map((wallet) => rank(wallet) * 100 + unique.indexOf(wallet));
      expect(positions).toEqual([...positions].sort((a, b) => a - b));
    });
  });

  it('follows the app’s ids in sortByIds', () => {
    expect(ids(sortByIds([fakeWallet('a'), fakeWallet('b'), fakeWallet('c')], ['c', 'a']))).toEqual(['c', 'a', 'b']);
  });

  it('compares whole chain ids in filterByChains', () => {
    const [one, ten] = [toChainId('eip155:1'), toChainId('eip155:10')];
    const wallets = [fakeWallet('one', { chains: [one] }), fakeWallet('ten', { chains: [ten] }), fakeWallet('any')];
    expect(ids(filterByChains(wallets, [ten]))).toEqual(['ten', 'any']);
    expect(ids(filterByChains(wallets, [one]))).toEqual(['one', 'any']);
  });

  it('omits displayed connectors and recent wallets', () => {
    const wallets = [fakeWallet('a', { rdns: 'io.metamask.mobile' }), fakeWallet('b'), fakeWallet('c')];
    const connectors = [connector('eip155', 'io.metamask', { rdns: 'io.metamask' })];
    expect(ids(unlistedWallets(wallets, { connectors, recent: [{ id: 'b', name: 'B' }] }))).toEqual(['c']);
  });

  it('reserves two rows for recommended, installed and recent wallets together', () => {
    expect([recommendedRows(0, 0), recommendedRows(1, 0), recommendedRows(1, 1), recommendedRows(5, 2)]).toEqual([2, 1, 0, 0]);
  });

  it.each([
    [0, '0'],
    [9, '9'],
    [10, '10+'],
    [499, '490+'],
  ])('labels %i wallets as %s', (count, label) => {
    expect(countLabel(count)).toBe(label);
  });
});

describe('reduceWalletList', () => {
  const error = new LatchkeyError('directory/unreachable', { service: 'walletDirectory', status: null });

  it('appends without duplicates, keeps the order, and never decreases the count', () => {
    const wallets = fc.array(
      fc.constantFrom(...'abcdefgh').map((id) => fakeWallet(id)),
      { maxLength: 4 },
    );
    const event: fc.Arbitrary<WalletListEvent> = fc.oneof(
      fc.constant({ type: 'requested' } as const),
      fc.constant({ type: 'cancelled' } as const),
      fc.record({ type: fc.constant('loaded' as const), wallets, count: fc.nat(10), hasMore: fc.boolean() }),
      fc.record({ type: fc.constant('failed' as const), error: fc.constant(error), wallets }),
    );
    forAll(fc.array(event), (events) => {
      let state = INITIAL_WALLET_LIST;
      for (const each of events) {
        const next = reduceWalletList(state, each);
        expect(ids(next.wallets).slice(0, state.wallets.length)).toEqual(ids(state.wallets));
        expect(new Set(ids(next.wallets)).size).toBe(next.wallets.length);
        expect(next.count >= state.count && next.count >= next.wallets.length).toBe(true);
        expect(next.pending && next.error !== null).toBe(false);
        state = next;
      }
    });
  });

  it('is pending until the first page is loaded, and while loading the next one', () => {
    const requested = reduceWalletList(INITIAL_WALLET_LIST, { type: 'requested' });
    expect(requested).toBe(INITIAL_WALLET_LIST);
    expect(reduceWalletList(requested, { type: 'cancelled' })).toBe(INITIAL_WALLET_LIST);
    const first = reduceWalletList(requested, { type: 'loaded', wallets: [fakeWallet('a')], count: 2, hasMore: true });
    expect(first).toMatchObject({ pending: false, hasMore: true, count: 2, error: null });
    const next = reduceWalletList(first, { type: 'requested' });
    expect(next.pending).toBe(true);
    expect(reduceWalletList(next, { type: 'cancelled' })).toEqual(first);
  });

  it('keeps its wallets when a page fails, and the error until the next request', () => {
    const first = reduceWalletList(INITIAL_WALLET_LIST, { type: 'loaded', wallets: [fakeWallet('a')], count: 2, hasMore: true });
    const failed = reduceWalletList(reduceWalletList(first, { type: 'requested' }), { type: 'failed', error });
    expect(failed).toEqual({ ...first, error });
    expect(reduceWalletList(failed, { type: 'requested' })).toEqual({ ...first, pending: true });
  });
});

describe('pictureSource', () => {
  const DATA = 'data:image/png;base64,AA==';

  it('uses a data URL, else the URL and then the image id; never loads external URLs directly', () => {
    expect(imageSource({ image_url: DATA, image_id: 'a' })).toEqual({ data: DATA });
    expect(imageSource({ image_url: 'https://x.example/a.png', image_id: 'a' })).toEqual({
      keys: [
        { kind: 'url', id: 'https://x.example/a.png' },
        { kind: 'wallet', id: 'a' },
      ],
    });
    expect(imageSource({ imageId: 'a' })).toEqual({ keys: [{ kind: 'wallet', id: 'a' }] });
    expect(imageSource({ image_url: 'javascript:alert(1)', image_id: null })).toEqual({ keys: [] });
  });
});
