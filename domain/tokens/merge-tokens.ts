import type { ChainId } from '../caip/caip-2.js';
import type { AssetId } from '../caip/caip-19.js';
import { fiatValue } from './fiat-value.js';
import { isSameAsset } from './token-address.js';
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

/**
 * Merges a list of tokens: those that the app configured come first, the listed ones follow in their order. Amounts come from the chain where it
 * was read, since they are newer and need no trust; prices and pictures come from the list.
 */
export const mergeTokens = ({ chainId, coinName, coin, configured, listed }: TokenSources): readonly TokenBalance[] => {
  const listedAs = (asset: AssetId | null): TokenBalance | undefined => listed.find((each) => isSameAsset(each.asset, asset));
  const withAmount = (token: TokenBalance, value: bigint): TokenBalance =>
    token.value === value ? token : { ...token, value, valueUsd: fiatValue(value, token.decimals, token.priceUsd) };

  const first = configured.map(({ asset, value, decimals, symbol, name }): TokenBalance => {
    const known = listedAs(asset);
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
  const isConfigured = ({ asset }: TokenBalance): boolean => asset !== null && configured.some((each) => isSameAsset(each.asset, asset));
  const rest = listed
    .filter((token) => !isConfigured(token))
    .map((token) => (token.asset === null && coin?.decimals === token.decimals ? withAmount(token, coin.value) : token));
  if (coin === null || coin.value === 0n || listedAs(null) !== undefined) return [...first, ...rest];
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
  one.length === other.length && one.every((token, index) => isSameToken(token, other[index]));

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
  one.iconUrl === other.iconUrl;
