import type { TokenPrice } from './parse-prices.js';
import { comparableAsset } from './token-address.js';
import type { TokenBalance } from './token-balance.js';

/** Tokens whose prices are read: the most valuable ones. */
const MAX_PRICED = 100;

/** Prices name no address: a price is that of a token if it is the only one with its name and symbol. */
const nameOf = ({ name, symbol }: Pick<TokenBalance, 'name' | 'symbol'>): string => JSON.stringify([name, symbol]);

/** Counts the names of tokens or prices. */
const countsOf = (named: readonly Pick<TokenBalance, 'name' | 'symbol'>[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const each of named) counts.set(nameOf(each), (counts.get(nameOf(each)) ?? 0) + 1);
  return counts;
};

/** Tokens whose prices are to be read: those with a value, the most valuable ones first. */
export const pricedTokens = (tokens: readonly TokenBalance[]): readonly TokenBalance[] =>
  tokens
    .filter(({ valueUsd }) => valueUsd !== null && valueUsd > 0)
    .sort((one, other) => (other.valueUsd ?? 0) - (one.valueUsd ?? 0))
    .slice(0, MAX_PRICED);

/** Changes of prices within 24 hours, by {@link comparableAsset}. */
export type PriceChanges = ReadonlyMap<string, number>;

/** Tests for the same changes of the same tokens. */
export const areSameChanges = (one: PriceChanges, other: PriceChanges): boolean =>
  one.size === other.size && [...one].every(([key, change]) => other.get(key) === change);

/**
 * Returns the changes that a reply tells. A token whose price cannot be told from another's has none.
 * @param priced the tokens whose prices were requested: others of the same name have no price in the reply
 */
export const priceChanges = (priced: readonly TokenBalance[], prices: readonly TokenPrice[]): PriceChanges => {
  const [tokenCounts, priceCounts] = [countsOf(priced), countsOf(prices)];
  const changes = new Map(prices.map((price) => [nameOf(price), price.change24h]));
  return new Map(
    priced.flatMap((token): readonly (readonly [string, number])[] => {
      const name = nameOf(token);
      const change24h = tokenCounts.get(name) === 1 && priceCounts.get(name) === 1 ? (changes.get(name) ?? null) : null;
      return change24h === null ? [] : [[comparableAsset(token.asset), change24h]];
    }),
  );
};

/** Adds the price changes of 24 hours to tokens. */
export const withPriceChanges = (tokens: readonly TokenBalance[], changes: PriceChanges): readonly TokenBalance[] =>
  tokens.map((token) => {
    const change24h = changes.get(comparableAsset(token.asset)) ?? null;
    return token.change24h === change24h ? token : { ...token, change24h };
  });

/**
 * Returns the change of the value of all tokens within 24 hours, as a share. `null` unless the change of each token with a value is known: a change
 * of some of them would be taken for that of all.
 */
export const totalChange = (tokens: readonly TokenBalance[]): number | null => {
  const priced = tokens.filter(({ valueUsd }) => valueUsd !== null && valueUsd > 0);
  let [now, before] = [0, 0];
  for (const { valueUsd, change24h } of priced) {
    // A price that has lost all of it has no value now.
    if (valueUsd === null || change24h === null || change24h <= -1) return null;
    now += valueUsd;
    before += valueUsd / (1 + change24h);
  }
  return before > 0 ? now / before - 1 : null;
};
