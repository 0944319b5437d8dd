import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js';

const { ORDER } = secp256k1.Point.Fn;

/** The numbers of a signature with `-s` for `s`: they verify for the same key, with the other recovery bit. */
export const malleated = (numbers: Uint8Array): Uint8Array =>
  Uint8Array.of(...numbers.subarray(0, 32), ...numberToBytesBE(ORDER - bytesToNumberBE(numbers.subarray(32, 64)), 32));

/** The numbers of a signature with `s + n` for `s`, if that has 32 bytes, else with `n`. */
export const withLargeS = (numbers: Uint8Array): Uint8Array => {
  const s = bytesToNumberBE(numbers.subarray(32, 64)) + ORDER;
  return Uint8Array.of(...numbers.subarray(0, 32), ...numberToBytesBE(s < 2n ** 256n ? s : ORDER, 32));
};

/** The numbers of a signature with zero for `s`. */
export const withoutS = (numbers: Uint8Array): Uint8Array => Uint8Array.of(...numbers.subarray(0, 32), ...new Uint8Array(32));
