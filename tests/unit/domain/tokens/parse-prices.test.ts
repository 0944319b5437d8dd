import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { pricesSchema } from '../../../../domain/tokens/parse-prices.js';

const PRICE = { name: 'Ether', symbol: 'ETH', price: 2_000.5, change24h: -0.05, iconUrl: 'https://a.example/eth.png' };
const pricesOf = (...fungibles: readonly unknown[]) => v.parse(pricesSchema, { fungibles });

describe('prices', () => {
  it('are read with their change, which is an extension', () => {
    const { price, ...read } = PRICE;
    expect(pricesOf(PRICE)).toEqual([{ ...read, priceUsd: price }]);
    expect(pricesOf({ ...PRICE, change24h: undefined, iconUrl: '' })).toEqual([
      { ...read, priceUsd: price, change24h: null, iconUrl: null },
    ]);
  });

  it.each([
    [0, 0],
    [Number.MAX_VALUE, Number.MAX_VALUE],
    [-1, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    ['2000', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('of %s are read as %s', (price, expected) => {
    expect(pricesOf({ ...PRICE, price })[0]?.priceUsd).toBe(expected);
  });

  it.each([-1.5, Number.NaN, 'up'])('do not tell an impossible change: %s', (change24h) => {
    expect(pricesOf({ ...PRICE, change24h })[0]?.change24h).toBeNull();
  });

  it('are refused if they are no list', () => {
    for (const reply of [null, [], {}, { fungibles: 'none' }]) expect(v.is(pricesSchema, reply)).toBe(false);
  });
});
