import { ED25519_TORSION_SUBGROUP, ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const KEY_BYTES = 32;

/**
 * Verifies an ed25519 signature (R, S) of a public key A by the rules of Solana, whose validators use `verify_strict`. `false` for a
 * small-order or non-canonical A or R, and for an S of the group order or more: a small-order key verifies signatures that no private key
 * has made.
 * @throws any error of the curve library if key or signature have another length
 * @see https://datatracker.ietf.org/doc/html/rfc8032#section-5.1.7
 * @see https://docs.rs/ed25519-dalek/latest/ed25519_dalek/struct.VerifyingKey.html#method.verify_strict
 */
export const verifyEd25519 = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean =>
  // `zip215: false` includes all of these rules but that for a small-order R, which has one of eight canonical encodings.
  ed25519.verify(signature, message, publicKey, { zip215: false }) &&
  !ED25519_TORSION_SUBGROUP.includes(bytesToHex(signature.subarray(0, KEY_BYTES)));
