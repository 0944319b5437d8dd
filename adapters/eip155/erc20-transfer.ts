import { hasValidChecksum } from '../../domain/account/evm-checksum.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { type AssetId, parseAssetId } from '../../domain/caip/caip-19.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';

/** First four bytes of the hash of `transfer(address,uint256)` and of `balanceOf(address)`. @see https://eips.ethereum.org/EIPS/eip-20 */
const TRANSFER = '0xa9059cbb';
const BALANCE_OF = '0x70a08231';

/** A word of 32 bytes. @see https://docs.soliditylang.org/en/latest/abi-spec.html */
const word = (digits: string): string => digits.padStart(64, '0');

const addressWord = (address: string): string => word(address.replace(/^0x/i, '').toLowerCase());

/** Call data of a transfer of base units of a token. */
export const transferData = (to: string, value: bigint): string => `${TRANSFER}${addressWord(to)}${word(value.toString(16))}`;

/** Call data that asks for the balance of an address. */
export const balanceOfData = (address: string): string => `${BALANCE_OF}${addressWord(address)}`;

/**
 * The contract behind an asset, or `null` where it is the chain's own coin (`slip44:…`).
 * @throws LatchkeyError `caip/invalid-asset-id` for what is neither an ERC-20 token nor the coin, `chain/unsupported` for an asset of
 * another chain, `address/checksum-failed`
 */
export const tokenOf = (asset: AssetId, chainId: ChainId): string | null => {
  const { chainId: home, assetNamespace, assetReference, tokenId } = parseAssetId(asset);
  if (home !== chainId) throw new LatchkeyError('chain/unsupported', { chainId: home });
  if (assetNamespace === 'slip44') return null;
  if (assetNamespace !== 'erc20' || tokenId !== undefined || !/^0x[0-9a-f]{40}$/i.test(assetReference))
    throw new LatchkeyError('caip/invalid-asset-id', { value: asset });
  if (!hasValidChecksum(assetReference)) throw new LatchkeyError('address/checksum-failed', { value: assetReference, namespace: 'eip155' });
  return assetReference;
};
