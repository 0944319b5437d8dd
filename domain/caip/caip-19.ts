import { LatchkeyError } from '../errors/latchkey-error.js';
import { type ChainId, isChainId } from './caip-2.js';
import type { Namespace } from './namespace.js';

declare const assetIdBrand: unique symbol;

/**
 * A CAIP-19 asset type or asset id such as `eip155:1/erc20:0x6b17…` or `eip155:1/erc721:0x0601…/771769`.
 * @see https://chainagnostic.org/CAIPs/caip-19
 */
export type AssetId = `${Namespace}:${string}/${string}:${string}` & { readonly [assetIdBrand]: 'AssetId' };

/** The parts of an asset id; `tokenId` only on non-fungible assets. */
export interface AssetIdParts {
  readonly chainId: ChainId;
  /** e.g. `erc20`, `erc721`, `slip44`, `token`. */
  readonly assetNamespace: string;
  /** e.g. a contract address or a SLIP-44 coin type. */
  readonly assetReference: string;
  readonly tokenId?: string;
}

const ASSET_NAMESPACE = /^[-a-z0-9]{3,8}$/;
const ASSET_REFERENCE = /^[-.%a-zA-Z0-9]{1,128}$/;
const TOKEN_ID = /^[-.%a-zA-Z0-9]{1,78}$/;

const read = (value: string): AssetIdParts | null => {
  const [chainId, asset, tokenId, ...rest] = value.split('/');
  const [assetNamespace, assetReference, ...more] = (asset ?? '').split(':');
  if (rest.length > 0 || more.length > 0 || !isChainId(chainId)) return null;
  if (!ASSET_NAMESPACE.test(assetNamespace ?? '') || !ASSET_REFERENCE.test(assetReference ?? '')) return null;
  if (tokenId !== undefined && !TOKEN_ID.test(tokenId)) return null;
  return {
    chainId,
    assetNamespace: assetNamespace as string,
    assetReference: assetReference as string,
    ...(tokenId === undefined ? {} : { tokenId }),
  };
};

/** Whether a text is a CAIP-19 asset type or asset id. */
export const isAssetId = (value: unknown): value is AssetId => typeof value === 'string' && read(value) !== null;

/**
 * Reads a CAIP-19 asset type or asset id.
 * @throws LatchkeyError `caip/invalid-asset-id`
 */
export const parseAssetId = (value: string): AssetIdParts => {
  const parts = read(value);
  if (parts === null) throw new LatchkeyError('caip/invalid-asset-id', { value });
  return parts;
};

/**
 * Builds a CAIP-19 asset type or asset id.
 * @throws LatchkeyError `caip/invalid-asset-id`
 */
export const formatAssetId = ({ chainId, assetNamespace, assetReference, tokenId }: AssetIdParts): AssetId => {
  const value = `${chainId}/${assetNamespace}:${assetReference}${tokenId === undefined ? '' : `/${tokenId}`}`;
  if (!isAssetId(value)) throw new LatchkeyError('caip/invalid-asset-id', { value });
  return value;
};
