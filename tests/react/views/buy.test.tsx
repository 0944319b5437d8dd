import { fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ActivityItem } from '../../../domain/activity/activity-item.js';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { DEFAULT_ONRAMP_OPTIONS } from '../../../domain/onramp/onramp-options.js';
import { estimatedQuote } from '../../../domain/onramp/onramp-quote.js';
import type { TokenBalance } from '../../../domain/tokens/token-balance.js';
import { ADDRESS, actAndLoad, connectedClient, OTHER_ADDRESS } from '../hooks/support/connected.js';
import { type FakeClient, type fakeClient, WALLET } from '../hooks/support/fake-client.js';
import { actAndFlush, openModal, press, type RenderedModal, renderModal, renderOpen } from '../support/render-modal.js';

const PAGE = 'https://pay.example/buy';

interface Opened extends RenderedModal {
  readonly fake: FakeClient;
}

const sellingClient = async (init: Parameters<typeof fakeClient>[0] = {}): Promise<FakeClient> => {
  const fake = await connectedClient(init);
  const { replies } = fake.blockchainApi;
  replies.onrampQuote = (request) => ({
    ...estimatedQuote(request),
    ...{ quoteId: 'q', estimated: false, purchaseAmount: { amount: '0.0389851', currency: 'ETH' } },
  });
  replies.onrampUrl = () => PAGE;
  return fake;
};

/** Opens the form from the account. */
const openForm = async (init: Parameters<typeof fakeClient>[0] = {}): Promise<Opened> => {
  const fake = await sellingClient(init);
  const modal = await renderOpen(fake);
  await press(modal.ui.getByTestId('lk-buy'));
  await actAndFlush();
  return { ...modal, fake };
};

const type = async ({ ui, fake }: Opened, value: string): Promise<void> => {
  await actAndFlush(() => fireEvent.change(ui.getByTestId('lk-buy-amount'), { target: { value } }));
  await actAndFlush(() => fake.clock.run(500));
};

const provider = ({ ui }: Opened, id: string): HTMLButtonElement => ui.getByTestId<HTMLButtonElement>(`lk-provider-${id}`);
const note = ({ ui }: Opened): string | null => ui.getByTestId('lk-buy-note').textContent;
const namesOf = ({ events }: FakeClient): readonly string[] => events.map(({ event }) => event).filter((name) => /BUY/.test(name));

const purchase = (id: string, overrides: Partial<ActivityItem> = {}): ActivityItem => ({
  ...{
    id,
    chainId: toChainId('eip155:1'),
    operation: 'bought',
    status: 'pending',
    hash: null,
    minedAtMs: 0,
    sentFrom: null,
    sentTo: ADDRESS,
  },
  transfers: [{ kind: 'fungible', name: 'Ether', symbol: 'ETH', iconUrl: null, direction: 'in', quantity: '0.0389851', valueUsd: 98.25 }],
  ...overrides,
});

/** With the purchase at Coinbase started. */
const startPurchase = async (popups: 'allowed' | 'blocked' = 'allowed'): Promise<Opened> => {
  const form = await openForm();
  form.fake.browser.popups = popups;
  await press(form.ui.getByTestId('lk-preset-100'));
  await actAndFlush(() => form.fake.clock.run(500));
  await press(provider(form, 'coinbase'));
  return form;
};

describe('the button to buy', () => {
  it('opens the providers, and reports it', async () => {
    const form = await openForm();
    expect(form.viewName()).toBe('OnRampProviders');
    expect(form.fake.events).toContainEqual(expect.objectContaining({ event: 'SELECT_BUY_CRYPTO', properties: { isSmartAccount: false } }));
  });

  it.each([
    ['where the app has turned buying off', { features: { onramp: false } }],
    ['in a restricted time zone', { onramp: { restrictedTimeZones: ['Europe/Berlin'] } }],
  ])('is not there %s', async (_, options) => {
    const fake = await sellingClient({ options });
    const { ui } = await renderOpen(fake);
    expect(ui.queryByTestId('lk-send')).not.toBeNull();
    expect(ui.queryByTestId('lk-buy')).toBeNull();
  });

  it('opens no view of a feature that is off', async () => {
    const fake = await sellingClient({ options: { features: { onramp: false } } });
    const modal = await renderModal(fake);
    await openModal(fake, { view: 'OnRampProviders' });
    expect(modal.viewName()).not.toBe('OnRampProviders');
    expect(modal.ui.queryByTestId('lk-buy-amount')).toBeNull();
    expect(fake.blockchainApi.inputsOf('onrampOptions')).toEqual([]);
  });
});

describe('the form of a purchase', () => {
  it('says what is wrong with the amount, and has no provider until there is a price', async () => {
    const form = await openForm();
    expect(note(form)).toBe('From $10 to $25,000 · by card up to $7,500');
    for (const [amount, text] of [
      ['5', 'The minimum is $10.'],
      ['30000', 'The maximum is $25,000.'],
      ['10.123', 'Enter an amount with at most two decimals.'],
    ] as const) {
      await type(form, amount);
      expect(note(form)).toBe(text);
      expect(form.ui.getByTestId('lk-buy-amount').getAttribute('aria-invalid')).toBe('true');
      expect(provider(form, 'coinbase').disabled).toBe(true);
      expect(provider(form, 'coinbase').textContent).not.toContain('Enter an amount first');
    }
    await type(form, '12,5');
    expect(form.ui.getByTestId('lk-buy-get').textContent).toBe('0.038985 USDC');
    expect(provider(form, 'coinbase').disabled).toBe(false);
    expect(form.fake.blockchainApi.inputsOf('onrampQuote')).toMatchObject([{ amount: '12.5', paymentCurrency: 'USD' }]);
  });

  it('has suggested amounts, and currencies to choose from', async () => {
    const form = await openForm();
    await press(form.ui.getByTestId('lk-preset-250'));
    expect(form.ui.getByTestId('lk-preset-250').getAttribute('aria-pressed')).toBe('true');
    await press(form.ui.getByTestId('lk-buy-fiat'));
    expect(form.viewName()).toBe('OnRampFiatSelect');
    await press(form.ui.getByTestId('lk-fiat-EUR'));
    await press(form.ui.getByTestId('lk-buy-token'));
    expect(form.viewName()).toBe('OnRampTokenSelect');
    await press(form.ui.getByTestId('lk-buy-token-ETH'));
    expect(form.viewName()).toBe('OnRampProviders');
    await actAndFlush(() => form.fake.clock.run(500));
    expect(form.fake.blockchainApi.inputsOf('onrampQuote').at(-1)).toMatchObject({ amount: '250', paymentCurrency: 'EUR' });
    expect(form.ui.getByTestId('lk-buy-get').textContent).toBe('0.038985 ETH');
  });

  it('says that an estimate is no price, and reads it again on request', async () => {
    const form = await openForm();
    form.fake.blockchainApi.modes.set('onrampQuote', 'down');
    await type(form, '100');
    expect(form.ui.getByTestId('lk-buy-get').textContent).toBe('$100Estimated');
    expect(form.ui.getByTestId('lk-buy-estimated').textContent).toContain('nothing can be bought at it');
    expect(provider(form, 'coinbase').disabled).toBe(true);
    form.fake.blockchainApi.modes.delete('onrampQuote');
    await press(form.ui.getByTestId('lk-try-again'));
    await actAndFlush(() => form.fake.clock.run(500));
    expect(form.ui.queryByTestId('lk-buy-estimated')).toBeNull();
    expect(provider(form, 'coinbase').disabled).toBe(false);
  });

  it('shows currencies that are not of ISO 4217 as the service names them', async () => {
    const fake = await sellingClient();
    fake.blockchainApi.replies.onrampOptions = () => ({
      ...DEFAULT_ONRAMP_OPTIONS,
      paymentCurrencies: [{ id: 'points', limits: [{ id: 'bonus_card', min: '1', max: '9' }] }],
    });
    const modal = await renderOpen(fake);
    await press(modal.ui.getByTestId('lk-buy'));
    await actAndFlush();
    expect(note({ ...modal, fake })).toBe('From 1 points to 9 points');
    await press(modal.ui.getByTestId('lk-buy-fiat'));
    expect(modal.ui.getByTestId('lk-fiat-points').textContent).toContain('points');
  });

  it('writes amounts with the decimals of their currency', async () => {
    const fake = await sellingClient();
    fake.blockchainApi.replies.onrampOptions = () => ({
      ...DEFAULT_ONRAMP_OPTIONS,
      paymentCurrencies: [
        { id: 'JPY', limits: [{ id: 'card', min: '1500.00', max: '500000' }] },
        { id: 'USD', limits: [{ id: 'card', min: '12.5', max: '7500.00' }] },
      ],
    });
    const modal = await renderOpen(fake);
    await press(modal.ui.getByTestId('lk-buy'));
    await actAndFlush();
    const form = { ...modal, fake };
    expect(note(form)).toBe('From ¥1,500 to ¥500,000');
    await type(form, '2000');
    expect(form.view().querySelector('.buy-fees')?.textContent).toBe('Provider fee¥2,000Network fee¥2,000Total¥2,000');
    await press(form.ui.getByTestId('lk-buy-fiat'));
    await press(form.ui.getByTestId('lk-fiat-USD'));
    expect(note(form)).toBe('From $12.50 to $7,500');
  });

  it('keeps what was entered offline, without a provider', async () => {
    const form = await openForm();
    await type(form, '100');
    await actAndFlush(() => form.fake.browser.setOnline(false));
    expect(provider(form, 'coinbase').disabled).toBe(true);
    expect(form.view().textContent).toContain('What you entered is kept');
    await actAndFlush(() => form.fake.browser.setOnline(true));
    expect(provider(form, 'coinbase').disabled).toBe(false);
  });

  it('has the reason why Coinbase is missing without a project id', async () => {
    const fake = await sellingClient({ options: { onramp: { meldPublicKey: 'key' } } });
    fake.blockchainApi.replies.onrampOptions = () => {
      throw new LatchkeyError('config/project-id-missing', { service: 'blockchainApi' });
    };
    const modal = await renderOpen(fake);
    await press(modal.ui.getByTestId('lk-buy'));
    await actAndFlush();
    const form = { ...modal, fake };
    expect(provider(form, 'coinbase').textContent).toContain('Not set up on this site');
    expect([provider(form, 'coinbase').disabled, provider(form, 'meld').disabled]).toEqual([true, false]);
  });

  it('explains buying, and leads back', async () => {
    const form = await openForm();
    await press(form.ui.getByTestId('lk-buy-help'));
    expect(form.viewName()).toBe('WhatIsABuy');
    expect(namesOf(form.fake)).toEqual(['SELECT_BUY_CRYPTO', 'SELECT_WHAT_IS_A_BUY']);
    await press(form.ui.getByTestId('lk-buy-start'));
    expect(form.viewName()).toBe('OnRampProviders');
  });
});

describe('a purchase', () => {
  it('opens the provider in the window of the click, and shows the purchase once it is made', async () => {
    const { ui, fake, viewName, view } = await startPurchase();
    expect(viewName()).toBe('BuyInProgress');
    expect(fake.browser.openedPopups).toMatchObject([{ visited: [PAGE], isolated: true }]);
    expect(view().textContent).toContain('Continue at Coinbase');
    expect(namesOf(fake)).toEqual(['SELECT_BUY_CRYPTO', 'SELECT_BUY_PROVIDER']);
    fake.blockchainApi.histories.set(ADDRESS, [purchase('a')]);
    await actAndFlush(() => fake.clock.run(4_000));
    expect(viewName()).toBe('OnRampActivity');
    await actAndLoad(() => undefined);
    expect(ui.getByTestId('lk-activity')).not.toBeNull();
    await press(ui.getByTestId('lk-back'));
    expect(viewName()).toBe('OnRampProviders');
  });

  it('has a link to the provider if the browser has blocked the window, and copies it', async () => {
    const { ui, fake, view } = await startPurchase('blocked');
    expect(view().querySelector('a')?.getAttribute('href')).toBe(PAGE);
    await press(ui.getByTestId('lk-copy-link'));
    expect(fake.browser.copied).toEqual([PAGE]);
  });

  it('says after three minutes that nothing has arrived, and leads to the purchases rather than to a second payment', async () => {
    const { ui, fake, view, viewName } = await startPurchase();
    await actAndFlush(() => fake.clock.run(180_000));
    expect(view().textContent).toContain('No purchase yet');
    expect(ui.queryByTestId('lk-try-again')).toBeNull();
    expect(view().querySelector('a')?.getAttribute('href')).toBe(PAGE);
    await press(ui.getByTestId('lk-purchases'));
    await actAndLoad(() => undefined);
    expect([viewName(), view().textContent]).toEqual(['OnRampActivity', expect.stringContaining('No purchases yet')]);
    fake.blockchainApi.histories.set(ADDRESS, [purchase('late')]);
    await actAndFlush(() => fake.clock.run(15_000));
    expect(ui.getAllByTestId('lk-activity')).toHaveLength(1);
  });

  it('opens the provider again after a failure', async () => {
    const form = await openForm();
    await type(form, '100');
    form.fake.blockchainApi.modes.set('onrampUrl', 'down');
    await press(provider(form, 'coinbase'));
    expect(form.view().textContent).toContain('The provider could not be opened');
    form.fake.blockchainApi.modes.delete('onrampUrl');
    await press(form.ui.getByTestId('lk-try-again'));
    expect(form.fake.browser.openedPopups).toMatchObject([{ closed: true }, { visited: [PAGE] }]);
    expect(form.view().textContent).toContain('Continue at Coinbase');
  });

  it('is shown with its link while the account changes, until it is made', async () => {
    const { ui, fake, view, viewName } = await startPurchase();
    const link = view().querySelector('a');
    link?.focus();
    await actAndFlush(() => fake.chain.wallet(WALLET).selectAccount(OTHER_ADDRESS));
    expect(fake.client.useCases.watchOnramp.current().provider).toBeNull();
    expect(view().textContent).toContain('Continue at Coinbase');
    expect(view().querySelector('a')?.getAttribute('href')).toBe(PAGE);
    fake.blockchainApi.histories.set(ADDRESS, [purchase('a')]);
    await actAndFlush(() => fake.clock.run(4_000));
    expect(document.activeElement?.shadowRoot?.activeElement).toBe(link);
    // The list of purchases is that of the other account.
    expect([viewName(), view().textContent]).toEqual(['BuyInProgress', expect.stringContaining('Finished at Coinbase?')]);
    await press(ui.getByTestId('lk-buy-done'));
    expect(viewName()).toBe('Account');
  });

  it('leaves the window open when the user goes back', async () => {
    const { ui, fake, viewName } = await startPurchase();
    await press(ui.getByTestId('lk-back'));
    expect([viewName(), fake.browser.openedPopups[0]?.closed]).toEqual(['OnRampProviders', false]);
  });

  it('starts with a provider only', async () => {
    const fake = await sellingClient();
    const modal = await renderModal(fake);
    await openModal(fake, { view: 'BuyInProgress' });
    await press(modal.ui.getByTestId('lk-choose-provider'));
    expect(modal.viewName()).toBe('OnRampProviders');
  });
});

describe('purchases', () => {
  it('are opened from the activity of the account', async () => {
    const fake = await sellingClient();
    const { ui, viewName } = await renderOpen(fake);
    await press(ui.getByTestId('lk-tab-activity'));
    await press(ui.getByTestId('lk-purchases'));
    expect(viewName()).toBe('OnRampActivity');
  });

  it('are read again after a failure', async () => {
    const fake = await sellingClient();
    fake.blockchainApi.modes.set('history', 'down');
    const { ui, view } = await renderModal(fake);
    await openModal(fake, { view: 'OnRampActivity' });
    fake.blockchainApi.modes.delete('history');
    await press(ui.getByTestId('lk-try-again'));
    expect(view().textContent).toContain('No purchases yet');
  });
});

it('the form of a transfer offers to buy instead of everything, if the amount is above the balance', async () => {
  const fake = await sellingClient();
  fake.chain.setBalance(ADDRESS, 10n ** 18n);
  const coin: TokenBalance = {
    ...{ chainId: toChainId('eip155:1'), asset: null, name: 'Ether', symbol: 'ETH', decimals: 18, value: 10n ** 18n },
    ...{ priceUsd: null, valueUsd: null, change24h: null, iconUrl: null },
  };
  fake.blockchainApi.tokens.set(ADDRESS, [coin]);
  const { ui, viewName } = await renderOpen(fake);
  await press(ui.getByTestId('lk-send'));
  await actAndLoad(() => undefined);
  await actAndFlush(() => fake.clock.run(0));
  expect(ui.queryByTestId('lk-send-buy')).toBeNull();
  await actAndFlush(() => fireEvent.change(ui.getByTestId('lk-send-amount'), { target: { value: '3' } }));
  expect(ui.queryByTestId('lk-send-max')).toBeNull();
  await press(ui.getByTestId('lk-send-buy'));
  expect(viewName()).toBe('OnRampProviders');
});
