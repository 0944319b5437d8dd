import { ed25519 } from '@noble/curves/ed25519.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEd25519Point } from '../../../../domain/account/ed25519-point.js';

const isPoint = (bytes: Uint8Array): boolean => {
  try {
    return ed25519.Point.fromBytes(bytes) !== undefined;
  } catch {
    return false;
  }
};

describe('points of ed25519', () => {
  it('are public keys, and half of all other bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        expect(isEd25519Point(ed25519.getPublicKey(bytes))).toBe(true);
        expect(isEd25519Point(bytes)).toBe(isPoint(bytes));
      }),
      { numRuns: 60 },
    );
  });

  it('have 32 bytes, and no number as large as the field', () => {
    expect([isEd25519Point(new Uint8Array(31)), isEd25519Point(new Uint8Array(33))]).toEqual([false, false]);
    expect(isEd25519Point(new Uint8Array(32).fill(0xff))).toBe(false);
    // 1, whose other coordinate is 0.
    expect(isEd25519Point(Uint8Array.from({ length: 32 }, (_, index) => Number(index === 0)))).toBe(true);
  });
});
