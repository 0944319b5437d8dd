import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberLE, numberToBytesLE } from '@noble/curves/utils.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { isStrictEd25519 } from '../../../../domain/signatures/strict-ed25519.js';
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

describe('isStrictEd25519', () => {
  it('lists points whose eightfold is the identity', () => {
    for (const point of SMALL_ORDER_POINTS) expect(ed25519.Point.fromHex(point).isSmallOrder()).toBe(true);
    expect(new Set(SMALL_ORDER_POINTS).size).toBe(8);
  });

  it('accepts a key and its signature', () => expect(isStrictEd25519(publicKey, signature)).toBe(true));

  it.each([...SMALL_ORDER_POINTS, ...NON_CANONICAL_POINTS])('rejects %s as a public key and as R', (point) => {
    expect(isStrictEd25519(hexToBytes(point), signature)).toBe(false);
    const forged = signatureWith(hexToBytes(point));
    expect(ed25519.verify(forged, message, publicKey, { zip215: true })).toBe(true);
    expect(isStrictEd25519(publicKey, forged)).toBe(false);
  });

  it('rejects an S of the group order or more', () => {
    const s = bytesToNumberLE(signature.subarray(32));
    for (const tooLarge of [ORDER, s + ORDER, 2n ** 256n - 1n])
      expect(isStrictEd25519(publicKey, concatBytes(signature.subarray(0, 32), numberToBytesLE(tooLarge, 32)))).toBe(false);
  });

  it('rejects a y that is no point, and other lengths', () => {
    expect(isStrictEd25519(Uint8Array.of(2, ...new Uint8Array(31)), signature)).toBe(false);
    expect(isStrictEd25519(publicKey.subarray(1), signature)).toBe(false);
    expect(isStrictEd25519(publicKey, signature.subarray(1))).toBe(false);
  });
});
