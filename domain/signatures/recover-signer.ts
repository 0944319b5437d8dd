import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * Recovers the address of a hash's signer, in lower case; `null` if the signature is invalid.
 * @param hash 32 bytes
 * @param compactSignature r and s: 64 bytes
 * @param recovery 0 to 3
 * @see https://www.secg.org/sec1-v2.pdf section 4.1.6
 * @see https://ethereum.github.io/yellowpaper/paper.pdf appendix F
 */
export const recoverSigner = (hash: Uint8Array, compactSignature: Uint8Array, recovery: number): `0x${string}` | null => {
  try {
    const key = secp256k1.Signature.fromBytes(compactSignature, 'compact').addRecoveryBit(recovery).recoverPublicKey(hash);
    return `0x${bytesToHex(keccak_256(key.toBytes(false).subarray(1)).subarray(12))}`;
  } catch {
    // The numbers are out of range or not on the curve.
    return null;
  }
};
