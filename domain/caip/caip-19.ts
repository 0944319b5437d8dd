import { LatchkeyError } from '../errors/latchkey-error.js';
import { type ChainId, isChainId } from './caip-2.js';
import type { Namespace } from './namespace.js';

declare const assetIdBrand: unique symbol;

/**
 * A CAIP-19 asset type or asset id such as `eip155:1/erc20:0x6b17…` or `eip155:1/erc721:0x0601…/771769`.
 * @see https://chainagnostic.org/CAIPs/caip-19
 */
export type AssetId = `${Namespace}:${string}/${string}:${string}` & { readonly [assetIdBrand]: 'AssetId' };

/** Components of an asset id. Only non-fungible assets have a `tokenId`. */
export interface AssetIdComponents {
  readonly chainId: ChainId;
  /** E.g. `erc20`, `erc721`, `slip44`, `token`. */
  readonly assetNamespace: string;
  /** E.g. a contract address or a SLIP-44 coin type. */
  readonly assetReference: string;
  readonly tokenId?: string;
}

const ASSET_NAMESPACE = /^[-a-z0-9]{3,8}$/;
const ASSET_REFERENCE = /^[-.%a-zA-Z0-9]{1,128}$/;
const TOKEN_ID = /^[-.%a-zA-Z0-9]{1,78}$/;

const areValidComponents = ({ chainId, assetNamespace, assetReference, tokenId }: Partial<AssetIdComponents>): boolean =>
  isChainId(chainId) &&
  ASSET_NAMESPACE.test(assetNamespace ?? '') &&
  ASSET_REFERENCE.test(assetReference ?? '') &&
  (tokenId === undefined || TOKEN_ID.test(tokenId));

const read = (value: string): AssetIdComponents | null => {
  const [chainId, asset = '', tokenId, ...rest] = value.split('/');
  const [assetNamespace, assetReference, ...more] = asset.split(':');
  // Validated on the next line.
  const components = { chainId, assetNamespace, assetReference, ...(tokenId === undefined ? {} : { tokenId }) } as AssetIdComponents;
  return rest.length === 0 && more.length === 0 && areValidComponents(components) ? components : null;
};

/** Tests for a CAIP-19 asset type or asset id. */
export const isAssetId = (value: unknown): value is AssetId => typeof value === 'string' && read(value) !== null;

/**
 * Parses a CAIP-19 asset type or asset id.
 * @throws LatchkeyError `caip/invalid-asset-id`
 */
export const parseAssetId = (value: string): AssetIdComponents => {
  const components = read(value);
  if (components === null) throw new LatchkeyError('caip/invalid-asset-id', { value });
  return components;
};

/**
 * Builds a CAIP-19 asset type or asset id.
 * @throws LatchkeyError `caip/invalid-asset-id`
 */
export const formatAssetId = (components: AssetIdComponents): AssetId => {
  const { chainId, assetNamespace, assetReference, tokenId } = components;
  const value = `${chainId}/${assetNamespace}:${assetReference}${tokenId === undefined ? '' : `/${tokenId}`}`;
  // Checks the components instead of the string: a separator in a component would give a different, valid id.
  if (!areValidComponents(components)) throw new LatchkeyError('caip/invalid-asset-id', { value });
  // Built from valid components.
  return value as AssetId;
};
