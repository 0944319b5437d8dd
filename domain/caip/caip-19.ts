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

const areParts = ({ chainId, assetNamespace, assetReference, tokenId }: Partial<AssetIdParts>): boolean =>
  isChainId(chainId) &&
  ASSET_NAMESPACE.test(assetNamespace ?? '') &&
  ASSET_REFERENCE.test(assetReference ?? '') &&
  (tokenId === undefined || TOKEN_ID.test(tokenId));

const read = (value: string): AssetIdParts | null => {
  const [chainId, asset = '', tokenId, ...rest] = value.split('/');
  const [assetNamespace, assetReference, ...more] = asset.split(':');
  // The cast claims what is checked next.
  const parts = { chainId, assetNamespace, assetReference, ...(tokenId === undefined ? {} : { tokenId }) } as AssetIdParts;
  return rest.length === 0 && more.length === 0 && areParts(parts) ? parts : null;
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
export const formatAssetId = (parts: AssetIdParts): AssetId => {
  const { chainId, assetNamespace, assetReference, tokenId } = parts;
  const value = `${chainId}/${assetNamespace}:${assetReference}${tokenId === undefined ? '' : `/${tokenId}`}`;
  // The parts are checked, not the text: a part that holds a separator would make another, well-formed id.
  if (!areParts(parts)) throw new LatchkeyError('caip/invalid-asset-id', { value });
  // Put together of parts that were checked.
  return value as AssetId;
};
