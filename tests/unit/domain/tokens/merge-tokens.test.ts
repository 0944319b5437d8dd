import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { type AssetId, formatAssetId } from '../../../../domain/caip/caip-19.js';
import { fiatValue } from '../../../../domain/tokens/fiat-value.js';
import { areSameTokens, mergeTokens, type TokenSources, totalValue } from '../../../../domain/tokens/merge-tokens.js';
import type { TokenBalance } from '../../../../domain/tokens/token-balance.js';

const CHAIN = toChainId('eip155:1');
const erc20 = (assetReference: string): AssetId => formatAssetId({ chainId: CHAIN, assetNamespace: 'erc20', assetReference });
const [A, B] = [erc20('0xaaaa'), erc20('0xbbbb')];

const listed = (asset: AssetId | null, overrides: Partial<TokenBalance> = {}): TokenBalance => ({
  chainId: CHAIN,
  asset,
  name: 'Listed',
  symbol: 'L',
  decimals: 6,
  value: 2_000_000n,
  priceUsd: 2,
  valueUsd: 4,
  change24h: null,
  iconUrl: 'https://a.example/l.png',
  ...overrides,
});
const configured = (asset: AssetId, value = 3_000_000n) => ({ asset, value, decimals: 6, symbol: 'C', name: 'Configured' });
const merge = (sources: Partial<TokenSources>) =>
  mergeTokens({ chainId: CHAIN, coinName: 'Ether', coin: null, configured: [], listed: [], ...sources });
const coin = { value: 5n, symbol: 'ETH', decimals: 18 };

describe('mergeTokens', () => {
  it('puts configured tokens first, with the amount and the names of the chain, and the price and picture of the list', () => {
    expect(merge({ configured: [configured(B)], listed: [listed(A), listed(erc20('0xBBBB'))] })).toEqual([
      listed(B, { name: 'Configured', symbol: 'C', value: 3_000_000n, valueUsd: 6 }),
      listed(A),
    ]);
  });

  it('knows no value of a configured token that is not listed, and names it by what there is', () => {
    expect(merge({ configured: [{ ...configured(A), name: null, symbol: null }] })).toEqual([
      listed(A, { name: '', symbol: '', value: 3_000_000n, priceUsd: null, valueUsd: null, iconUrl: null }),
    ]);
    expect(merge({ configured: [{ ...configured(A), name: null, symbol: null }], listed: [listed(A)] })).toMatchObject([
      { name: 'Listed', symbol: 'L' },
    ]);
  });

  it('takes the amount of the coin from the chain', () => {
    const ether = listed(null, { decimals: 18, value: 7n });
    expect(merge({ coin, listed: [listed(A), ether] })).toEqual([listed(A), { ...ether, value: 5n, valueUsd: 1e-17 }]);
    expect(merge({ coin: null, listed: [ether] })).toEqual([ether]);
  });

  it('lists the coin once, also if the app has configured it', () => {
    const ether = listed(null, { decimals: 18, value: 5n });
    const asCoin = formatAssetId({ chainId: CHAIN, assetNamespace: 'slip44', assetReference: '60' });
    expect(merge({ coin, configured: [{ ...configured(asCoin, 5n), decimals: 18 }], listed: [ether] })).toMatchObject([{ asset: null }]);
  });

  it('takes the decimals of the coin from the chain, too', () => {
    const ether = listed(null, { decimals: 6, value: 5n, priceUsd: 2e18, valueUsd: 1e13 });
    expect(merge({ coin, listed: [ether] })).toEqual([{ ...ether, decimals: 18, valueUsd: 10 }]);
  });

  it('lists a coin or token once, the first time, however often and in whichever case a source has it', () => {
    const [ether, token] = [listed(null, { decimals: 18, value: 5n }), listed(A)];
    const repeated = [ether, token, listed(null, { name: 'Placeholder' }), listed(erc20('0xAAAA'), { value: 9n })];
    expect(merge({ coin, listed: repeated })).toEqual([ether, token]);
    expect(merge({ configured: [configured(B), configured(erc20('0xBBBB'), 1n)] })).toMatchObject([{ asset: B, value: 3_000_000n }]);
  });

  it('adds a coin that is not listed, unless there is none of it', () => {
    const own = listed(null, { name: 'Ether', symbol: 'ETH', decimals: 18, value: 5n, priceUsd: null, valueUsd: null, iconUrl: null });
    expect(merge({ coin, configured: [configured(A)], listed: [listed(B)] }).slice(1)).toEqual([own, listed(B)]);
    expect(merge({ coin: { ...coin, value: 0n } })).toEqual([]);
  });
});

describe('totalValue', () => {
  it('adds the known values', () => {
    expect(totalValue([listed(A), listed(B, { valueUsd: null }), listed(null, { valueUsd: 0.5 })])).toBe(4.5);
    expect(totalValue([listed(A, { valueUsd: null })])).toBeNull();
    expect(totalValue([])).toBeNull();
  });
});

describe('fiatValue', () => {
  it.each([
    [1_500_000n, 6, 2, 3],
    [0n, 18, 2_000, 0],
    [1n, 0, 0, 0],
    [10n ** 36n, 36, 1.5, 1.5],
    [1n, 18, null, null],
    [10n ** 77n, 0, Number.MAX_VALUE, null],
  ])('of %s units with %i decimals at %s is %s', (units, decimals, price, value) => {
    expect(fiatValue(units, decimals, price)).toBe(value);
  });
});

describe('areSameTokens', () => {
  it('compares amounts, prices and order', () => {
    const tokens = [listed(A), listed(B)];
    expect(areSameTokens(tokens, [listed(A), listed(B)])).toBe(true);
    expect(areSameTokens(tokens, [listed(B), listed(A)])).toBe(false);
    expect(areSameTokens(tokens, [listed(A)])).toBe(false);
    for (const change of [{ value: 1n }, { priceUsd: null }, { valueUsd: 1 }, { symbol: 'X' }, { iconUrl: null }, { resembles: 'X' }])
      expect(areSameTokens(tokens, [listed(A), listed(B, change)])).toBe(false);
  });
});
