import { describe, expect, it } from 'vitest';
import type { ActivityItem } from '../../../../domain/activity/activity-item.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { DEFAULT_ONRAMP_OPTIONS } from '../../../../domain/onramp/onramp-options.js';
import { isRestrictedTimeZone, meldUrlOf, onrampProvidersOf } from '../../../../domain/onramp/onramp-provider.js';
import { estimatedQuote } from '../../../../domain/onramp/onramp-quote.js';
import {
  amountLimitsOf,
  canCheckOut,
  EMPTY_ONRAMP_FORM,
  type OnrampEvent,
  type OnrampFormState,
  onrampFaultOf,
  onrampRequestOf,
  onrampSelectionOf,
  onrampStateOf,
  reduceOnramp,
} from '../../../../domain/onramp/onramp-state.js';
import { purchaseItemOf } from '../../../../domain/onramp/purchase-item.js';

const MAINNET = toChainId('eip155:1');
const USDC = '2b92315d-eab7-5bef-84fa-089a131333f5';
const ETH = 'd85dce9b-5b73-5c3c-8978-522ce1d1c1b4';

const formAfter = (...events: readonly OnrampEvent[]): OnrampFormState =>
  events.reduce(reduceOnramp, reduceOnramp(EMPTY_ONRAMP_FORM, { type: 'retargeted', chainId: MAINNET }));

const OFFERED: OnrampEvent = { type: 'offered', options: DEFAULT_ONRAMP_OPTIONS };
const edited = (change: Extract<OnrampEvent, { type: 'edited' }>['change']): OnrampEvent => ({ type: 'edited', change });

const request = { purchaseCurrency: USDC, paymentCurrency: 'USD', amount: '100', network: 'ethereum-mainnet' };
const QUOTE = { ...estimatedQuote(request), quoteId: 'q', estimated: false };

describe('the form of a purchase', () => {
  it('chooses the first currencies, and those that the user chooses', () => {
    expect(onrampSelectionOf(formAfter(OFFERED))).toMatchObject({ payment: { id: 'USD' }, purchase: { id: USDC } });
    const chosen = formAfter(OFFERED, edited({ paymentId: 'EUR', purchaseId: ETH, amount: ' 20.5 ' }));
    expect(onrampRequestOf(chosen)).toEqual({
      ...{ purchaseCurrency: ETH, paymentCurrency: 'EUR', amount: '20.5', network: 'ethereum-mainnet' },
    });
    expect(onrampSelectionOf(formAfter(OFFERED, edited({ paymentId: 'XXX', purchaseId: 'XXX' })))).toMatchObject({
      ...{ payment: { id: 'USD' }, purchase: { id: USDC } },
    });
  });

  it.each([
    ['', 'amount-missing'],
    [' ', 'amount-missing'],
    ['abc', 'incorrect-amount'],
    ['1e3', 'incorrect-amount'],
    ['-5', 'incorrect-amount'],
    ['10.001', 'incorrect-amount'],
    ['0', 'incorrect-amount'],
    ['9.99', 'below-minimum'],
    ['10', null],
    ['10.000', null],
    ['25000.00', null],
    ['25000.01', 'above-maximum'],
    ['9007199254740993', 'above-maximum'],
  ] as const)('finds the fault of the amount "%s": %s', (amount, fault) => {
    const state = formAfter(OFFERED, edited({ amount }));
    expect(onrampFaultOf(state)).toBe(fault);
    expect(onrampRequestOf(state) === null).toBe(fault !== null);
  });

  it('has no limits of its own where the service names none', () => {
    const options = { ...DEFAULT_ONRAMP_OPTIONS, paymentCurrencies: [{ id: 'USD', limits: [] }] };
    const state = formAfter({ type: 'offered', options }, edited({ amount: '0.01' }));
    expect([amountLimitsOf(onrampSelectionOf(state).payment), onrampFaultOf(state)]).toEqual([null, null]);
  });

  it('sells only what is delivered on the network of the account, if Coinbase sells there', () => {
    const [usdc, ether] = DEFAULT_ONRAMP_OPTIONS.purchaseCurrencies;
    const onEthereum = { ...ether, networks: ether?.networks.slice(0, 1) ?? [] };
    const options = { ...DEFAULT_ONRAMP_OPTIONS, purchaseCurrencies: [usdc, onEthereum].flatMap((each) => each ?? []) as never };
    const on = (chainId: string): OnrampFormState =>
      [{ type: 'retargeted', chainId: toChainId(chainId) } as const, { type: 'offered', options } as const].reduce(
        reduceOnramp,
        EMPTY_ONRAMP_FORM,
      );
    expect(onrampSelectionOf(on('eip155:137')).purchases.map(({ symbol }) => symbol)).toEqual(['USDC']);
    expect(onrampRequestOf(reduceOnramp(on('eip155:137'), edited({ amount: '50' })))?.network).toBe('polygon-mainnet');
    expect(onrampFaultOf(on('eip155:100'))).toBe('nothing-sold');
  });

  it('drops the price of another amount, and keeps the amount on another network', () => {
    const quoted = formAfter(OFFERED, edited({ amount: '100' }), { type: 'quoting' }, { type: 'quoted', quote: QUOTE });
    expect(quoted).toMatchObject({ quote: QUOTE, isQuoting: false });
    expect(reduceOnramp(quoted, edited({ amount: '100 ' })).quote).toBe(QUOTE);
    expect(reduceOnramp(quoted, edited({ amount: '101' })).quote).toBeNull();
    expect(reduceOnramp(quoted, { type: 'retargeted', chainId: toChainId('eip155:137') })).toEqual({
      ...EMPTY_ONRAMP_FORM,
      chainId: 'eip155:137',
      amount: '100',
    });
  });

  it('can be continued at a price only: not at an estimated one, in a restricted time zone, or where the provider does not sell', () => {
    const providers = onrampProvidersOf('eip155', { meldPublicKey: 'key' });
    const [coinbase, meld] = providers;
    if (coinbase === undefined || meld === undefined) throw new Error('Expected two providers');
    const form = formAfter(OFFERED, edited({ amount: '100' }));
    const of = (quote: typeof QUOTE | null) => onrampStateOf({ ...form, quote }, providers, false);
    expect(canCheckOut(of(QUOTE), coinbase)).toBe(true);
    expect(canCheckOut(of(estimatedQuote(request)), coinbase)).toBe(false);
    expect(canCheckOut(of(null), coinbase)).toBe(false);
    expect(canCheckOut(of(null), meld)).toBe(true);
    expect(canCheckOut(onrampStateOf({ ...form, quote: QUOTE }, providers, true), coinbase)).toBe(false);
    expect(canCheckOut(onrampStateOf({ ...form, quote: QUOTE }, [meld], false), coinbase)).toBe(false);
    const error = new LatchkeyError('config/project-id-missing', { service: 'blockchainApi' });
    expect(canCheckOut(of({ ...QUOTE }), coinbase)).toBe(true);
    expect(canCheckOut(onrampStateOf(reduceOnramp(form, { type: 'failed', error }), providers, false), coinbase)).toBe(false);
  });
});

describe('providers', () => {
  it('are Coinbase on EVM chains, and Meld on Solana too with a key of the app', () => {
    const names = (namespace: 'eip155' | 'solana' | 'bip122', meldPublicKey?: string) =>
      onrampProvidersOf(namespace, { meldPublicKey }).map(({ id, feeRange }) => `${id} ${feeRange}`);
    expect(names('eip155')).toEqual(['coinbase 1-2%']);
    expect(names('eip155', 'key')).toEqual(['coinbase 1-2%', 'meld 1-2%']);
    expect(names('solana')).toEqual([]);
    expect(names('solana', 'key')).toEqual(['meld 1-2%']);
    expect(names('bip122', 'key')).toEqual([]);
    expect(onrampProvidersOf('eip155', undefined).map(({ id }) => id)).toEqual(['coinbase']);
  });

  it('name wallet and currency in the link to Meld, once', () => {
    expect(meldUrlOf('eip155', '0xA', { meldPublicKey: 'a key' })).toBe(
      'https://meldcrypto.com?publicKey=a%20key&destinationCurrencyCode=USDC&walletAddress=0xA',
    );
    expect(meldUrlOf('solana', 'B', { meldPublicKey: 'k', meldUrl: 'http://127.0.0.1:1/meld?theme=dark' })).toBe(
      'http://127.0.0.1:1/meld?theme=dark&publicKey=k&destinationCurrencyCode=SOL&walletAddress=B',
    );
    expect(meldUrlOf('eip155', '0xA', undefined)).toBeNull();
  });

  it('are not offered in time zones that the app names; none by default', () => {
    const restrictedTimeZones = ['Asia/Shanghai', 'ASIA/MACAU'];
    expect(isRestrictedTimeZone('Asia/Shanghai', undefined)).toBe(false);
    expect(isRestrictedTimeZone('asia/macau', { restrictedTimeZones })).toBe(true);
    expect(isRestrictedTimeZone('Europe/Berlin', { restrictedTimeZones })).toBe(false);
    expect(isRestrictedTimeZone(null, { restrictedTimeZones })).toBe(false);
  });
});

it('a purchase is a line of what was bought, without its fees and NFTs', () => {
  const base = { direction: 'in', quantity: '1', valueUsd: null } as const;
  const token = { ...base, kind: 'fungible', name: 'Ether', symbol: 'ETH', iconUrl: null } as const;
  const nft = { ...base, kind: 'nft', name: 'Receipt', previewUrl: null, isSpam: false } as const;
  const item: ActivityItem = {
    ...{ id: 'a', chainId: MAINNET, operation: 'receive', status: 'confirmed', hash: null, minedAtMs: 0 },
    ...{ sentFrom: null, sentTo: null },
    transfers: [nft, token, { ...token, symbol: 'FEE' }],
  };
  expect(purchaseItemOf(item)).toEqual({ ...item, operation: 'bought', transfers: [token] });
  expect(purchaseItemOf({ ...item, transfers: [nft] }).transfers).toEqual([]);
});
