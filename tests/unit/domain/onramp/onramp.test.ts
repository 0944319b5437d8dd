import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parseAccountId } from '../../../../domain/caip/caip-10.js';
import { DEFAULT_ONRAMP_OPTIONS } from '../../../../domain/onramp/onramp-options.js';
import { onrampOptionsSchema, onrampQuoteSchema, onrampUrlSchema } from '../../../../domain/onramp/parse-onramp.js';

describe('the built-in options', () => {
  it('have the limits of the specification, for dollars and euros', () => {
    const limits = [
      { id: 'card', min: '10.00', max: '7500.00' },
      { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
    ];
    expect(DEFAULT_ONRAMP_OPTIONS.paymentCurrencies).toEqual([
      { id: 'USD', limits },
      { id: 'EUR', limits },
    ]);
  });

  it('name each currency and contract once, on Ethereum and Polygon', () => {
    const { purchaseCurrencies } = DEFAULT_ONRAMP_OPTIONS;
    const ids = purchaseCurrencies.map(({ id, symbol }) => `${symbol} ${id}`);
    expect(ids).toEqual(['USDC 2b92315d-eab7-5bef-84fa-089a131333f5', 'ETH d85dce9b-5b73-5c3c-8978-522ce1d1c1b4']);
    const networks = purchaseCurrencies.flatMap((currency) => currency.networks);
    expect(networks.map(({ name, chainId }) => `${name} ${chainId}`)).toEqual([
      'ethereum-mainnet eip155:1',
      'polygon-mainnet eip155:137',
      'ethereum-mainnet eip155:1',
      'polygon-mainnet eip155:137',
    ]);
    const contracts = networks.flatMap(({ chainId, contractAddress }) =>
      contractAddress === null ? [] : [`${chainId}:${contractAddress}`],
    );
    expect(new Set(contracts.map((contract) => parseAccountId(contract).address)).size).toBe(3);
  });
});

describe('options of the service', () => {
  it('are read without invalid currencies and limits', () => {
    const reply = {
      paymentCurrencies: [{ id: 'USD', payment_method_limits: [{ id: 'card', min: 10, max: '1e9' }] }, { payment_method_limits: [] }],
      purchaseCurrencies: [
        { id: 'a', name: 'A', symbol: 'A', networks: [{ name: 'base', display_name: 'Base', chain_id: 8453 }, { name: 'x' }] },
        { id: 'b', name: '\u200B', symbol: 'B' },
      ],
    };
    expect(v.parse(onrampOptionsSchema, reply)).toEqual({
      paymentCurrencies: [{ id: 'USD', limits: [] }],
      purchaseCurrencies: [
        {
          id: 'a',
          name: 'A',
          symbol: 'A',
          networks: [{ name: 'base', displayName: 'Base', chainId: 'eip155:8453', contractAddress: null }],
        },
      ],
    });
  });
});

describe('a quote', () => {
  const amount = { amount: '1.50', currency: 'USD' };
  const quote = {
    quoteId: 'q',
    coinbaseFee: amount,
    networkFee: amount,
    paymentSubtotal: amount,
    paymentTotal: amount,
    purchaseAmount: { amount: '0.000000000000000001', currency: 'ETH' },
  };

  it('keeps its amounts exactly', () => {
    expect(v.parse(onrampQuoteSchema, quote)).toEqual({ ...quote, estimated: false });
  });

  it.each([
    { coinbaseFee: null },
    { paymentTotal: { amount: '-1', currency: 'USD' } },
    { purchaseAmount: { amount: '1' } },
    { quoteId: '' },
  ])('is refused with %j', (invalid) => {
    expect(v.is(onrampQuoteSchema, { ...quote, ...invalid })).toBe(false);
  });
});

describe('the page of the provider', () => {
  it.each(['', 'javascript:alert(1)', 'http://pay.example', 'https://user@pay.example', null])('is a web link, not %j', (url) => {
    expect(v.is(onrampUrlSchema, { url })).toBe(false);
  });
});
