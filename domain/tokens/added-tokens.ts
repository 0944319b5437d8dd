import * as v from 'valibot';
import { hasValidChecksum } from '../account/evm-checksum.js';
import { type ChainId, namespaceOf } from '../caip/caip-2.js';
import { type AssetId, formatAssetId, isAssetId, parseAssetId } from '../caip/caip-19.js';
import { attempt, filteredArrayOrEmpty, parseJson } from '../wire.js';
import { comparableAsset } from './token-address.js';
import { TOKEN_NAMESPACES } from './token-assets.js';

/** Maximum number of tokens that the user has added. The ones added first are dropped. */
export const ADDED_TOKENS_LIMIT = 100;

/** The list with a token at its end. */
export const addToken = (added: readonly AssetId[], asset: AssetId): readonly AssetId[] =>
  [...added.filter((each) => comparableAsset(each) !== comparableAsset(asset)), asset].slice(-ADDED_TOKENS_LIMIT);

/** Tests for the id of a fungible token, with a valid checksum on EVM chains. */
export const isTokenId = (value: unknown): value is AssetId => {
  if (!isAssetId(value)) return false;
  const { chainId, assetNamespace, assetReference, tokenId } = parseAssetId(value);
  const namespace = namespaceOf(chainId);
  const isToken = tokenId === undefined && assetNamespace === TOKEN_NAMESPACES[namespace];
  return isToken && (namespace !== 'eip155' || hasValidChecksum(assetReference));
};

/** Parses the stored tokens. Drops invalid entries. */
export const parseAddedTokens = (text: string | null): readonly AssetId[] =>
  v.parse(filteredArrayOrEmpty(v.custom<AssetId>(isTokenId)), parseJson(text ?? '')).slice(-ADDED_TOKENS_LIMIT);

/** The id of the fungible token at an address; `null` on networks without tokens. */
export const tokenAt = (chainId: ChainId, address: string): AssetId | null => {
  const assetNamespace = TOKEN_NAMESPACES[namespaceOf(chainId)];
  if (assetNamespace === undefined) return null;
  return attempt(() => formatAssetId({ chainId, assetNamespace, assetReference: address })) ?? null;
};
