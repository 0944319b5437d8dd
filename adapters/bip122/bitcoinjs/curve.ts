import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { initEccLib } from 'bitcoinjs-lib';

const numberOf = (bytes: Uint8Array): bigint => bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** Gives bitcoinjs-lib the curve that it wants for taproot: in JavaScript, without WebAssembly. @see BIP-341 */
export const giveCurve = (): void => {
  initEccLib({
    isXOnlyPoint: (point) => {
      try {
        schnorr.utils.lift_x(numberOf(point));
        return true;
      } catch {
        return false;
      }
    },
    xOnlyPointAddTweak: (point, tweak) => {
      const { Fn, BASE } = secp256k1.Point;
      const sum = schnorr.utils.lift_x(numberOf(point)).add(BASE.multiplyUnsafe(Fn.create(numberOf(tweak))));
      // The one point that is none.
      if (sum.is0()) return null;
      return { parity: sum.y % 2n === 0n ? 0 : 1, xOnlyPubkey: sum.toBytes(true).subarray(1) };
    },
  });
};
