import { describe, expect, it } from 'vitest';
import { FakePopup } from '../../../../application/ports/browser.fake.js';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import type { ActivityItem } from '../../../../domain/activity/activity-item.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { DEFAULT_ONRAMP_OPTIONS } from '../../../../domain/onramp/onramp-options.js';
import { estimatedQuote, type OnrampQuoteRequest } from '../../../../domain/onramp/onramp-quote.js';
import { EMPTY_ONRAMP } from '../../../../domain/onramp/onramp-state.js';
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

const USDC = DEFAULT_ONRAMP_OPTIONS.purchaseCurrencies[0]?.id ?? '';
const PAGE = 'https://pay.example/buy';

const quoteOf = (request: OnrampQuoteRequest) => ({
  ...estimatedQuote(request),
  quoteId: 'q',
  purchaseAmount: { amount: '98.52', currency: 'USDC' },
  estimated: false,
});

const purchase = (id: string, overrides: Partial<ActivityItem> = {}): ActivityItem => ({
  ...{ id, chainId: toChainId(MAINNET), operation: 'bought', status: 'pending', hash: null, minedAtMs: 0, sentFrom: null, sentTo: ADDRESS },
  transfers: [{ kind: 'fungible', name: 'USD Coin', symbol: 'USDC', iconUrl: null, direction: 'in', quantity: '98.52', valueUsd: 98.52 }],
  ...overrides,
});

const buyer = async (options: Parameters<typeof connectedFixture>[0] = {}): Promise<ClientFixture> => {
  const fixture = await connectedFixture(options);
  fixture.blockchainApi.replies.onrampQuote = quoteOf;
  fixture.blockchainApi.replies.onrampUrl = () => PAGE;
  return fixture;
};

/** With an amount, its price, and the form being watched. */
const priced = async (amount = '100'): Promise<ClientFixture> => {
  const fixture = await buyer();
  record(fixture.useCases.watchOnramp.execute());
  record(fixture.useCases.editOnramp.execute({ amount }));
  await flushPromises();
  await fixture.clock.run(500);
  return fixture;
};

const current = ({ useCases }: ClientFixture) => useCases.watchOnramp.current();

describe('WatchOnramp', () => {
  it('reads nothing before it is watched, nor without an account', async () => {
    const fixture = await buyer();
    const stream = fixture.useCases.watchOnramp.execute();
    await fixture.clock.run(60_000);
    expect(fixture.blockchainApi.calls.filter(({ call }) => call.startsWith('onramp'))).toEqual([]);
    record(stream);
    await flushPromises();
    expect(fixture.blockchainApi.inputsOf('onrampOptions')).toEqual([MAINNET]);
    expect(current(fixture)).toMatchObject({
      ...{ payment: { id: 'USD' }, purchase: { symbol: 'USDC' }, fault: 'amount-missing', limits: { min: '10.00', max: '25000.00' } },
    });
    const visitor = clientFixture();
    record(visitor.useCases.watchOnramp.execute());
    await flushPromises();
    expect([visitor.blockchainApi.calls, current(visitor).paymentCurrencies]).toEqual([[], EMPTY_ONRAMP.paymentCurrencies]);
  });

  it('reads the price once the user has stopped typing, and again every 30 seconds', async () => {
    const fixture = await buyer();
    record(fixture.useCases.watchOnramp.execute());
    await flushPromises();
    for (const amount of ['1', '10', '100']) record(fixture.useCases.editOnramp.execute({ amount }));
    expect(current(fixture)).toMatchObject({ isQuoting: true, quote: null });
    await fixture.clock.run(499);
    expect(fixture.blockchainApi.inputsOf('onrampQuote')).toEqual([]);
    await fixture.clock.run(1);
    const request = { purchaseCurrency: USDC, paymentCurrency: 'USD', amount: '100', network: 'ethereum-mainnet' };
    expect(fixture.blockchainApi.inputsOf('onrampQuote')).toEqual([request]);
    expect(current(fixture)).toMatchObject({ isQuoting: false, quote: { estimated: false, purchaseAmount: { amount: '98.52' } } });
    await fixture.clock.run(30_000);
    expect(fixture.blockchainApi.inputsOf('onrampQuote')).toHaveLength(2);
    expect(current(fixture).isQuoting).toBe(false);
  });

  it('drops a price that has become old while the form was closed', async () => {
    const fixture = await buyer();
    const first = record(fixture.useCases.watchOnramp.execute());
    record(fixture.useCases.editOnramp.execute({ amount: '100' }));
    await flushPromises();
    await fixture.clock.run(500);
    first.cancel();
    await fixture.clock.run(59_999);
    const second = record(fixture.useCases.watchOnramp.execute());
    expect(current(fixture).quote).not.toBeNull();
    second.cancel();
    await fixture.clock.run(1);
    fixture.blockchainApi.modes.set('onrampOptions', 'never');
    record(fixture.useCases.watchOnramp.execute());
    expect(current(fixture)).toMatchObject({ amount: '100', quote: null, isQuoting: true });
    const run = record(fixture.useCases.checkOutOnramp.execute({ provider: 'coinbase' }));
    await flushPromises();
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'onramp/price-unknown' } });
  });

  it('drops a price that has become old while the device slept', async () => {
    const fixture = await priced();
    fixture.blockchainApi.modes.set('onrampQuote', 'never');
    fixture.clock.suspend(60_000);
    await fixture.clock.run(0);
    expect(current(fixture)).toMatchObject({ quote: null, isQuoting: true });
  });

  it('has the built-in currencies and an estimated price while the service fails, and a real one after the next attempt', async () => {
    const fixture = await buyer();
    fixture.blockchainApi.mode = 'down';
    record(fixture.useCases.watchOnramp.execute());
    record(fixture.useCases.editOnramp.execute({ amount: '100' }));
    await flushPromises();
    await fixture.clock.run(500);
    expect(current(fixture)).toMatchObject({
      ...{
        paymentCurrencies: DEFAULT_ONRAMP_OPTIONS.paymentCurrencies,
        quote: { quoteId: 'mocked-quote-id', estimated: true },
        error: null,
      },
    });
    fixture.blockchainApi.mode = 'working';
    record(fixture.useCases.editOnramp.execute({}));
    await flushPromises();
    await fixture.clock.run(500);
    expect(current(fixture).quote).toMatchObject({ quoteId: 'q', estimated: false });
  });

  it('has the error of an app without a project id', async () => {
    const fixture = await buyer();
    fixture.blockchainApi.replies.onrampOptions = () => {
      throw new LatchkeyError('config/project-id-missing', { service: 'blockchainApi' });
    };
    record(fixture.useCases.watchOnramp.execute());
    await flushPromises();
    expect(current(fixture).error?.code).toBe('config/project-id-missing');
    expect(fixture.modal.snapshot.alert).not.toBeNull();
  });

  it('reads the currencies of another network, and keeps the amount', async () => {
    const fixture = await priced();
    record(fixture.useCases.switchNetwork.execute({ chainId: POLYGON }));
    await flushPromises();
    await fixture.clock.run(500);
    expect(current(fixture)).toMatchObject({ amount: '100', quote: { quoteId: 'q' } });
    expect(fixture.blockchainApi.inputsOf('onrampQuote').at(-1)?.network).toBe('polygon-mainnet');
    expect(fixture.blockchainApi.inputsOf('onrampOptions')).toEqual([MAINNET, POLYGON]);
  });

  it('names no currencies on Solana, where Meld sells, and offers nothing in a restricted time zone', async () => {
    const fixture = await buyer({ options: { onramp: { meldPublicKey: 'key', restrictedTimeZones: ['europe/berlin'] } } });
    await connect(fixture, 'solana');
    record(fixture.useCases.switchNamespace.execute({ namespace: 'solana' }));
    record(fixture.useCases.watchOnramp.execute());
    await flushPromises();
    expect(current(fixture)).toMatchObject({ providers: [{ id: 'meld' }], purchaseCurrencies: [], isRestricted: true });
    expect(fixture.blockchainApi.inputsOf('onrampOptions')).toEqual([]);
    fixture.browser.timeZone = 'America/New_York';
    expect(current(fixture).isRestricted).toBe(false);
  });
});

describe('CheckOutOnramp', () => {
  it('opens the page of the provider in the window, and ends with the new purchase', async () => {
    const fixture = await priced();
    fixture.blockchainApi.histories.set(ADDRESS, [purchase('old')]);
    const popup = new FakePopup();
    const run = record(fixture.useCases.checkOutOnramp.execute({ provider: 'coinbase', popup }));
    await flushPromises();
    expect(run.values).toEqual([
      { status: 'pending', step: 'working' },
      { status: 'pending', step: 'pay-at-provider' },
    ]);
    expect([popup.visited, current(fixture).checkoutUrl, current(fixture).provider?.id]).toEqual([[PAGE], PAGE, 'coinbase']);
    expect(fixture.blockchainApi.inputsOf('onrampUrl')).toEqual([
      {
        chainId: MAINNET,
        destinationWallets: [
          {
            address: ADDRESS,
            blockchains: ['ethereum', 'arbitrum', 'polygon', 'berachain', 'avalanche-c-chain', 'optimism', 'celo', 'base'],
            assets: ['USDC'],
          },
        ],
        defaultNetwork: 'ethereum',
        partnerUserId: ADDRESS,
        presetCryptoAmount: '98.52',
      },
    ]);
    await fixture.clock.run(8_000);
    expect(run.values.at(-1)?.status).toBe('pending');
    fixture.blockchainApi.histories.set(ADDRESS, [purchase('new'), purchase('old')]);
    await fixture.clock.run(4_000);
    expect(run.values.at(-1)).toEqual({ status: 'success', data: purchase('new') });
    expect(fixture.blockchainApi.historyRequests.at(-1)).toEqual({ address: ADDRESS, chainId: MAINNET, cursor: null, onramp: 'coinbase' });
    expect(popup.closed).toBe(false);
    expect(fixture.tracked).toContainEqual({ event: 'SELECT_BUY_PROVIDER', properties: { provider: 'coinbase', isSmartAccount: false } });
  });

  it('drops the link of another account', async () => {
    const fixture = await priced();
    record(fixture.useCases.checkOutOnramp.execute({ provider: 'coinbase' }));
    await flushPromises();
    expect(current(fixture).checkoutUrl).toBe(PAGE);
    const account = { namespace: 'eip155', address: '0x2222222222222222222222222222222222222222', type: 'eoa' } as const;
    fixture.connections.dispatch({ type: 'accounts-changed', namespace: 'eip155', accounts: [account] });
    await flushPromises();
    await fixture.clock.run(500);
    expect(current(fixture)).toMatchObject({ checkoutUrl: null, amount: '100', quote: { quoteId: 'q' } });
  });

  it('has a smart account receive on its network only', async () => {
    const fixture = await priced();
    const account = { namespace: 'eip155', address: ADDRESS, type: 'smartAccount' } as const;
    fixture.connections.dispatch({ type: 'accounts-changed', namespace: 'eip155', accounts: [account] });
    await flushPromises();
    await fixture.clock.run(500);
    record(fixture.useCases.checkOutOnramp.execute({ provider: 'coinbase' }));
    await flushPromises();
    expect(fixture.blockchainApi.inputsOf('onrampUrl')[0]?.destinationWallets[0]?.blockchains).toEqual(['ethereum']);
    expect(fixture.tracked).toContainEqual({ event: 'SELECT_BUY_PROVIDER', properties: { provider: 'coinbase', isSmartAccount: true } });
  });

  it('gives up after three minutes, also while purchases cannot be read', async () => {
    const fixture = await priced();
    fixture.blockchainApi.modes.set('history', 'down');
    const run = record(fixture.useCases.checkOutOnramp.execute({ provider: 'coinbase' }));
    await flushPromises();
    await fixture.clock.run(179_999);
    expect(run.values.at(-1)).toEqual({ status: 'pending', step: 'pay-at-provider' });
    await fixture.clock.run(1);
    expect(run.values.at(-1)).toMatchObject({
      status: 'error',
      error: { code: 'onramp/no-purchase', cause: { code: 'service/unreachable' } },
    });
  });

  it('takes a recent purchase, or one in progress, if those before are not known', async () => {
    const fixture = await priced();
    fixture.blockchainApi.modes.set('history', 'down');
    const run = record(fixture.useCases.checkOutOnramp.execute({ provider: 'coinbase' }));
    await flushPromises();
    fixture.blockchainApi.modes.delete('history');
    const before = purchase('before', { status: 'confirmed', minedAtMs: -1 });
    fixture.blockchainApi.histories.set(ADDRESS, [before]);
    await fixture.clock.run(4_000);
    expect(run.values.at(-1)?.status).toBe('pending');
    record(fixture.useCases.watchTokens.execute());
    await flushPromises();
    const balanceReads = fixture.blockchainApi.inputsOf('balances').length;
    fixture.blockchainApi.histories.set(ADDRESS, [purchase('recent', { status: 'confirmed', minedAtMs: fixture.clock.now() }), before]);
    await fixture.clock.run(4_000);
    expect(run.values.at(-1)).toMatchObject({ status: 'success', data: { id: 'recent' } });
    // It is delivered, so the balances are read again.
    expect(fixture.blockchainApi.inputsOf('balances').length).toBeGreaterThan(balanceReads);
  });

  it('stops reading, and leaves the window open, when it is cancelled', async () => {
    const fixture = await priced();
    const popup = new FakePopup();
    const run = record(fixture.useCases.checkOutOnramp.execute({ provider: 'coinbase', popup }));
    await flushPromises();
    run.cancel();
    const count = fixture.blockchainApi.historyRequests.length;
    await fixture.clock.run(60_000);
    expect([fixture.blockchainApi.historyRequests.length, popup.closed]).toEqual([count, false]);
  });

  it.each([
    [
      'an estimated price',
      'onramp/price-unknown',
      async () => {
        const fixture = await priced();
        fixture.blockchainApi.modes.set('onrampQuote', 'down');
        await fixture.clock.run(30_000);
        return fixture;
      },
    ],
    ['an amount below the minimum', 'onramp/incomplete', () => priced('9.99')],
    [
      'a service that fails',
      'service/unreachable',
      async () => {
        const fixture = await priced();
        fixture.blockchainApi.modes.set('onrampUrl', 'down');
        return fixture;
      },
    ],
    ['no account', 'connection/not-connected', async () => clientFixture()],
    [
      'a network that the service does not list',
      'onramp/provider-unavailable',
      async () => {
        const fixture = await priced();
        fixture.blockchainApi.chains = [];
        return fixture;
      },
    ],
  ] as const)('fails with %s, and closes the empty window', async (_, code, prepare) => {
    const fixture = await prepare();
    const popup = new FakePopup();
    const run = record(fixture.useCases.checkOutOnramp.execute({ provider: 'coinbase', popup }));
    await flushPromises();
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code } });
    expect([popup.visited, popup.closed]).toEqual([[], true]);
  });

  it('does not know the purchases at Meld: it ends when the window is closed', async () => {
    const fixture = await buyer({ options: { onramp: { meldPublicKey: 'key' } } });
    const popup = new FakePopup();
    const run = record(fixture.useCases.checkOutOnramp.execute({ provider: 'meld', popup }));
    await flushPromises();
    expect(popup.visited).toEqual([`https://meldcrypto.com?publicKey=key&destinationCurrencyCode=USDC&walletAddress=${ADDRESS}`]);
    await fixture.clock.run(600_000);
    expect(run.values.at(-1)).toEqual({ status: 'pending', step: 'pay-at-provider' });
    popup.close();
    await fixture.clock.run(500);
    expect(run.values.at(-1)).toEqual({ status: 'success', data: null });
    expect(fixture.blockchainApi.historyRequests).toEqual([]);
  });

  it('does not offer Meld without a key', async () => {
    const fixture = await buyer();
    const run = record(fixture.useCases.checkOutOnramp.execute({ provider: 'meld' }));
    await flushPromises();
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'onramp/provider-unavailable' } });
  });
});

describe('WatchPurchases', () => {
  const statuses = ({ useCases }: ClientFixture) =>
    useCases.watchPurchases.current().months.flatMap(({ items }) => items.map(({ id, status }) => `${id} ${status}`));

  it('reads again every 3 seconds while a purchase is in progress, otherwise every 15, and the balances once it is completed', async () => {
    const fixture = await buyer();
    const { blockchainApi, clock, useCases } = fixture;
    blockchainApi.histories.set(ADDRESS, [purchase('a')]);
    record(useCases.watchTokens.execute());
    const run = record(useCases.watchPurchases.execute());
    await flushPromises();
    expect(statuses(fixture)).toEqual(['a pending']);
    await clock.run(2_999);
    expect(blockchainApi.historyRequests).toHaveLength(1);
    const balanceReads = blockchainApi.inputsOf('balances').length;
    blockchainApi.histories.set(ADDRESS, [purchase('a', { status: 'confirmed' })]);
    await clock.run(1);
    expect(statuses(fixture)).toEqual(['a confirmed']);
    expect(blockchainApi.inputsOf('balances').length).toBeGreaterThan(balanceReads);
    await clock.run(14_999);
    expect(blockchainApi.historyRequests).toHaveLength(2);
    blockchainApi.modes.set('history', 'down');
    await clock.run(1);
    await clock.run(60_000);
    expect(blockchainApi.historyRequests).toHaveLength(3);
    run.cancel();
    expect(statuses(fixture)).toEqual(['a confirmed']);
  });

  it("continues after the user's attempt has succeeded", async () => {
    const fixture = await buyer();
    const { blockchainApi, clock, useCases } = fixture;
    blockchainApi.histories.set(ADDRESS, [purchase('a')]);
    record(useCases.watchPurchases.execute());
    await flushPromises();
    blockchainApi.modes.set('history', 'down');
    await clock.run(3_000);
    blockchainApi.modes.clear();
    record(useCases.loadMorePurchases.execute());
    await flushPromises();
    expect(blockchainApi.historyRequests).toHaveLength(3);
    blockchainApi.histories.set(ADDRESS, [purchase('a', { status: 'confirmed' })]);
    await clock.run(3_000);
    expect(statuses(fixture)).toEqual(['a confirmed']);
  });

  it('loads page after page, and is empty without purchases', async () => {
    const fixture = await buyer();
    const { blockchainApi, useCases } = fixture;
    blockchainApi.pageSize = 2;
    blockchainApi.histories.set(
      ADDRESS,
      ['a', 'b', 'c'].map((id, index) => purchase(id, { status: 'confirmed', minedAtMs: -index })),
    );
    record(useCases.watchPurchases.execute());
    await flushPromises();
    expect([statuses(fixture).length, useCases.watchPurchases.current().hasMore]).toEqual([2, true]);
    record(useCases.loadMorePurchases.execute());
    await flushPromises();
    expect([statuses(fixture).length, useCases.watchPurchases.current().hasMore]).toEqual([3, false]);
    const other = await buyer();
    record(other.useCases.watchPurchases.execute());
    await flushPromises();
    expect(other.useCases.watchPurchases.current()).toMatchObject({ isEmpty: true, error: null, pending: false });
  });

  it('reads only the newest page again, and often only while one of its purchases is in progress', async () => {
    const fixture = await buyer();
    const { blockchainApi, useCases, clock } = fixture;
    blockchainApi.pageSize = 1;
    blockchainApi.histories.set(ADDRESS, [purchase('new', { minedAtMs: 2 }), purchase('old', { minedAtMs: 1 })]);
    record(useCases.watchPurchases.execute());
    await flushPromises();
    record(useCases.loadMorePurchases.execute());
    await flushPromises();
    expect(statuses(fixture)).toEqual(['new pending', 'old pending']);
    await clock.run(3_000);
    expect(useCases.watchPurchases.current().hasMore).toBe(false);
    blockchainApi.histories.set(ADDRESS, [purchase('new', { minedAtMs: 2, status: 'confirmed' }), purchase('old', { minedAtMs: 1 })]);
    await clock.run(3_000);
    expect(statuses(fixture)).toEqual(['new confirmed', 'old pending']);
    const count = blockchainApi.historyRequests.length;
    await clock.run(14_999);
    expect(blockchainApi.historyRequests).toHaveLength(count);
    await clock.run(1);
    expect(blockchainApi.historyRequests.slice(count).map(({ cursor }) => cursor)).toEqual([null]);
    expect(useCases.watchPurchases.current().hasMore).toBe(false);
  });

  it('has the error of a failure, is read again on request, and is unsupported outside of EVM chains', async () => {
    const fixture = await buyer();
    const { blockchainApi, useCases } = fixture;
    blockchainApi.modes.set('history', 'down');
    record(useCases.watchPurchases.execute());
    await flushPromises();
    expect(useCases.watchPurchases.current().error?.code).toBe('activity/fetch-failed');
    blockchainApi.modes.delete('history');
    blockchainApi.histories.set(ADDRESS, [purchase('a', { status: 'failed' })]);
    record(useCases.loadMorePurchases.execute());
    await flushPromises();
    expect(statuses(fixture)).toEqual(['a failed']);
    await connect(fixture, 'solana');
    record(useCases.watchPurchases.execute({ namespace: 'solana' }));
    await flushPromises();
    expect(useCases.watchPurchases.current({ namespace: 'solana' }).isSupported).toBe(false);
  });
});
