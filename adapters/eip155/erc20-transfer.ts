import { hasValidChecksum } from '../../domain/account/evm-checksum.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { type AssetId, parseAssetId } from '../../domain/caip/caip-19.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';

/** Selectors of `transfer(address,uint256)` and `balanceOf(address)`. @see https://eips.ethereum.org/EIPS/eip-20 */
const TRANSFER = '0xa9059cbb';
const BALANCE_OF = '0x70a08231';

/** A 32-byte ABI word. @see https://docs.soliditylang.org/en/latest/abi-spec.html */
const word = (digits: string): string => digits.padStart(64, '0');

const addressWord = (address: string): string => word(address.replace(/^0x/i, '').toLowerCase());

/** Call data of a token transfer, in base units. */
export const transferData = (to: string, value: bigint): string => `${TRANSFER}${addressWord(to)}${word(value.toString(16))}`;

/** Call data of a token transfer: an address in a word, and an amount. */
const TRANSFER_DATA = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/i;

/** Reads the call data of a token transfer; `null` if it is another call. */
export const readTransferData = (data: string): { readonly to: string; readonly value: bigint } | null => {
  const [, to, amount] = TRANSFER_DATA.exec(data) ?? [];
  return to === undefined || amount === undefined ? null : { to: `0x${to}`, value: BigInt(`0x${amount}`) };
};

/** Call data of a balance query. */
export const balanceOfData = (address: string): string => `${BALANCE_OF}${addressWord(address)}`;

/**
 * The contract address of a token, or `null` for the chain's native coin (`slip44:…`).
 * @throws LatchkeyError `caip/invalid-asset-id` if the asset is neither an ERC-20 token nor the coin, `chain/unsupported` if it is on
 * another chain, `address/checksum-failed`
 */
export const tokenOf = (asset: AssetId, chainId: ChainId): string | null => {
  const { chainId: assetChainId, assetNamespace, assetReference, tokenId } = parseAssetId(asset);
  if (assetChainId !== chainId) throw new LatchkeyError('chain/unsupported', { chainId: assetChainId });
  if (assetNamespace === 'slip44') return null;
  if (assetNamespace !== 'erc20' || tokenId !== undefined || !/^0x[0-9a-f]{40}$/i.test(assetReference))
    throw new LatchkeyError('caip/invalid-asset-id', { value: asset });
  if (!hasValidChecksum(assetReference)) throw new LatchkeyError('address/checksum-failed', { value: assetReference, namespace: 'eip155' });
  return assetReference;
};
