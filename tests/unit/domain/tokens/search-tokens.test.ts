import { expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { type AssetId, formatAssetId } from '../../../../domain/caip/caip-19.js';
import { searchTokens } from '../../../../domain/tokens/search-tokens.js';
import type { TokenBalance } from '../../../../domain/tokens/token-balance.js';

const ADDRESS = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const USDC = formatAssetId({ chainId: toChainId('eip155:1'), assetNamespace: 'erc20', assetReference: ADDRESS });
const token = (name: string, symbol: string, asset: AssetId | null): TokenBalance => ({
  ...{ chainId: toChainId('eip155:1'), asset, name, symbol, decimals: 18, value: 1n, priceUsd: null, valueUsd: null, change24h: null },
  iconUrl: null,
});
const TOKENS = [token('Ether', 'ETH', null), token('USD Coin', 'USDC', USDC)];

it.each([
  ['nothing', ' ', ['ETH', 'USDC']],
  ['a part of the name, in any case', 'coin', ['USDC']],
  ['a part of the symbol', 'et', ['ETH']],
  ['the address, in any case', ADDRESS.toLowerCase(), ['USDC']],
  ['a part of the address, as any short text is part of one', ADDRESS.slice(0, 8), []],
  ['something else', 'doge', []],
])('finds tokens by %s', (_case, text, expected) => {
  expect(searchTokens(TOKENS, text).map(({ symbol }) => symbol)).toEqual(expected);
});
