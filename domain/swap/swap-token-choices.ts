import { searchTokens } from '../tokens/search-tokens.js';
import { comparableAsset } from '../tokens/token-address.js';
import type { TokenBalance } from '../tokens/token-balance.js';
import type { SwapToken } from './parse-swap.js';

/** Symbols of tokens that many people swap (specification, section 9). */
const SUGGESTED: ReadonlySet<string> = new Set(
  'ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP'.split(' '),
);
/** Suggested tokens that come before all others. */
const MAX_SUGGESTED = 8;

const bySymbol = (one: SwapToken, other: SwapToken): number => (one.symbol < other.symbol ? -1 : one.symbol > other.symbol ? 1 : 0);

/**
 * Returns the tokens to choose from, as the account holds them: those that it holds first, then suggested ones, then all others by symbol.
 * @param text only tokens with it in name, symbol or address
 */
export const swapTokenChoices = (
  tokens: readonly SwapToken[],
  held: readonly TokenBalance[] | null,
  text: string,
): readonly TokenBalance[] => {
  const balances = new Map((held ?? []).map((each) => [comparableAsset(each.asset), each]));
  const balanceOf = ({ asset }: SwapToken): TokenBalance | undefined => balances.get(comparableAsset(asset));
  const isHeld = (token: SwapToken): boolean => (balanceOf(token)?.value ?? 0n) > 0n;
  const others = tokens.filter((token) => !isHeld(token)).toSorted(bySymbol);
  const suggested = others.filter(({ symbol }) => SUGGESTED.has(symbol)).slice(0, MAX_SUGGESTED);
  const first = new Set(suggested);
  const listed = new Set(tokens.map(({ asset }) => comparableAsset(asset)));
  const own = (held ?? []).filter(({ asset, value }) => value > 0n && listed.has(comparableAsset(asset)));
  const rest = [...suggested, ...others.filter((token) => !first.has(token))];
  return searchTokens([...own, ...rest.map((token) => balanceOf(token) ?? emptyBalance(token))], text);
};

const emptyBalance = ({ chainId, asset, name, symbol, decimals, iconUrl }: SwapToken): TokenBalance => ({
  ...{ chainId, asset, name, symbol, decimals, iconUrl },
  ...{ value: 0n, priceUsd: null, valueUsd: null, change24h: null },
});
