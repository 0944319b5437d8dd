import { isChainId, namespaceOf } from '../caip/caip-2.js';
import { type AssetId, formatAssetId, isAssetId } from '../caip/caip-19.js';
import type { OptionsInput } from '../options/options.js';

/** CAIP-19 asset namespaces of fungible tokens. @see https://namespaces.chainagnostic.org */
export const TOKEN_NAMESPACES: Readonly<Record<string, string>> = { eip155: 'erc20', solana: 'token' };

/** Converts the configured tokens to CAIP-19 asset types. Drops invalid ones and those on chains without tokens. */
export const tokenAssets = (tokens: OptionsInput['tokens']): readonly AssetId[] => {
  if (tokens === undefined) return [];
  if (Array.isArray(tokens)) return tokens.filter(isAssetId);
  return Object.entries(tokens).flatMap(([chainId, { address }]) => {
    const assetNamespace = isChainId(chainId) ? TOKEN_NAMESPACES[namespaceOf(chainId)] : undefined;
    return isChainId(chainId) && assetNamespace !== undefined ? [formatAssetId({ chainId, assetNamespace, assetReference: address })] : [];
  });
};
