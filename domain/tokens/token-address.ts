import { type ChainId, namespaceOf } from '../caip/caip-2.js';
import { type AccountId, addressOf, chainIdOf, formatAccountId, isAccountId } from '../caip/caip-10.js';
import { type AssetId, formatAssetId, parseAssetId } from '../caip/caip-19.js';
import { LatchkeyError } from '../errors/latchkey-error.js';
import { attempt } from '../wire.js';
import { TOKEN_NAMESPACES } from './token-assets.js';

/** Addresses by which the blockchain API names the coins of networks, which have none. */
const COIN_ADDRESSES: Readonly<Record<string, string>> = {
  eip155: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  solana: 'So11111111111111111111111111111111111111111',
};

/** Formats an address for comparison: those of EVM chains are equal in any case. */
const comparable = (chainId: ChainId, address: string): string => (namespaceOf(chainId) === 'eip155' ? address.toLowerCase() : address);

/**
 * Returns the CAIP-10 id by which the blockchain API names a token, or with `null` the network's coin.
 * @throws LatchkeyError `chain/unsupported` on networks that the blockchain API does not serve
 */
export const tokenAddress = (chainId: ChainId, asset: AssetId | null): AccountId => {
  const coin = COIN_ADDRESSES[namespaceOf(chainId)];
  if (coin === undefined) throw new LatchkeyError('chain/unsupported', { chainId });
  return formatAccountId(chainId, asset === null ? coin : parseAssetId(asset).assetReference);
};

/**
 * Returns the token that the blockchain API names by a CAIP-10 id: `null` for the network's coin, which has a placeholder or no address at all, and
 * `undefined` for what is no token of the network.
 */
export const assetOf = (chainId: ChainId, address: string | null): AssetId | null | undefined => {
  if (address === null) return null;
  const namespace = namespaceOf(chainId);
  const [assetNamespace, coin] = [TOKEN_NAMESPACES[namespace], COIN_ADDRESSES[namespace]];
  if (assetNamespace === undefined || !isAccountId(address) || chainIdOf(address) !== chainId) return undefined;
  const assetReference = addressOf(address);
  if (comparable(chainId, assetReference) === coin) return null;
  return attempt(() => formatAssetId({ chainId, assetNamespace, assetReference }));
};

/** Writes the id of a token for comparison: those of EVM chains are equal in any case. `null`: the network's coin. */
export const comparableAsset = (asset: AssetId | null): string =>
  asset === null ? 'coin' : asset.startsWith('eip155:') ? asset.toLowerCase() : asset;

/** Tests for the same token, whatever the case of EVM addresses. `null`: the network's coin. */
export const isSameAsset = (one: AssetId | null, other: AssetId | null): boolean => comparableAsset(one) === comparableAsset(other);
