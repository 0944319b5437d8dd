import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberLE } from '@noble/curves/utils.js';

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** True for the canonical encoding of a point that is not of small order. */
const isStrictPoint = (bytes: Uint8Array): boolean => {
  try {
    return !ed25519.Point.fromBytes(bytes, false).isSmallOrder();
  } catch {
    return false;
  }
};

/**
 * Checks the encoding of an ed25519 public key A and signature (R, S) before their verification. `false` for a small-order or
 * non-canonical A or R, and for an S of the group order or more. A small-order key verifies signatures that no private key has made.
 * These are the rules of Solana, whose validators use `verify_strict`.
 * @see https://datatracker.ietf.org/doc/html/rfc8032#section-5.1.7
 * @see https://docs.rs/ed25519-dalek/latest/ed25519_dalek/struct.VerifyingKey.html#method.verify_strict
 */
export const isStrictEd25519 = (publicKey: Uint8Array, signature: Uint8Array): boolean =>
  publicKey.length === KEY_BYTES &&
  signature.length === SIGNATURE_BYTES &&
  bytesToNumberLE(signature.subarray(KEY_BYTES)) < ed25519.Point.Fn.ORDER &&
  isStrictPoint(publicKey) &&
  isStrictPoint(signature.subarray(0, KEY_BYTES));
