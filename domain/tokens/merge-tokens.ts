import type { ChainId } from '../caip/caip-2.js';
import { type AssetId, parseAssetId } from '../caip/caip-19.js';
import { fiatValue } from './fiat-value.js';
import { comparableAsset } from './token-address.js';
import type { TokenBalance } from './token-balance.js';

/** A token whose balance was read from the chain. */
interface ChainBalance {
  readonly asset: AssetId;
  readonly value: bigint;
  readonly decimals: number;
  readonly symbol: string | null;
  readonly name: string | null;
}

/** The coin of a network as read from the chain. */
interface CoinBalance {
  readonly value: bigint;
  readonly symbol: string;
  readonly decimals: number;
}

/** Sources of one list of tokens, all on one network. */
export interface TokenSources {
  readonly chainId: ChainId;
  /** Name of the network's coin. */
  readonly coinName: string;
  /** From the chain; `null` until it is read. */
  readonly coin: CoinBalance | null;
  /** Tokens that the app configured, from the chain. */
  readonly configured: readonly ChainBalance[];
  /** From the wallet or a service. */
  readonly listed: readonly TokenBalance[];
}

/** Tokens by their asset: the first one of each, because a token that is listed twice is held once. */
const firstByAsset = <Token extends { readonly asset: AssetId | null }>(tokens: readonly Token[]): ReadonlyMap<string, Token> => {
  const first = new Map<string, Token>();
  for (const token of tokens) {
    const key = comparableAsset(token.asset);
    if (!first.has(key)) first.set(key, token);
  }
  return first;
};

/** The listed coin with the amount of the chain. */
const withAmount = (token: TokenBalance, { value, decimals }: CoinBalance): TokenBalance =>
  token.value === value && token.decimals === decimals
    ? token
    : { ...token, value, decimals, valueUsd: fiatValue(value, decimals, token.priceUsd) };

/**
 * Merges a list of tokens: those that the app configured come first, the listed ones follow in their order. Amounts and decimals come from the chain
 * where they were read, since they are newer and need no trust; prices and pictures come from the list.
 */
export const mergeTokens = ({ chainId, coinName, coin, configured, listed }: TokenSources): readonly TokenBalance[] => {
  // The coin has its own entry, also if the app has configured it by its SLIP-44 type.
  const tokens = configured.filter(({ asset }) => parseAssetId(asset).assetNamespace !== 'slip44');
  const [ofChain, ofList] = [firstByAsset(tokens), firstByAsset(listed)];
  const first = [...ofChain].map(([key, { asset, value, decimals, symbol, name }]): TokenBalance => {
    const known = ofList.get(key);
    const priceUsd = known?.priceUsd ?? null;
    return {
      chainId,
      asset,
      name: name ?? known?.name ?? symbol ?? '',
      symbol: symbol ?? known?.symbol ?? '',
      decimals,
      value,
      priceUsd,
      valueUsd: fiatValue(value, decimals, priceUsd),
      change24h: known?.change24h ?? null,
      iconUrl: known?.iconUrl ?? null,
    };
  });
  const rest = [...ofList]
    .filter(([key]) => !ofChain.has(key))
    .map(([, token]) => (token.asset === null && coin !== null ? withAmount(token, coin) : token));
  if (coin === null || coin.value === 0n || ofList.has(comparableAsset(null))) return [...first, ...rest];
  const own: TokenBalance = {
    ...coin,
    chainId,
    asset: null,
    name: coinName,
    priceUsd: null,
    valueUsd: null,
    change24h: null,
    iconUrl: null,
  };
  return [...first, own, ...rest];
};

/** Value of all tokens whose price is known, in US dollars; `null` if none is. */
export const totalValue = (tokens: readonly TokenBalance[]): number | null => {
  const values = tokens.flatMap(({ valueUsd }) => (valueUsd === null ? [] : [valueUsd]));
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
};

/** Tests for the same tokens with the same amounts and prices. */
export const areSameTokens = (one: readonly TokenBalance[], other: readonly TokenBalance[]): boolean =>
  one === other || (one.length === other.length && one.every((token, index) => isSameToken(token, other[index])));

const isSameToken = (one: TokenBalance, other: TokenBalance | undefined): boolean =>
  other !== undefined &&
  one.chainId === other.chainId &&
  one.asset === other.asset &&
  one.name === other.name &&
  one.symbol === other.symbol &&
  one.decimals === other.decimals &&
  one.value === other.value &&
  one.priceUsd === other.priceUsd &&
  one.valueUsd === other.valueUsd &&
  one.change24h === other.change24h &&
  one.iconUrl === other.iconUrl &&
  one.resembles === other.resembles;
