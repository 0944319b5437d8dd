import * as v from 'valibot';
import { type ChainId, namespaceOf } from '../caip/caip-2.js';
import { type AssetId, formatAssetId, isAssetId } from '../caip/caip-19.js';
import { attempt, filteredArrayOrEmpty, parseJson } from '../wire.js';
import { comparableAsset } from './token-address.js';
import { TOKEN_NAMESPACES } from './token-assets.js';

/** Maximum number of tokens that the user has added. The ones added first are dropped. */
export const ADDED_TOKENS_LIMIT = 100;

/** The list with a token at its end. */
export const addToken = (added: readonly AssetId[], asset: AssetId): readonly AssetId[] =>
  [...added.filter((each) => comparableAsset(each) !== comparableAsset(asset)), asset].slice(-ADDED_TOKENS_LIMIT);

/** Parses the stored tokens. Drops invalid entries. */
export const parseAddedTokens = (text: string | null): readonly AssetId[] =>
  v.parse(filteredArrayOrEmpty(v.custom<AssetId>(isAssetId)), parseJson(text ?? '')).slice(-ADDED_TOKENS_LIMIT);

/** The id of the fungible token at an address; `null` on networks without tokens. */
export const tokenAt = (chainId: ChainId, address: string): AssetId | null => {
  const assetNamespace = TOKEN_NAMESPACES[namespaceOf(chainId)];
  if (assetNamespace === undefined) return null;
  return attempt(() => formatAssetId({ chainId, assetNamespace, assetReference: address })) ?? null;
};
