import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { bech32, bech32m, createBase58check } from '@scure/base';

/** @see BIP-44, BIP-49, BIP-84, BIP-86 */
export type Bip122TestAddressType = 'p2pkh' | 'p2sh-p2wpkh' | 'p2wpkh' | 'p2tr';

/** The network that an address is encoded for. */
export type Bip122TestNetwork = 'main' | 'test' | 'regtest';

/** A key of a test wallet and its address. */
export interface Bip122TestKey {
  readonly type: Bip122TestAddressType;
  readonly secret: Uint8Array;
  /** 33 bytes; the internal key for P2TR. */
  readonly publicKey: Uint8Array;
  /** The output script of the address. */
  readonly script: Uint8Array;
  addressOn(network: Bip122TestNetwork): string;
}

const base58check = createBase58check(sha256);
const HRP: Readonly<Record<Bip122TestNetwork, string>> = { main: 'bc', test: 'tb', regtest: 'bcrt' };

const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));

const concatBytes = (...chunks: readonly (number | Uint8Array)[]): Uint8Array =>
  Uint8Array.from(chunks.flatMap((chunk) => (typeof chunk === 'number' ? [chunk] : [...chunk])));

/** Tweak of the internal key for a taproot output without scripts. @see BIP-341 */
const tweakOf = (internal: Uint8Array): bigint => BigInt(`0x${bytesToHex(schnorr.utils.taggedHash('TapTweak', internal))}`);

/** Returns the tweaked secret key that signs for the taproot address of a key. */
export const taprootSecret = (secret: Uint8Array): Uint8Array => {
  const { Fn } = secp256k1.Point;
  const point = secp256k1.Point.BASE.multiply(Fn.fromBytes(secret));
  const even = point.y % 2n === 0n ? Fn.fromBytes(secret) : Fn.neg(Fn.fromBytes(secret));
  return Fn.toBytes(Fn.add(even, Fn.create(tweakOf(point.toBytes(true).subarray(1)))));
};

const programOf = (type: Bip122TestAddressType, publicKey: Uint8Array, secret: Uint8Array): Uint8Array => {
  if (type === 'p2tr') return schnorr.getPublicKey(taprootSecret(secret));
  return type === 'p2sh-p2wpkh' ? hash160(concatBytes(0x00, 0x14, hash160(publicKey))) : hash160(publicKey);
};

const scriptOf = (type: Bip122TestAddressType, program: Uint8Array): Uint8Array => {
  switch (type) {
    case 'p2pkh':
      return concatBytes(0x76, 0xa9, 0x14, program, 0x88, 0xac);
    case 'p2sh-p2wpkh':
      return concatBytes(0xa9, 0x14, program, 0x87);
    case 'p2wpkh':
      return concatBytes(0x00, 0x14, program);
    case 'p2tr':
      return concatBytes(0x51, 0x20, program);
  }
};

const encode = (type: Bip122TestAddressType, program: Uint8Array, network: Bip122TestNetwork): string => {
  if (type === 'p2pkh') return base58check.encode(concatBytes(network === 'main' ? 0x00 : 0x6f, program));
  if (type === 'p2sh-p2wpkh') return base58check.encode(concatBytes(network === 'main' ? 0x05 : 0xc4, program));
  const version = type === 'p2tr' ? 1 : 0;
  const code = version === 0 ? bech32 : bech32m;
  return code.encode(HRP[network], [version, ...code.toWords(program)]);
};

/**
 * Creates a key of a test wallet. The same seed gives the same key.
 * @param seed any text, or the 32 bytes of the secret key
 */
export const bip122TestKey = (type: Bip122TestAddressType, seed: string | Uint8Array): Bip122TestKey => {
  const secret = typeof seed === 'string' ? sha256(new TextEncoder().encode(`latchkey test key ${seed}`)) : seed;
  const publicKey = secp256k1.getPublicKey(secret, true);
  const program = programOf(type, publicKey, secret);
  return { type, secret, publicKey, script: scriptOf(type, program), addressOn: (network) => encode(type, program, network) };
};
