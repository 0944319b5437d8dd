import { hexToBytes } from '@noble/hashes/utils.js';
import { isSameEvmAddress } from '../../domain/account/evm-address.js';
import { recoverSigner } from '../../domain/signatures/recover-address.js';
import { personalMessageHash } from '../../domain/wallet-protocol/authentication/personal-message.js';

/** 65 bytes, or 64 in the compact form. @see https://eips.ethereum.org/EIPS/eip-2098 */
const OF_A_KEY = /^0x(?:[0-9a-f]{2}){64,65}$/i;
const COMPACT_BYTES = 64;

/** A signed text, and whose signature it is said to be. */
export interface SignedText {
  readonly address: string;
  readonly message: string;
  /** Hex. */
  readonly signature: string;
}

/** Whether a text has the length of a key's signature: a contract's may have any. */
export const isOfKey = (signature: string): boolean => OF_A_KEY.test(signature);

/** Both numbers of a signature, and which of two keys it is. The last byte may say so in three ways. @see https://eips.ethereum.org/EIPS/eip-155 */
const parse = (signature: string): { readonly numbers: Uint8Array; readonly recovery: number } => {
  const bytes = hexToBytes(signature.slice(2));
  if (bytes.length === COMPACT_BYTES) {
    // The first bit of the second number is no part of it.
    const numbers = Uint8Array.from(bytes, (byte, index) => (index === COMPACT_BYTES / 2 ? byte & 0x7f : byte));
    return { numbers, recovery: (bytes[COMPACT_BYTES / 2] ?? 0) >> 7 };
  }
  const v = bytes[COMPACT_BYTES] ?? 0;
  if (v >= 35) return { numbers: bytes.subarray(0, COMPACT_BYTES), recovery: (v - 35) % 2 };
  return { numbers: bytes.subarray(0, COMPACT_BYTES), recovery: v >= 27 ? v - 27 : v };
};

/** Whether the key of an address signed a text. `false` for a signature that is none. @see https://eips.ethereum.org/EIPS/eip-191 */
export const isSignedBy = ({ address, message, signature }: SignedText): boolean => {
  if (!isOfKey(signature)) return false;
  const { numbers, recovery } = parse(signature);
  const signer = recoverSigner(hexToBytes(personalMessageHash(message).slice(2)), numbers, recovery);
  return signer !== null && isSameEvmAddress(signer, address);
};
