import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * Hash of a personal message: prefix, length in bytes of UTF-8, and text. Hex with `0x`.
 * @see https://eips.ethereum.org/EIPS/eip-191#version-0x45-e
 */
export const personalMessageHash = (text: string): `0x${string}` => {
  const bytes = utf8ToBytes(text);
  return `0x${bytesToHex(keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes)))}`;
};
