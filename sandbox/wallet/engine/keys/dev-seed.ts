import { hmac } from '@noble/hashes/hmac.js';
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The public phrase of development nodes, for local chains only.
 * @see https://getfoundry.sh/anvil
 */
export const DEV_MNEMONIC = 'test test test test test test test test test test test junk';

let seed: Uint8Array | null = null;

/** Returns the seed of the phrase, 64 bytes; derived on first use. @see BIP-39 */
export const devSeed = (): Uint8Array => {
  seed ??= pbkdf2(sha512, utf8ToBytes(DEV_MNEMONIC), utf8ToBytes('mnemonic'), { c: 2048, dkLen: 64 });
  return seed;
};

/** Offset of hardened indexes, required by ed25519. @see BIP-32 */
const HARDENED = 0x8000_0000;

/**
 * Derives a 32-byte key for curves that only support hardened derivation.
 * @param path indexes, all hardened
 * @see https://github.com/satoshilabs/slips/blob/master/slip-0010.md
 */
export const deriveHardened = (path: readonly number[]): Uint8Array => {
  let node = hmac(sha512, utf8ToBytes('ed25519 seed'), devSeed());
  for (const index of path) {
    const data = new Uint8Array(37);
    data.set(node.subarray(0, 32), 1);
    new DataView(data.buffer).setUint32(33, HARDENED + index);
    node = hmac(sha512, node.subarray(32), data);
  }
  return node.subarray(0, 32);
};
