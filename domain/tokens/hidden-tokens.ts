import * as v from 'valibot';
import { type AssetId, isAssetId } from '../caip/caip-19.js';
import { exactObject, filteredArrayOrEmpty, parseJson } from '../wire.js';
import { comparableAsset } from './token-address.js';
import type { TokenBalance } from './token-balance.js';

/** Reason why the user hides a token. */
export type HiddenReason = 'hidden' | 'spam';

/** A token that the user has hidden from the lists of all accounts. The coin of a network cannot be hidden. */
export interface HiddenToken {
  readonly asset: AssetId;
  readonly reason: HiddenReason;
}

/** Balance of a hidden token. */
export interface HiddenBalance extends TokenBalance {
  readonly reason: HiddenReason;
}

/** Maximum number of hidden tokens. The ones hidden first are shown again. */
export const HIDDEN_TOKENS_LIMIT = 1_000;

/** Hides a token, or changes the reason. */
export const hideToken = (hidden: readonly HiddenToken[], token: HiddenToken): readonly HiddenToken[] =>
  [...showToken(hidden, token.asset), token].slice(-HIDDEN_TOKENS_LIMIT);

/** Shows a hidden token again. */
export const showToken = (hidden: readonly HiddenToken[], asset: AssetId): readonly HiddenToken[] =>
  hidden.filter((each) => comparableAsset(each.asset) !== comparableAsset(asset));

/** Divides tokens into those that are shown, and those that are hidden. */
export const divideHidden = (
  tokens: readonly TokenBalance[],
  hidden: readonly HiddenToken[],
): { readonly shown: readonly TokenBalance[]; readonly hidden: readonly HiddenBalance[] } => {
  const reasons = new Map(hidden.map(({ asset, reason }) => [comparableAsset(asset), reason]));
  const reasonOf = ({ asset }: TokenBalance): HiddenReason | undefined =>
    asset === null ? undefined : reasons.get(comparableAsset(asset));
  return {
    shown: tokens.filter((token) => reasonOf(token) === undefined),
    hidden: tokens.flatMap((token) => {
      const reason = reasonOf(token);
      return reason === undefined ? [] : [{ ...token, reason }];
    }),
  };
};

const hiddenTokenSchema = exactObject({ asset: v.custom<AssetId>(isAssetId), reason: v.picklist(['hidden', 'spam']) });

/** Parses the stored tokens. Drops invalid entries. */
export const parseHiddenTokens = (text: string | null): readonly HiddenToken[] =>
  v.parse(filteredArrayOrEmpty(hiddenTokenSchema), parseJson(text ?? '')).slice(-HIDDEN_TOKENS_LIMIT);
