import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { type AssetId, formatAssetId } from '../../../../domain/caip/caip-19.js';
import type { TokenPrice } from '../../../../domain/tokens/parse-prices.js';
import { priceChanges, pricedTokens, totalChange, withPriceChanges } from '../../../../domain/tokens/price-changes.js';
import type { TokenBalance } from '../../../../domain/tokens/token-balance.js';

const token = (symbol: string, valueUsd: number | null, change24h: number | null = null): TokenBalance => ({
  ...{
    chainId: toChainId('eip155:1'),
    asset: null,
    name: symbol,
    symbol,
    decimals: 18,
    value: 1n,
    priceUsd: valueUsd,
    valueUsd,
    change24h,
  },
  iconUrl: null,
});
const price = (symbol: string, change24h: number | null, name = symbol): TokenPrice => ({
  symbol,
  name,
  priceUsd: 1,
  change24h,
  iconUrl: null,
});

const erc20 = (index: number): AssetId =>
  formatAssetId({ chainId: toChainId('eip155:1'), assetNamespace: 'erc20', assetReference: `0x${index.toString(16).padStart(40, 'a')}` });

describe('pricedTokens', () => {
  it('are those with a value, the 100 most valuable ones first', () => {
    const tokens = Array.from({ length: 102 }, (_, index) => token(`T${index}`, index));
    const priced = pricedTokens([token('A', null), ...tokens]);
    expect([priced.length, priced[0]?.symbol, priced.at(-1)?.symbol]).toEqual([100, 'T101', 'T2']);
  });
});

describe('withPriceChanges', () => {
  const changesOf = (tokens: readonly TokenBalance[], prices: readonly TokenPrice[], priced = tokens): readonly (number | null)[] =>
    withPriceChanges(tokens, priceChanges(priced, prices)).map(({ change24h }) => change24h);
  const [usdc, bridged] = [
    { ...token('USDC', 1), asset: erc20(1) },
    { ...token('USDC', 2), asset: erc20(2) },
  ];

  it('adds the change of the price with the same name and symbol', () => {
    const dai = { ...token('DAI', 1), asset: erc20(3) };
    expect(changesOf([token('ETH', 1), dai], [price('DAI', -0.01), price('ETH', 0.5), price('UNI', 1)])).toEqual([0.5, -0.01]);
  });

  it('adds none where a price cannot be told from that of another token', () => {
    expect(changesOf([usdc, bridged], [price('USDC', 0.1)])).toEqual([null, null]);
    expect(changesOf([usdc], [price('USDC', 0.1), price('USDC', 0.2)])).toEqual([null]);
    expect(changesOf([usdc], [price('USDC', 0.1, 'Another coin')])).toEqual([null]);
  });

  it('is not confused by a token of the same name whose price was not requested', () => {
    const airdropped = { ...bridged, priceUsd: null, valueUsd: null };
    expect(changesOf([usdc, airdropped], [price('USDC', 0.1)], [usdc])).toEqual([0.1, null]);
  });

  it('keeps a token that has not changed', () => {
    const ether = token('ETH', 1, 0.5);
    expect(withPriceChanges([ether], priceChanges([ether], [price('ETH', 0.5)]))[0]).toBe(ether);
  });
});

describe('totalChange', () => {
  it('weighs each change by the value that the token had', () => {
    // 100 was 50, and 30 was 60: 130 now, 110 then.
    expect(totalChange([token('A', 100, 1), token('B', 30, -0.5)])).toBeCloseTo(130 / 110 - 1, 12);
  });

  it('leaves out tokens without a value', () => {
    expect(totalChange([token('A', 100, 0), token('B', null), token('C', 0)])).toBe(0);
  });

  it.each([
    ['the change of a token with a value is unknown', [token('A', 100, 1), token('B', 1)]],
    ['a price has lost all of its value', [token('A', 100, -1)]],
    ['nothing has a value', [token('A', null)]],
    ['there is nothing', []],
  ])('is unknown if %s', (_case, tokens) => {
    expect(totalChange(tokens)).toBeNull();
  });
});
