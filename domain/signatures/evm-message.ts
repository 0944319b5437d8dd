import { hexToBytes } from '@noble/hashes/utils.js';
import { isSameEvmAddress } from '../account/evm-address.js';
import { isSignedByContract, type RunEthCall } from './contract-signature.js';
import { isLowS } from './low-s.js';
import { personalMessageHash } from './personal-message.js';
import { recoverSigner } from './recover-signer.js';
import type { SignedText } from './signed-text.js';

/** 65 bytes, or 64 in the compact form. @see https://eips.ethereum.org/EIPS/eip-2098 */
const ECDSA_SIGNATURE = /^0x(?:[0-9a-fA-F]{2}){64,65}$/;
const COMPACT_BYTES = 64;

/** Checks that a signature has the length of an ECDSA signature; a contract signature may have any length. */
export const isEcdsaSignature = (signature: string): boolean => ECDSA_SIGNATURE.test(signature);

/**
 * The numbers r and s, and the recovery bit, which the last byte encodes in one of three ways.
 * @see https://eips.ethereum.org/EIPS/eip-155
 */
const parseSignature = (signature: string): { readonly numbers: Uint8Array; readonly recovery: number } => {
  const bytes = hexToBytes(signature.slice(2));
  if (bytes.length === COMPACT_BYTES) {
    // The top bit of `s` holds the recovery bit.
    const numbers = Uint8Array.from(bytes, (byte, index) => (index === COMPACT_BYTES / 2 ? byte & 0x7f : byte));
    return { numbers, recovery: (bytes[COMPACT_BYTES / 2] ?? 0) >> 7 };
  }
  const v = bytes[COMPACT_BYTES] ?? 0;
  if (v >= 35) return { numbers: bytes.subarray(0, COMPACT_BYTES), recovery: (v - 35) % 2 };
  return { numbers: bytes.subarray(0, COMPACT_BYTES), recovery: v >= 27 ? v - 27 : v };
};

/** Verifies a hex signature of an address's key over a personal message. `false` for a malformed signature. @see https://eips.ethereum.org/EIPS/eip-191 */
export const isEvmMessageSigned = ({ address, message, signature }: SignedText): boolean => {
  if (!isEcdsaSignature(signature)) return false;
  const { numbers, recovery } = parseSignature(signature);
  if (!isLowS(numbers)) return false;
  const signer = recoverSigner(hexToBytes(personalMessageHash(message).slice(2)), numbers, recovery);
  return signer !== null && isSameEvmAddress(signer, address);
};

/**
 * Verifies a hex signature of a contract account, deployed or counterfactual, over a personal message.
 * @throws any error of `ethCall` if the result is unknown
 */
export const isEvmMessageSignedByContract = ({ address, message, signature }: SignedText, ethCall: RunEthCall): Promise<boolean> =>
  isSignedByContract({ address, hash: personalMessageHash(message), signature }, ethCall);
