import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519';
import { deriveHardened } from './dev-seed.js';
import type { NamespaceAccount } from './namespace.js';

/** Prefix of addresses that are of no network in particular. @see https://github.com/paritytech/ss58-registry */
export const GENERIC_PREFIX = 42;

/** A key of Polkadot, sr25519. Its address is the one of no network in particular. */
export interface PolkadotKey extends NamespaceAccount {
  readonly publicKeyBytes: Uint8Array;
  /** Signs bytes as they are; 64 bytes, other ones each time. */
  sign(message: Uint8Array): Uint8Array;
}

/** The address of a public key. @param prefix of the network, below 64 @see https://docs.polkadot.com/reference/parachains/accounts/ */
export const ss58Address = (publicKey: Uint8Array, prefix: number): string => {
  const body = concatBytes(Uint8Array.of(prefix), publicKey);
  const checksum = blake2b(concatBytes(utf8ToBytes('SS58PRE'), body), { dkLen: 64 }).subarray(0, 2);
  return base58.encode(concatBytes(body, checksum));
};

/** The public key of an address, whatever its network; `null` when it is none of 32 bytes. */
export const ss58PublicKey = (address: string): Uint8Array | null => {
  try {
    const bytes = base58.decode(address);
    const publicKey = bytes.subarray(-34, -2);
    // One or two bytes say the network; two guard against slips of the pen.
    const isWhole = bytes.length === 35 || bytes.length === 36;
    const expected = blake2b(concatBytes(utf8ToBytes('SS58PRE'), bytes.subarray(0, -2)), { dkLen: 64 }).subarray(0, 2);
    return isWhole && bytesToHex(expected) === bytesToHex(bytes.subarray(-2)) ? publicKey : null;
  } catch {
    return null;
  }
};

/** The key of an account, by its place from 0. @see https://github.com/satoshilabs/slips/blob/master/slip-0044.md for the 354 */
export const polkadotKey = (index: number): PolkadotKey => {
  const secret = secretFromSeed(deriveHardened([44, 354, index, 0, 0]));
  const publicKeyBytes = getPublicKey(secret);
  return {
    address: ss58Address(publicKeyBytes, GENERIC_PREFIX),
    publicKey: bytesToHex(publicKeyBytes),
    publicKeyBytes,
    sign: (message) => sign(secret, message),
  };
};
