import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE } from '@noble/curves/utils.js';

/** The largest `s` of an ECDSA signature whose `-s` is larger. */
const HALF_ORDER = secp256k1.Point.Fn.ORDER >> 1n;

/**
 * Tests for the smaller of the two values of `s` that verify for the same key, which all wallets use. Otherwise anyone can make a second
 * signature from the first.
 * @param numbers r and s: 64 bytes
 * @see BIP-146, https://eips.ethereum.org/EIPS/eip-2
 */
export const isLowS = (numbers: Uint8Array): boolean => bytesToNumberBE(numbers.subarray(32, 64)) <= HALF_ORDER;
