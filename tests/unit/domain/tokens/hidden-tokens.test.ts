import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { type AssetId, formatAssetId } from '../../../../domain/caip/caip-19.js';
import {
  divideHidden,
  HIDDEN_TOKENS_LIMIT,
  type HiddenToken,
  hideToken,
  parseHiddenTokens,
  showToken,
} from '../../../../domain/tokens/hidden-tokens.js';
import type { TokenBalance } from '../../../../domain/tokens/token-balance.js';

const EVM = toChainId('eip155:1');
const erc20 = (assetReference: string): AssetId => formatAssetId({ chainId: EVM, assetNamespace: 'erc20', assetReference });
const CHECKSUMMED = erc20('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48');
const LOWER = erc20('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48');
const DAI = erc20('0x6b175474e89094c44da98b954eedeac495271d0f');

const token = (asset: AssetId | null): TokenBalance => ({
  ...{ chainId: EVM, asset, name: 'Token', symbol: 'TOK', decimals: 18, value: 1n, priceUsd: null, valueUsd: null, change24h: null },
  iconUrl: null,
});
const indexed = (index: number): HiddenToken => ({ asset: erc20(`0x${index.toString(16).padStart(40, '0')}`), reason: 'hidden' });

describe('hideToken and showToken', () => {
  it('keep one entry for a token, whatever the case of its address', () => {
    const once = hideToken([], { asset: CHECKSUMMED, reason: 'hidden' });
    const twice = hideToken(once, { asset: LOWER, reason: 'spam' });
    expect(twice).toEqual([{ asset: LOWER, reason: 'spam' }]);
    expect(showToken(twice, CHECKSUMMED)).toEqual([]);
    expect(showToken(twice, DAI)).toEqual(twice);
  });

  it('drop the ones hidden first beyond the limit', () => {
    const full = Array.from({ length: HIDDEN_TOKENS_LIMIT }, (_, index) => indexed(index));
    const next = hideToken(full, { asset: DAI, reason: 'hidden' });
    expect([next.length, next[0], next.at(-1)?.asset]).toEqual([HIDDEN_TOKENS_LIMIT, indexed(1), DAI]);
  });
});

describe('divideHidden', () => {
  it('divides tokens by what the user has hidden, with the reason', () => {
    const [coin, usdc, dai] = [token(null), token(LOWER), token(DAI)];
    expect(divideHidden([coin, usdc, dai], [{ asset: CHECKSUMMED, reason: 'spam' }])).toEqual({
      shown: [coin, dai],
      hidden: [{ ...usdc, reason: 'spam' }],
    });
  });
});

describe('parseHiddenTokens', () => {
  it('drops what is invalid', () => {
    const valid = { asset: DAI, reason: 'hidden' };
    expect(parseHiddenTokens(JSON.stringify([valid, { asset: 'DAI', reason: 'hidden' }, { asset: LOWER, reason: 'sold' }, 7]))).toEqual([
      valid,
    ]);
    expect([parseHiddenTokens(null), parseHiddenTokens('{'), parseHiddenTokens('{}')]).toEqual([[], [], []]);
  });
});
