import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

/** The curve secp256k1: y² = x³ + 7 over a prime field. @see https://www.secg.org/sec2-v2.pdf section 2.4.1 */
const FIELD = 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2fn;
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const B = 7n;

/** A point in Jacobian coordinates: x / z², y / z³. The one at infinity has z = 0. */
interface Point {
  readonly x: bigint;
  readonly y: bigint;
  readonly z: bigint;
}

const BASE: Point = {
  x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
  z: 1n,
};
const INFINITY: Point = { x: 1n, y: 1n, z: 0n };

const mod = (value: bigint, modulus = FIELD): bigint => {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
};

const power = (base: bigint, exponent: bigint, modulus = FIELD): bigint => {
  let [result, square] = [1n, mod(base, modulus)];
  for (let left = exponent; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = mod(result * square, modulus);
    square = mod(square * square, modulus);
  }
  return result;
};

/** Fermat: both moduli are prime. */
const inverse = (value: bigint, modulus = FIELD): bigint => power(value, modulus - 2n, modulus);

const double = ({ x, y, z }: Point): Point => {
  const [a, b] = [mod(x * x), mod(y * y)];
  const c = mod(b * b);
  const d = mod(2n * ((x + b) ** 2n - a - c));
  const e = 3n * a;
  const newX = mod(e * e - 2n * d);
  return { x: newX, y: mod(e * (d - newX) - 8n * c), z: mod(2n * y * z) };
};

const add = (one: Point, two: Point): Point => {
  if (one.z === 0n) return two;
  if (two.z === 0n) return one;
  const [z1, z2] = [mod(one.z * one.z), mod(two.z * two.z)];
  const [u1, u2] = [mod(one.x * z2), mod(two.x * z1)];
  const [s1, s2] = [mod(one.y * two.z * z2), mod(two.y * one.z * z1)];
  const [h, r] = [mod(u2 - u1), mod(s2 - s1)];
  if (h === 0n) return r === 0n ? double(one) : INFINITY;
  const hh = mod(h * h);
  const [hhh, v] = [mod(h * hh), mod(u1 * hh)];
  const x = mod(r * r - hhh - 2n * v);
  return { x, y: mod(r * (v - x) - s1 * hhh), z: mod(one.z * two.z * h) };
};

const BITS = 256;

/** a · P + b · Q, bit by bit. Nothing in it is secret, so that it may take as long as its bits say. */
const combine = (a: bigint, p: Point, b: bigint, q: Point): Point => {
  const sum = add(p, q);
  let result = INFINITY;
  for (let bit = BigInt(BITS - 1); bit >= 0n; bit -= 1n) {
    result = double(result);
    const [ofA, ofB] = [(a >> bit) & 1n, (b >> bit) & 1n];
    if (ofA + ofB === 2n) result = add(result, sum);
    else if (ofA === 1n) result = add(result, p);
    else if (ofB === 1n) result = add(result, q);
  }
  return result;
};

/** The point of a coordinate x; `null` where the curve has none. */
const lift = (x: bigint, isOdd: boolean): Point | null => {
  const square = mod(x ** 3n + B);
  const root = power(square, (FIELD + 1n) / 4n);
  if (mod(root * root) !== square) return null;
  return { x, y: ((root & 1n) === 1n) === isOdd ? root : FIELD - root, z: 1n };
};

const SIGNATURE = /^0x([0-9a-f]{64})([0-9a-f]{64})(1b|1c)$/i;
const HASH = /^0x[0-9a-f]{64}$/i;

const hex = (value: bigint): string => value.toString(16).padStart(64, '0');

/**
 * The address whose key made a signature, in lower case; `null` where no key can have made it. It works on public values only.
 * @param hash 32 bytes, hex
 * @param signature r, s, and 27 or 28: 65 bytes, hex
 * @see https://www.secg.org/sec1-v2.pdf section 4.1.6
 * @see https://ethereum.github.io/yellowpaper/paper.pdf appendix F
 */
export const recoverAddress = (hash: string, signature: string): `0x${string}` | null => {
  const parts = SIGNATURE.exec(signature);
  if (parts === null || !HASH.test(hash)) return null;
  const [, first = '', second = '', parity = ''] = parts;
  const [r, s, z] = [BigInt(`0x${first}`), BigInt(`0x${second}`), BigInt(hash)];
  if (r === 0n || r >= ORDER || s === 0n || s >= ORDER) return null;
  const point = lift(r, parity.toLowerCase() === '1c');
  if (point === null) return null;
  const share = inverse(r, ORDER);
  const key = combine(mod(-z * share, ORDER), BASE, mod(s * share, ORDER), point);
  if (key.z === 0n) return null;
  const scale = inverse(key.z);
  const [x, y] = [mod(key.x * scale ** 2n), mod(key.y * scale ** 3n)];
  return `0x${bytesToHex(keccak_256(hexToBytes(hex(x) + hex(y))).slice(-20))}`;
};
