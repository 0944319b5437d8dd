import { isChainId, namespaceOf } from '../caip/caip-2.js';
import { type AssetId, formatAssetId, isAssetId } from '../caip/caip-19.js';
import type { OptionsInput } from '../options/options.js';

/** What the fungible tokens of a namespace are called in CAIP-19. @see https://namespaces.chainagnostic.org */
const TOKENS: Readonly<Record<string, string>> = { eip155: 'erc20', solana: 'token' };

/** The configured tokens as CAIP-19 asset types. One on a chain without tokens of its own is left out, and a text that names none. */
export const tokenAssets = (tokens: OptionsInput['tokens']): readonly AssetId[] => {
  if (tokens === undefined) return [];
  if (Array.isArray(tokens)) return tokens.filter(isAssetId);
  return Object.entries(tokens).flatMap(([chainId, { address }]) => {
    const assetNamespace = isChainId(chainId) ? TOKENS[namespaceOf(chainId)] : undefined;
    return isChainId(chainId) && assetNamespace !== undefined ? [formatAssetId({ chainId, assetNamespace, assetReference: address })] : [];
  });
};
