import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberLE, numberToBytesLE } from '@noble/curves/utils.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { verifyEd25519 } from '../../../../domain/signatures/verify-ed25519.js';
import { NON_CANONICAL_POINTS, SMALL_ORDER_POINTS } from '../../../vectors/ed25519-small-order.js';

const secretKey = new Uint8Array(32).fill(7);
const publicKey = ed25519.getPublicKey(secretKey);
const message = new TextEncoder().encode('hello');
const signature = ed25519.sign(message, secretKey);
const ORDER = ed25519.Point.Fn.ORDER;

/** A signature of the key's owner with the given R, which satisfies the cofactored equation. */
const signatureWith = (r: Uint8Array): Uint8Array => {
  const { scalar } = ed25519.utils.getExtendedPublicKey(secretKey);
  const k = bytesToNumberLE(sha512(concatBytes(r, publicKey, message))) % ORDER;
  return concatBytes(r, numberToBytesLE((k * scalar) % ORDER, 32));
};

/** A signature without a secret: R is S times the base point, which satisfies the cofactored equation for each key of small order. */
const FORGED = concatBytes(ed25519.Point.BASE.multiply(7n).toBytes(), numberToBytesLE(7n, 32));

describe('verifyEd25519', () => {
  it('lists points whose eightfold is the identity', () => {
    for (const point of SMALL_ORDER_POINTS) expect(ed25519.Point.fromHex(point).isSmallOrder()).toBe(true);
    expect(new Set(SMALL_ORDER_POINTS).size).toBe(8);
  });

  it('accepts the signature of a key, for its message', () => {
    expect(verifyEd25519(signature, message, publicKey)).toBe(true);
    expect(verifyEd25519(signature, Uint8Array.of(...message, 0), publicKey)).toBe(false);
  });

  it.each([...SMALL_ORDER_POINTS, ...NON_CANONICAL_POINTS])('rejects %s as a public key and as R', (point) => {
    for (const [forged, key] of [
      [FORGED, hexToBytes(point)],
      [signatureWith(hexToBytes(point)), publicKey],
    ] as const) {
      expect(ed25519.verify(forged, message, key, { zip215: true })).toBe(true);
      expect(verifyEd25519(forged, message, key)).toBe(false);
    }
  });

  it('rejects an S of the group order or more', () => {
    const s = bytesToNumberLE(signature.subarray(32));
    for (const tooLarge of [ORDER, s + ORDER, 2n ** 256n - 1n])
      expect(verifyEd25519(concatBytes(signature.subarray(0, 32), numberToBytesLE(tooLarge, 32)), message, publicKey)).toBe(false);
  });

  it('rejects a y that is no point', () => {
    expect(verifyEd25519(signature, message, Uint8Array.of(2, ...new Uint8Array(31)))).toBe(false);
  });

  it('throws for other lengths', () => {
    expect(() => verifyEd25519(signature, message, publicKey.subarray(1))).toThrow();
    expect(() => verifyEd25519(signature.subarray(1), message, publicKey)).toThrow();
  });
});
