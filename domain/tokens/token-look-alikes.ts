import type { AssetId } from '../caip/caip-19.js';
import { skeletonOf } from '../connection/name-skeleton.js';
import { comparableAsset } from './token-address.js';
import type { TokenBalance } from './token-balance.js';

/** Names that users know a coin or token by. */
type Named = Pick<TokenBalance, 'name' | 'symbol'>;

/** Whose names are not imitations. */
export interface TrustedTokens {
  /** The network's coin. */
  readonly coin: Named;
  /** Tokens that the app configured. */
  readonly configured: readonly AssetId[];
}

const namesOf = ({ name, symbol }: Named): readonly string[] => (name === symbol ? [name] : [name, symbol]).filter((text) => text !== '');

/** The coin or token that a skeleton belongs to. */
interface Original extends Named {
  /** US dollars; infinite for what the app configured. */
  readonly rank: number;
}

/**
 * Marks tokens that imitate another one: a name or symbol looks like that of the network's coin, a token that the app configured, or one that is worth
 * more, but is written with other characters. Equal names are not marked: many honest tokens share theirs, such as those on two bridges.
 * @param originals tokens that may be imitated. Default: `tokens`
 */
export const withLookAlikes = <Token extends TokenBalance>(
  tokens: readonly Token[],
  { coin, configured }: TrustedTokens,
  originals: readonly TokenBalance[] = tokens,
): readonly Token[] => {
  const trusted = new Set([comparableAsset(null), ...configured.map(comparableAsset)]);
  const rankOf = ({ asset, valueUsd }: TokenBalance): number => (trusted.has(comparableAsset(asset)) ? Infinity : (valueUsd ?? 0));
  const bySkeleton = new Map<string, Original>();
  const addOriginal = (original: Original): void => {
    for (const text of namesOf(original)) {
      const skeleton = skeletonOf(text);
      if (original.rank > (bySkeleton.get(skeleton)?.rank ?? -1)) bySkeleton.set(skeleton, original);
    }
  };
  addOriginal({ ...coin, rank: Infinity });
  for (const token of originals) addOriginal({ name: token.name, symbol: token.symbol, rank: rankOf(token) });
  return tokens.map((token) => {
    const rank = rankOf(token);
    for (const text of namesOf(token)) {
      const original = bySkeleton.get(skeletonOf(text));
      if (original !== undefined && original.rank > rank && !namesOf(original).includes(text))
        return { ...token, resembles: original.symbol || original.name };
    }
    return token;
  });
};
