import { describe, expect, it } from 'vitest';
import { FakeChain } from '../../../../application/ports/chain.fake.js';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import type { ActivityItem, NftTransfer } from '../../../../domain/activity/activity-item.js';
import { type ActivityState, INITIAL_ACTIVITY } from '../../../../domain/activity/activity-state.js';
import { type ChainId, toChainId } from '../../../../domain/caip/caip-2.js';
import { type AssetId, formatAssetId } from '../../../../domain/caip/caip-19.js';
import { polkadot, westend } from '../../../../domain/network/networks/polkadot.js';
import { imitate, token } from '../../domain/activity/support/poisoned-histories.js';
import {
  ADDRESS,
  type ClientFixture,
  type ClientFixtureInit,
  clientFixture,
  connect,
  connectedFixture,
  MAINNET,
  POLYGON,
  record,
  settled,
} from '../support/client-fixture.js';

const START_MS = Date.UTC(2026, 9, 15, 12);
const DAY_MS = 86_400_000;

const item = (id: string, overrides: Partial<ActivityItem> = {}): ActivityItem => ({
  id,
  chainId: toChainId(MAINNET),
  operation: 'send',
  status: 'confirmed',
  hash: null,
  minedAtMs: START_MS,
  sentFrom: null,
  sentTo: null,
  transfers: [],
  ...overrides,
});

/** The newest first, one a day. */
const items = (count: number, chainId: ChainId = toChainId(MAINNET)): readonly ActivityItem[] =>
  Array.from({ length: count }, (_, index) => item(`${chainId} ${index}`, { chainId, minedAtMs: START_MS - index * DAY_MS }));

const nft = (isSpam: boolean): NftTransfer => ({
  ...{ kind: 'nft', direction: 'in', quantity: '1', valueUsd: null, name: 'Badge', previewUrl: null, isSpam },
});

const idsOf = ({ months }: ActivityState): readonly string[] => months.flatMap((month) => month.items.map(({ id }) => id));
const current = ({ useCases }: ClientFixture): ActivityState => useCases.watchActivity.current();

/** A connected account with a history on mainnet; pages of ten. */
const fixtureWith = async (history: readonly ActivityItem[], projectId?: string): Promise<ClientFixture> => {
  const fixture = await connectedFixture(projectId === undefined ? {} : { options: { projectId } });
  fixture.blockchainApi.histories.set(ADDRESS, history);
  fixture.blockchainApi.pageSize = 10;
  return fixture;
};

const watched = async (fixture: ClientFixture) => {
  const run = record(fixture.useCases.watchActivity.execute());
  await flushPromises();
  return run;
};

const loadMore = async ({ useCases }: ClientFixture) => {
  const run = record(useCases.loadMoreActivity.execute());
  await flushPromises();
  return run;
};

describe('WatchActivity', () => {
  it('sends no request before subscription, then emits the newest page grouped by month', async () => {
    const fixture = await fixtureWith(items(25));
    const stream = fixture.useCases.watchActivity.execute();
    expect(current(fixture)).toEqual(INITIAL_ACTIVITY);
    expect(fixture.blockchainApi.historyRequests).toEqual([]);
    const run = record(stream);
    await flushPromises();
    expect(run.values.map(({ pending, isEmpty, hasMore }) => [pending, isEmpty, hasMore])).toEqual([
      [true, false, false],
      [false, false, true],
    ]);
    expect(fixture.blockchainApi.historyRequests).toEqual([{ address: ADDRESS, chainId: MAINNET, cursor: null }]);
    expect(current(fixture).months.map(({ year, month, items: { length } }) => [year, month, length])).toEqual([[2026, 9, 10]]);
  });

  it('is empty without transactions, and where no service has the history', async () => {
    const fixture = await fixtureWith([]);
    await watched(fixture);
    expect(current(fixture)).toEqual({ ...INITIAL_ACTIVITY, isEmpty: true });
    fixture.blockchainApi.chains = [];
    await watched(fixture);
    expect(current(fixture)).toEqual({ ...INITIAL_ACTIVITY, isEmpty: true, isSupported: false });
    expect(fixture.blockchainApi.historyRequests).toHaveLength(1);
  });

  it('drops transactions of other networks and those of spam NFTs only, and reads on until there is one to show', async () => {
    const spam = Array.from({ length: 20 }, (_, index) => item(`spam ${index}`, { transfers: [nft(true), nft(true)] }));
    const mixed = [item('both', { transfers: [nft(true), nft(false)] }), item('call')];
    const fixture = await fixtureWith([...spam, ...mixed]);
    await watched(fixture);
    expect(idsOf(current(fixture))).toEqual(['both', 'call']);
    expect(fixture.blockchainApi.historyRequests.map(({ cursor }) => cursor)).toEqual([null, '10', '20']);
    fixture.blockchainApi.fixedPage = { items: items(1, toChainId(POLYGON)), next: 'same' };
    await watched(fixture);
    // A service that repeats its cursor is not asked forever.
    expect(fixture.blockchainApi.historyRequests.map(({ cursor }) => cursor).slice(3)).toEqual([null, 'same']);
    expect(current(fixture)).toMatchObject({ months: [], isEmpty: true, hasMore: false });
  });

  it('is read from the nodes of a chain that have it, and not from the service', async () => {
    const fixture = await fixtureWith([]);
    const cursors: (string | null)[] = [];
    fixture.chain.fakeServices.offered = {
      ...fixture.chain.services,
      getHistory: async ({ cursor }) => {
        cursors.push(cursor);
        return { items: cursor === null ? items(1) : [item('older')], next: cursor === null ? 'more' : null };
      },
    };
    await watched(fixture);
    await loadMore(fixture);
    expect(current(fixture)).toMatchObject({ source: 'chain', hasMore: false });
    expect(idsOf(current(fixture))).toHaveLength(2);
    expect(cursors).toEqual([null, 'more']);
    expect(fixture.blockchainApi.historyRequests).toEqual([]);
  });

  it('starts anew for another account or network, which aborts what it was reading', async () => {
    const fixture = await fixtureWith([...items(12), ...items(2, toChainId(POLYGON))], 'project');
    await watched(fixture);
    fixture.blockchainApi.mode = 'never';
    const run = await loadMore(fixture);
    expect(current(fixture).pending).toBe(true);
    fixture.blockchainApi.mode = 'working';
    fixture.useCases.switchNetwork.execute({ chainId: toChainId(POLYGON) }).subscribe();
    await flushPromises();
    expect(run.values.at(-1)).toMatchObject({ status: 'success', data: { months: [] } });
    expect(idsOf(current(fixture))).toEqual([`${POLYGON} 0`, `${POLYGON} 1`]);
    // Nothing of the former network arrives late.
    fixture.blockchainApi.release();
    await flushPromises();
    expect(idsOf(current(fixture))).toHaveLength(2);
    expect(fixture.blockchainApi.historyRequests.map(({ chainId, cursor }) => [chainId, cursor])).toEqual([
      [MAINNET, null],
      [MAINNET, '10'],
      [POLYGON, null],
    ]);
    expect(fixture.tracked.map(({ event }) => event)).not.toContain('ERROR_FETCH_TRANSACTIONS');
  });

  it('loads nothing any more once the client is disposed', async () => {
    const fixture = await fixtureWith(items(12));
    await watched(fixture);
    fixture.blockchainApi.mode = 'never';
    const run = await loadMore(fixture);
    fixture.connections.dispose();
    expect(run.end).toBe('complete');
    expect(current(fixture).pending).toBe(false);
  });

  it('reads the newest page again on each subscription, which replaces what was loaded', async () => {
    const fixture = await fixtureWith(items(2));
    const first = await watched(fixture);
    first.cancel();
    // A reorganization of the chain has removed the newest one.
    fixture.blockchainApi.histories.set(ADDRESS, items(2).slice(1));
    const second = record(fixture.useCases.watchActivity.execute());
    expect(idsOf(current(fixture))).toHaveLength(2);
    await flushPromises();
    expect(second.values.map((state) => idsOf(state).length)).toEqual([2, 1]);
  });

  it('emits and tracks a failure, keeps what was loaded, and starts at the newest transaction again', async () => {
    const fixture = await fixtureWith(items(25), 'project');
    await watched(fixture);
    fixture.blockchainApi.mode = 'down';
    const failed = await loadMore(fixture);
    expect(failed.values.at(-1)).toMatchObject({
      status: 'error',
      error: { code: 'activity/fetch-failed', message: 'Failed to fetch transactions', cause: { code: 'service/unreachable' } },
    });
    expect(current(fixture)).toMatchObject({ isEmpty: true, pending: false, hasMore: false, error: { code: 'activity/fetch-failed' } });
    expect(idsOf(current(fixture))).toHaveLength(10);
    expect(fixture.tracked.slice(-2)).toEqual([
      { event: 'LOAD_MORE_TRANSACTIONS', properties: { address: ADDRESS, projectId: 'project', cursor: '10', isSmartAccount: false } },
      { event: 'ERROR_FETCH_TRANSACTIONS', properties: { address: ADDRESS, projectId: 'project', cursor: '10', isSmartAccount: false } },
    ]);
    fixture.blockchainApi.mode = 'working';
    const retried = await loadMore(fixture);
    expect(retried.values.at(-1)).toMatchObject({ status: 'success', data: { isEmpty: false, hasMore: true, error: null } });
    expect(fixture.blockchainApi.historyRequests.map(({ cursor }) => cursor)).toEqual([null, '10', null]);
    // The retry is none of a next page.
    expect(fixture.tracked.at(-1)?.event).toBe('ERROR_FETCH_TRANSACTIONS');
  });

  it('is read again for a recipient after a failure, and not after a success', async () => {
    const friend = '0x4f2a91c7d6e80b35ace19f7042db86a35e0c7d11';
    const fixture = await fixtureWith([item('a', { sentFrom: ADDRESS, sentTo: friend, transfers: [token('ETH', 'out', '1', 2_000)] })]);
    const { activity, blockchainApi } = fixture;
    const readNewest = () => activity.readNewest('eip155', new AbortController().signal);
    blockchainApi.modes.set('history', 'down');
    await readNewest();
    blockchainApi.modes.clear();
    await readNewest();
    await readNewest();
    expect([blockchainApi.historyRequests.length, activity.recipients('eip155')]).toEqual([2, [friend]]);
  });

  it('fails until the networks of the service can be read', async () => {
    const fixture = await fixtureWith(items(1));
    fixture.blockchainApi.modes.set('isSupported', 'down');
    await watched(fixture);
    expect(current(fixture)).toMatchObject({ isSupported: true, error: { code: 'activity/fetch-failed' } });
    fixture.blockchainApi.modes.delete('isSupported');
    await loadMore(fixture);
    expect(idsOf(current(fixture))).toHaveLength(1);
  });

  it('raises the alert for the app when the service refuses it', async () => {
    const fixture = await fixtureWith(items(1));
    fixture.blockchainApi.modes.set('isSupported', 'refused');
    await watched(fixture);
    expect(fixture.modal.snapshot.alert).toMatchObject({ open: true, message: 'Invalid App Configuration' });
  });

  it('is empty without an account', async () => {
    const fixture = clientFixture();
    const run = await watched(fixture);
    expect(run.values).toEqual([INITIAL_ACTIVITY]);
    fixture.blockchainApi.histories.set(ADDRESS, items(1));
    await connect(fixture);
    expect(idsOf(current(fixture))).toHaveLength(1);
  });
});

describe('LoadMoreActivity', () => {
  it('marks transactions from look-alikes of the own accounts, of labelled addresses, and of recipients on later pages', async () => {
    const [friend, labelled] = ['0x4f2a91c7d6e80b35ace19f7042db86a35e0c7d11', '0x28c6a04d1f7b9e35c02d8a6e4f137bc95d0e8a42'];
    const dust = (id: string, of: string) =>
      item(id, { sentFrom: imitate(of), sentTo: ADDRESS, transfers: [token('ETH', 'in', '0.0001', 0.2)] });
    const first = item('first', { sentFrom: ADDRESS, sentTo: friend, transfers: [token('ETH', 'out', '1', 2_000)] });
    const fake = item('fake', { sentFrom: ADDRESS, sentTo: imitate(friend, 2), transfers: [token('\u0395TH', 'out', '1', 2_000)] });
    const newest = [dust('own', ADDRESS), dust('labelled', labelled), dust('friend', friend), fake];
    const fixture = await fixtureWith([...newest, first].map((each, index) => ({ ...each, minedAtMs: START_MS - index * DAY_MS })));
    fixture.blockchainApi.pageSize = newest.length;
    fixture.connections.dispatch({ type: 'address-labelled', namespace: 'eip155', address: labelled, label: 'Treasury' });
    const resembled = () =>
      current(fixture).months.flatMap((month) => month.items.map(({ id, poisoning }) => [id, poisoning?.resembles] as const));
    await watched(fixture);
    expect(resembled()).toEqual([
      ['own', ADDRESS],
      ['labelled', labelled],
      ['friend', undefined],
      ['fake', undefined],
    ]);
    await loadMore(fixture);
    expect(resembled()).toEqual([
      ['own', ADDRESS],
      ['labelled', labelled],
      ['friend', friend],
      ['fake', friend],
      ['first', undefined],
    ]);
  });

  describe('imitations of tokens', () => {
    const friend = '0x4f2a91c7d6e80b35ace19f7042db86a35e0c7d11';
    const erc20 = (digit: string): AssetId =>
      formatAssetId({ chainId: toChainId(MAINNET), assetNamespace: 'erc20', assetReference: `0x${digit.repeat(40)}` });
    const sent = (id: string, sentTo: string, symbol: string, daysAgo: number): ActivityItem =>
      item(id, { sentFrom: ADDRESS, sentTo, transfers: [token(symbol, 'out', '100', 100)], minedAtMs: START_MS - daysAgo * DAY_MS });
    const history = [sent('fake', imitate(friend), 'UЅDC', 0), sent('first', friend, 'USDC', 1)];
    const poisoned = (fixture: ClientFixture): readonly string[] =>
      current(fixture).months.flatMap((month) => month.items.flatMap(({ id, poisoning }) => (poisoning === undefined ? [] : [id])));

    it('are not told from other tokens without the symbols of any', async () => {
      const fixture = await fixtureWith(history);
      await watched(fixture);
      expect(poisoned(fixture)).toEqual([]);
    });

    it('are marked if the app has configured the token, once its symbol is read from the chain', async () => {
      const fixture = await connectedFixture({ options: { tokens: [erc20('a')] } });
      fixture.blockchainApi.histories.set(ADDRESS, history);
      fixture.chain.fakeServices.setAsset(erc20('a'), { decimals: 6, symbol: 'USDC', name: 'USD Coin' });
      fixture.chain.reads = 'failed';
      const run = await watched(fixture);
      expect([idsOf(current(fixture)), poisoned(fixture)]).toEqual([['fake', 'first'], []]);
      fixture.chain.reads = 'working';
      await fixture.clock.run(60_000);
      expect([idsOf(current(fixture)), poisoned(fixture)]).toEqual([['fake', 'first'], ['fake']]);
      run.cancel();
      await watched(fixture);
      expect(poisoned(fixture)).toEqual(['fake']);
    });

    it('are marked if the account is known to hold the token, without another request', async () => {
      const fixture = await fixtureWith(history);
      const usdc = { name: 'USD Coin', symbol: 'USDC', decimals: 6, value: 1n, priceUsd: 1, valueUsd: 1, change24h: null, iconUrl: null };
      fixture.blockchainApi.tokens.set(ADDRESS, [{ ...usdc, chainId: toChainId(MAINNET), asset: erc20('a') }]);
      record(fixture.useCases.watchTokens.execute());
      await fixture.clock.run(0);
      const count = fixture.blockchainApi.inputsOf('balances').length;
      await watched(fixture);
      expect([poisoned(fixture), fixture.blockchainApi.inputsOf('balances').length]).toEqual([['fake'], count]);
    });
  });

  it('appends the next page until the history is complete', async () => {
    const fixture = await fixtureWith(items(25));
    await watched(fixture);
    await loadMore(fixture);
    expect(idsOf(current(fixture))).toHaveLength(20);
    const last = await loadMore(fixture);
    expect(last.values).toMatchObject([
      { status: 'pending', step: 'working' },
      { status: 'success', data: { hasMore: false } },
    ]);
    expect(last.end).toBe('complete');
    expect(idsOf(current(fixture))).toEqual(items(25).map(({ id }) => id));
    await loadMore(fixture);
    expect(fixture.blockchainApi.historyRequests).toHaveLength(3);
  });

  it('fails without an account', async () => {
    const run = await loadMore(clientFixture());
    expect(run.values.at(-1)).toMatchObject({
      status: 'error',
      error: { code: 'activity/account-required', message: "Transactions can't be fetched without an accountAddress" },
    });
  });
});

describe('a history that no service has', () => {
  const WALLET = 'com.example.polkadot';
  const [FROM, SECOND_FROM] = ['15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', '12xtAYsRUrmbniiWQqJtECiBQrMn8AypQcXhnQAc6RB6XkLW'];
  const TO = '1zugcag7cJVBtVRnFxv5Qftn7xKAnR6YJ9x4x3XLgGgmNnS';
  const NETWORKS = { networks: [polkadot, westend] } as const;

  const polkadotChain = (): FakeChain => {
    const [chainId, other] = NETWORKS.networks.map(({ caipNetworkId }) => caipNetworkId ?? '');
    const wallet = { id: WALLET, accounts: [FROM, SECOND_FROM], chainId: chainId ?? '', knownChainIds: [other ?? ''] };
    return new FakeChain({ namespace: 'polkadot', wallets: [wallet], balances: { [FROM]: 10n ** 15n, [SECOND_FROM]: 10n ** 15n } });
  };

  const polkadotFixture = async (chain = polkadotChain(), init: ClientFixtureInit = {}): Promise<ClientFixture> => {
    const fixture = clientFixture({ options: NETWORKS, otherChains: [chain], ...init });
    await connect(fixture, 'polkadot', WALLET);
    return fixture;
  };

  const send = ({ useCases }: ClientFixture, value: bigint) => settled(record(useCases.sendTransaction.execute({ to: TO, value })));

  const amountsOf = ({ months }: ActivityState) =>
    months.flatMap(({ items }) => items.map(({ status, transfers: [transfer] }) => [status, transfer?.quantity]));

  it('is what was sent here, which follows by itself, and asks no service', async () => {
    const chain = polkadotChain();
    chain.mining = 'manual';
    const fixture = await polkadotFixture(chain);
    const run = await watched(fixture);
    expect(run.values).toEqual([{ ...INITIAL_ACTIVITY, isEmpty: true, source: 'sent-here' }]);
    await send(fixture, 15_000_000_000n);
    const hash = chain.wallet(WALLET).transactions[0]?.hash ?? '';
    const [month] = current(fixture).months;
    expect(month?.items).toMatchObject([
      {
        ...{ operation: 'send', status: 'pending', hash, minedAtMs: fixture.clock.now(), sentFrom: FROM, sentTo: TO },
        transfers: [{ direction: 'out', quantity: '1.5', symbol: 'DOT', valueUsd: null }],
      },
    ]);
    const emitted = run.values.length;
    // Renewals of the lease are not changes of the history.
    await fixture.clock.run(20_000);
    expect(run.values).toHaveLength(emitted);
    chain.mine(hash);
    await flushPromises();
    expect(amountsOf(current(fixture))).toEqual([['confirmed', '1.5']]);
    expect(fixture.blockchainApi.historyRequests).toEqual([]);
    expect(await loadMore(fixture)).toMatchObject({
      values: [{ status: 'pending' }, { status: 'success', data: { source: 'sent-here' } }],
    });
  });

  it('is kept after a reload, and long after its outcome, which the list of transactions is not', async () => {
    const chain = polkadotChain();
    const fixture = await polkadotFixture(chain);
    await send(fixture, 10_000_000_000n);
    await fixture.clock.run(10 * 60_000);
    chain.mining = 'manual';
    await send(fixture, 20_000_000_000n);
    chain.mine(chain.wallet(WALLET).transactions[1]?.hash ?? '', 'reverted');
    await flushPromises();
    const after = await polkadotFixture(chain, { storage: fixture.storage.reload(), tab: 'second' });
    await watched(after);
    expect(amountsOf(current(after))).toEqual([
      ['failed', '2'],
      ['confirmed', '1'],
    ]);
    expect(fixture.useCases.watchTransactions.current()).toMatchObject([{ value: 20_000_000_000n }]);
  });

  it('has what another tab sends', async () => {
    const chain = polkadotChain();
    const fixture = await polkadotFixture(chain);
    const other = await polkadotFixture(chain, { storage: fixture.storage.otherTab(), tab: 'second' });
    await watched(fixture);
    await send(other, 10_000_000_000n);
    expect(amountsOf(current(fixture))).toEqual([['confirmed', '1']]);
  });

  it('is of the account and network only', async () => {
    const fixture = await polkadotFixture();
    await watched(fixture);
    await send(fixture, 10_000_000_000n);
    record(fixture.useCases.setActiveAccount.execute({ namespace: 'polkadot', address: SECOND_FROM }));
    await flushPromises();
    expect(current(fixture)).toMatchObject({ months: [], isEmpty: true, source: 'sent-here' });
    record(fixture.useCases.setActiveAccount.execute({ namespace: 'polkadot', address: FROM }));
    await flushPromises();
    expect(amountsOf(current(fixture))).toHaveLength(1);
    record(fixture.useCases.switchNetwork.execute({ chainId: toChainId(westend.caipNetworkId ?? '') }));
    await flushPromises();
    expect(current(fixture)).toMatchObject({ months: [], isEmpty: true, source: 'sent-here' });
  });

  it('is read from the nodes of a chain that have it', async () => {
    const chain = polkadotChain();
    const fixture = await polkadotFixture(chain);
    const chainId = toChainId(polkadot.caipNetworkId ?? '');
    chain.fakeServices.offered = { ...chain.services, getHistory: async () => ({ items: items(1, chainId), next: null }) };
    await watched(fixture);
    await send(fixture, 10_000_000_000n);
    expect(idsOf(current(fixture))).toEqual([`${chainId} 0`]);
    expect(current(fixture).source).toBe('chain');
  });
});
