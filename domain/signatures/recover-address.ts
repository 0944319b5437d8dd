import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

const SIGNATURE = /^0x([0-9a-f]{128})(1b|1c)$/i;
const HASH = /^0x[0-9a-f]{64}$/i;

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

/**
 * Recovers the address of a signature, in lower case; `null` if the signature is invalid.
 * @param hash 32 bytes, hex
 * @param signature r, s, and 27 or 28: 65 bytes, hex
 */
export const recoverAddress = (hash: string, signature: string): `0x${string}` | null => {
  const [, compactSignature = '', parity = ''] = SIGNATURE.exec(signature) ?? [];
  if (compactSignature === '' || !HASH.test(hash)) return null;
  return recoverSigner(hexToBytes(hash.slice(2)), hexToBytes(compactSignature), parity.toLowerCase() === '1c' ? 1 : 0);
};
