import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  allowanceSchema,
  builtApprovalSchema,
  builtSwapSchema,
  quotesSchema,
  swapTokensSchema,
} from '../../../../domain/swap/parse-swap.js';

const allowanceOf = (allowance: unknown): bigint | null => {
  const { success, output } = v.safeParse(allowanceSchema, { allowance });
  return success ? output : null;
};

describe('an amount in base units', () => {
  it.each([
    ['0', 0n],
    [String(2n ** 256n - 1n), 2n ** 256n - 1n],
    ['0xff', 255n],
    [`0x${'f'.repeat(64)}`, 2n ** 256n - 1n],
    [7, 7n],
    [2 ** 53, null],
    [1.5, null],
    [-1, null],
    ['1.5', null],
    ['-1', null],
    ['1e18', null],
    ['', null],
    ['9'.repeat(79), null],
    [null, null],
  ])('%s is read as %s', (text, expected) => {
    expect(allowanceOf(text)).toBe(expected);
  });
});

describe('tokens to swap', () => {
  const TOKEN = { name: 'A', symbol: 'A', address: 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 };
  const tokensOf = (...tokens: readonly unknown[]) => v.parse(swapTokensSchema, { tokens });

  it.each([
    ['another namespace’s', { ...TOKEN, address: 'bip122:000000000019d6689c085ae165831e93:bc1q' }],
    ['without symbol', { ...TOKEN, symbol: '\u200B' }],
    ['with impossible decimals', { ...TOKEN, decimals: 78 }],
    ['with broken decimals', { ...TOKEN, decimals: 1.5 }],
    ['without CAIP-10 id', { ...TOKEN, address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }],
  ])('are dropped: %s', (_, token) => {
    expect(tokensOf(token, TOKEN)).toHaveLength(1);
  });

  it('without a name have their symbol', () => {
    expect(tokensOf({ ...TOKEN, name: 7, decimals: 0 })).toMatchObject([{ name: 'A', decimals: 0, hasPermit: false }]);
  });
});

describe('quotes', () => {
  it('with invalid amounts are dropped', () => {
    const quote = { id: 'x'.repeat(513), fromAmount: '1', toAmount: '2' };
    expect(v.parse(quotesSchema, { quotes: [quote, { ...quote, toAmount: 'many' }] })).toEqual([
      { id: null, fromAmount: 1n, toAmount: 2n },
    ]);
  });
});

describe('transactions', () => {
  const ACCOUNT = 'eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
  const tx = { from: ACCOUNT, to: ACCOUNT, data: '0x', amount: '1', value: '2' };

  it('leave the gas to the wallet if the service does', () => {
    expect(v.parse(builtSwapSchema, { tx })).toEqual({ from: ACCOUNT, to: ACCOUNT, data: '0x', amount: 1n, gas: null, gasPrice: null });
    expect(v.parse(builtApprovalSchema, { tx: { ...tx, eip155: { gas: 'much', gasPrice: '3' } } })).toMatchObject({
      value: 2n,
      gas: null,
      gasPrice: 3n,
    });
  });

  it.each([{ data: '0x123' }, { data: 'transfer()' }, { to: 'eip155:1' }, { from: null }, { amount: '1.5' }])(
    'are refused with %j',
    (invalid) => {
      expect(v.is(builtSwapSchema, { tx: { ...tx, ...invalid } })).toBe(false);
    },
  );
});
