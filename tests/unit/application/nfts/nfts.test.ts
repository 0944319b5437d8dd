import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { type ChainId, toChainId } from '../../../../domain/caip/caip-2.js';
import { INITIAL_NFTS, type NftsState } from '../../../../domain/tokens/nfts-state.js';
import type { Nft } from '../../../../domain/tokens/parse-nfts.js';
import {
  ADDRESS,
  type ClientFixture,
  clientFixture,
  connect,
  connectedFixture,
  MAINNET,
  POLYGON,
  record,
} from '../support/client-fixture.js';

const nft = (id: string, overrides: Partial<Nft> = {}): Nft => ({
  id,
  chainId: toChainId(MAINNET),
  name: id,
  collection: 'Badges',
  address: '0x1',
  tokenId: '1',
  quantity: 1n,
  imageUrl: null,
  isSpam: false,
  ...overrides,
});

const nfts = (count: number, chainId: ChainId = toChainId(MAINNET)): readonly Nft[] =>
  Array.from({ length: count }, (_, index) => nft(`${chainId} ${index}`, { chainId }));

const idsOf = (state: NftsState): readonly string[] => state.nfts.map(({ id }) => id);
const current = ({ useCases }: ClientFixture): NftsState => useCases.watchNfts.current();
const cursorsOf = ({ blockchainApi }: ClientFixture): readonly (string | null)[] =>
  blockchainApi.inputsOf('nfts').map(({ cursor }) => cursor);

/** A connected account with NFTs on mainnet; pages of ten. */
const fixtureWith = async (held: readonly Nft[]): Promise<ClientFixture> => {
  const fixture = await connectedFixture();
  fixture.blockchainApi.heldNfts.set(ADDRESS, held);
  fixture.blockchainApi.pageSize = 10;
  return fixture;
};

const watched = async (fixture: ClientFixture) => {
  const run = record(fixture.useCases.watchNfts.execute());
  await flushPromises();
  return run;
};

const loadMore = async ({ useCases }: ClientFixture) => {
  const run = record(useCases.loadMoreNfts.execute());
  await flushPromises();
  return run;
};

describe('WatchNfts', () => {
  it('sends no request before subscription, then emits the first page', async () => {
    const fixture = await fixtureWith(nfts(25));
    const stream = fixture.useCases.watchNfts.execute();
    expect(current(fixture)).toEqual(INITIAL_NFTS);
    expect(cursorsOf(fixture)).toEqual([]);
    const run = record(stream);
    await flushPromises();
    expect(run.values).toEqual([
      { ...INITIAL_NFTS, pending: true },
      { ...INITIAL_NFTS, nfts: nfts(25).slice(0, 10), hasMore: true },
    ]);
    expect(fixture.blockchainApi.inputsOf('nfts')).toEqual([{ address: ADDRESS, chainId: MAINNET, cursor: null }]);
  });

  it('marks NFTs that imitate another collection, also those of earlier pages', async () => {
    const fake = nft('fake', { collection: 'Вadges', address: '0x2' });
    const fixture = await fixtureWith([fake, ...nfts(9).map((each) => ({ ...each, collection: 'Others' })), nft('badge')]);
    await watched(fixture);
    expect(current(fixture).nfts[0]).toEqual(fake);
    await loadMore(fixture);
    const { nfts: all } = current(fixture);
    expect(all.flatMap(({ id, resembles }) => (resembles === undefined ? [] : [[id, resembles]]))).toEqual([['fake', 'Badges']]);
    expect(idsOf(current(fixture)).at(-1)).toBe('badge');
  });

  it('is empty without NFTs', async () => {
    const fixture = await fixtureWith([]);
    await watched(fixture);
    expect(current(fixture)).toEqual({ ...INITIAL_NFTS, isEmpty: true });
  });

  it('is unsupported where the service has no NFTs, and without a request on networks that it does not list', async () => {
    const fixture = await fixtureWith(nfts(1));
    fixture.blockchainApi.replies.nfts = () => null;
    await watched(fixture);
    expect(current(fixture)).toEqual({ ...INITIAL_NFTS, isSupported: false });
    fixture.blockchainApi.chains = [];
    await watched(fixture);
    expect(current(fixture)).toEqual({ ...INITIAL_NFTS, isSupported: false });
    expect(cursorsOf(fixture)).toEqual([null]);
  });

  it('drops spam and NFTs of other networks, and reads on until there is one to show', async () => {
    const spam = Array.from({ length: 20 }, (_, index) => nft(`spam ${index}`, { isSpam: true }));
    const fixture = await fixtureWith([...spam, nft('honest')]);
    await watched(fixture);
    expect(idsOf(current(fixture))).toEqual(['honest']);
    expect(cursorsOf(fixture)).toEqual([null, '10', '20']);
    fixture.blockchainApi.replies.nfts = () => ({ items: nfts(1, toChainId(POLYGON)), next: 'same' });
    await watched(fixture);
    // A service that repeats its cursor is not asked forever.
    expect(cursorsOf(fixture).slice(3)).toEqual([null, 'same']);
    expect(current(fixture)).toEqual({ ...INITIAL_NFTS, isEmpty: true });
  });

  it('reads the first page again on each subscription, which replaces what was loaded', async () => {
    const fixture = await fixtureWith(nfts(2));
    const first = await watched(fixture);
    first.cancel();
    // One was sent.
    fixture.blockchainApi.heldNfts.set(ADDRESS, nfts(2).slice(1));
    const second = record(fixture.useCases.watchNfts.execute());
    await flushPromises();
    expect(second.values.map((state) => idsOf(state).length)).toEqual([2, 1]);
  });

  it('fails until the networks of the service can be read', async () => {
    const fixture = await fixtureWith(nfts(1));
    fixture.blockchainApi.modes.set('isSupported', 'garbage');
    await watched(fixture);
    expect(current(fixture)).toMatchObject({ isSupported: true, error: { code: 'nfts/fetch-failed' } });
    fixture.blockchainApi.modes.delete('isSupported');
    await loadMore(fixture);
    expect(idsOf(current(fixture))).toHaveLength(1);
  });

  it('raises the alert for the app when the service refuses it', async () => {
    const fixture = await fixtureWith(nfts(1));
    fixture.blockchainApi.mode = 'refused';
    await watched(fixture);
    expect(fixture.modal.snapshot.alert).toMatchObject({ open: true, message: 'Invalid App Configuration' });
  });

  it('has none without an account, and reads those of one that is connected', async () => {
    const fixture = clientFixture();
    const run = await watched(fixture);
    expect(run.values).toEqual([INITIAL_NFTS]);
    fixture.blockchainApi.heldNfts.set(ADDRESS, nfts(1));
    await connect(fixture);
    expect(idsOf(current(fixture))).toHaveLength(1);
  });
});

describe('LoadMoreNfts', () => {
  it('appends the next page until all are loaded', async () => {
    const fixture = await fixtureWith(nfts(25));
    await watched(fixture);
    await loadMore(fixture);
    expect(idsOf(current(fixture))).toHaveLength(20);
    const last = await loadMore(fixture);
    expect(last.values).toMatchObject([
      { status: 'pending', step: 'working' },
      { status: 'success', data: { hasMore: false } },
    ]);
    expect(last.end).toBe('complete');
    expect(current(fixture).nfts).toEqual(nfts(25));
    await loadMore(fixture);
    expect(cursorsOf(fixture)).toEqual([null, '10', '20']);
  });

  it('lists an NFT once if the pages have shifted, and ends at a page that only repeats the one before', async () => {
    const fixture = await fixtureWith(nfts(25));
    await watched(fixture);
    fixture.blockchainApi.heldNfts.set(ADDRESS, [nft('received'), ...nfts(25)]);
    await loadMore(fixture);
    expect(idsOf(current(fixture))).toEqual(nfts(19).map(({ id }) => id));
    fixture.blockchainApi.replies.nfts = () => ({ items: nfts(10), next: 'another' });
    await loadMore(fixture);
    expect(current(fixture)).toMatchObject({ hasMore: false, pending: false });
    expect(idsOf(current(fixture))).toHaveLength(19);
  });

  it('keeps what was loaded after a failure, and reads the failed page again', async () => {
    const fixture = await fixtureWith(nfts(25));
    await watched(fixture);
    fixture.blockchainApi.mode = 'down';
    const failed = await loadMore(fixture);
    expect(failed.values.at(-1)).toMatchObject({
      status: 'error',
      error: { code: 'nfts/fetch-failed', context: { chainId: MAINNET }, cause: { code: 'service/unreachable' } },
    });
    expect(current(fixture)).toMatchObject({ pending: false, hasMore: true, error: { code: 'nfts/fetch-failed' } });
    expect(idsOf(current(fixture))).toHaveLength(10);
    fixture.blockchainApi.mode = 'working';
    const retried = await loadMore(fixture);
    expect(retried.values.at(-1)).toMatchObject({ status: 'success', data: { error: null } });
    expect(idsOf(current(fixture))).toHaveLength(20);
    expect(cursorsOf(fixture)).toEqual([null, '10', '10']);
  });

  it('starts at the first page after the service has refused a cursor', async () => {
    const fixture = await fixtureWith(nfts(25));
    await watched(fixture);
    fixture.blockchainApi.mode = 'refused';
    await loadMore(fixture);
    fixture.blockchainApi.mode = 'working';
    await loadMore(fixture);
    expect(cursorsOf(fixture)).toEqual([null, '10', null]);
    expect(idsOf(current(fixture))).toHaveLength(10);
  });

  it('fails without an account', async () => {
    const run = await loadMore(clientFixture());
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'connection/not-connected' } });
  });
});
