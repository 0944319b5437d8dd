import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { type AssetId, formatAssetId } from '../../../../domain/caip/caip-19.js';
import type { TokenBalance } from '../../../../domain/tokens/token-balance.js';
import { withLookAlikes } from '../../../../domain/tokens/token-look-alikes.js';

const CHAIN = toChainId('eip155:1');
const COIN = { name: 'Ether', symbol: 'ETH' };
const erc20 = (index: number): AssetId =>
  formatAssetId({ chainId: CHAIN, assetNamespace: 'erc20', assetReference: `0x${index.toString(16).padStart(40, '0')}` });
const token = (index: number, symbol: string, valueUsd: number | null, name = symbol): TokenBalance => ({
  ...{ chainId: CHAIN, asset: index === 0 ? null : erc20(index), name, symbol, decimals: 6, value: 1n, priceUsd: null, valueUsd },
  ...{ change24h: null, iconUrl: null },
});
/** What each token is marked to imitate. */
const marks = (tokens: readonly TokenBalance[], configured: readonly AssetId[] = []): readonly (string | null)[] =>
  withLookAlikes(tokens, { coin: COIN, configured }).map(({ resembles }) => resembles ?? null);

describe('withLookAlikes', () => {
  it.each([
    ['Cyrillic letters', 'UЅDC'],
    ['digits', 'USDС'],
    ['another case', 'usdc'],
    ['punctuation', 'USDC.'],
    ['full-width letters', 'ＵＳＤＣ'],
    ['Armenian letters', 'ՍSDC'],
    ['Lisu letters', 'ꓴꓢꓓꓚ'],
    ['Cherokee letters', 'USDᏟ'],
    ['small capitals', 'ᴜꜱᴅᴄ'],
  ])('marks a token that imitates one of more value with %s', (_case, symbol) => {
    expect(marks([token(1, symbol, null), token(2, 'USDC', 5, 'USD Coin')])).toEqual(['USDC', null]);
  });

  it('marks imitations of a name, and of a symbol by a name', () => {
    const usdc = token(1, 'USDC', 5, 'USD Coin');
    expect(marks([usdc, token(2, 'GIFT', 0, 'UЅD Coin'), token(3, 'GIFT', 0, 'USDС')])).toEqual([null, 'USDC', 'USDC']);
  });

  it('marks imitations of the coin, also if the account has none of it, and of a configured token without a value', () => {
    expect(marks([token(1, 'ЕTH', 1_000)])).toEqual(['ETH']);
    expect(marks([token(1, 'DАI', 1_000), token(2, 'DAI', null)], [erc20(2)])).toEqual(['DAI', null]);
  });

  it('marks neither of two tokens with the same name, nor of two without a value, nor the coin', () => {
    expect(marks([token(1, 'USDC', 5, 'USD Coin'), token(2, 'USDC', 1, 'USDC')])).toEqual([null, null]);
    expect(marks([token(1, 'GIFT', null), token(2, 'gift', null)])).toEqual([null, null]);
    expect(marks([token(0, 'eth', 1, 'ether'), token(1, 'stETH', 2), token(2, 'USDC.e', 1), token(3, 'USDC', 9)])).toEqual(
      Array.from({ length: 4 }, () => null),
    );
  });

  it('does not mark a token whose name is that of the original, because of another imitation between them', () => {
    expect(marks([token(1, 'USDC', 9), token(2, 'usdc', 5), token(3, 'USDC', 1)])).toEqual([null, 'USDC', null]);
  });

  it('takes originals from another list', () => {
    const [usdc, fake] = [token(1, 'USDC', 9), token(2, 'UЅDC', 50)];
    expect(withLookAlikes([fake], { coin: COIN, configured: [] }, [usdc])[0]?.resembles).toBeUndefined();
    expect(withLookAlikes([{ ...fake, valueUsd: 1 }], { coin: COIN, configured: [] }, [usdc])[0]?.resembles).toBe('USDC');
  });
});
