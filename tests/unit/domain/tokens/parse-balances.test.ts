import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { balancesSchema, listedBalances } from '../../../../domain/tokens/parse-balances.js';

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const token = {
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: 'eip155:1',
  address: `eip155:1:${USDC}`,
  value: 1.5,
  price: 1,
  quantity: { decimals: '6', numeric: '1.5' },
  iconUrl: 'https://icons.example/usdc.png',
};
const { address: _, ...withoutAddress } = token;
const coin = { ...withoutAddress, name: 'Ether', symbol: 'ETH', quantity: { decimals: '18', numeric: '0.000000000000000001' } };
const parse = (...balances: readonly unknown[]) => v.parse(balancesSchema, { balances });

describe('balances of an account', () => {
  it('are exact, of coins and tokens', () => {
    expect(parse(coin, token)).toMatchObject([
      { asset: null, symbol: 'ETH', value: 1n, decimals: 18 },
      {
        asset: `eip155:1/erc20:${USDC}`,
        chainId: 'eip155:1',
        name: 'USD Coin',
        symbol: 'USDC',
        decimals: 6,
        value: 1_500_000n,
        priceUsd: 1,
        valueUsd: 1.5,
        iconUrl: 'https://icons.example/usdc.png',
      },
    ]);
  });

  it('drop what is malformed or of another network, and nothing else', () => {
    const bad = [
      null,
      { ...token, symbol: '\u200b' },
      { ...token, chainId: '1' },
      { ...token, address: USDC },
      { ...token, address: `eip155:10:${USDC}` },
      { ...token, quantity: { decimals: '6', numeric: '0.0000001' } },
      { ...token, quantity: { decimals: '6', numeric: '-1' } },
      { ...token, quantity: { decimals: '6', numeric: '1e3' } },
      { ...token, quantity: { decimals: '1000', numeric: '1' } },
      { ...token, quantity: { decimals: 1.5, numeric: '1' } },
    ];
    for (const each of bad) expect([each, parse(each, token).length]).toEqual([each, 1]);
    for (const balances of [null, {}, 'x', 1]) expect(v.safeParse(balancesSchema, { balances }).success).toBe(false);
  });

  it('know no price that is missing, negative or not finite, and clean names', () => {
    for (const price of [undefined, null, -1, Number.NaN, Number.POSITIVE_INFINITY, '1'])
      expect(parse({ ...token, price, value: price })[0]).toMatchObject({ priceUsd: null, valueUsd: null });
    for (const price of [0, Number.MAX_VALUE])
      expect(parse({ ...token, price, value: price })[0]).toMatchObject({ priceUsd: price, valueUsd: price });
    expect(parse({ ...token, name: 'US\u202eD', iconUrl: 'data:text/html,x' })[0]).toMatchObject({ name: 'USD', iconUrl: null });
  });

  it('list no token without decimals, which can still be sent', () => {
    const all = parse({ ...token, quantity: { decimals: '0', numeric: '7' } }, token);
    expect(all.map(({ value }) => value)).toEqual([7n, 1_500_000n]);
    expect(listedBalances(all)).toEqual([all[1]]);
  });

  it('keep amounts of any decimals', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 60n }), fc.integer({ min: 0, max: 36 }), (value, decimals) => {
        const digits = String(value).padStart(decimals + 1, '0');
        const at = digits.length - decimals;
        const numeric = decimals === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`;
        expect(parse({ ...token, quantity: { decimals: String(decimals), numeric } })[0]?.value).toBe(value);
      }),
    );
  });
});
