import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { toChecksumAddress } from '../../domain/account/evm-checksum.js';
import type { Eip155TestSigner } from './eip155-signer.js';

/**
 * Creates a message signer with a real key derived from a name. The same name gives the same key, so it is for tests only.
 * @see https://eips.ethereum.org/EIPS/eip-191
 */
export const eip155TestSigner = (name: string): Eip155TestSigner => {
  const secret = keccak_256(utf8ToBytes(`latchkey test key ${name}`));
  const address = toChecksumAddress(`0x${bytesToHex(keccak_256(secp256k1.getPublicKey(secret, false).subarray(1)).subarray(12))}`);
  return {
    address,
    signMessage: async ({ message }) => {
      const bytes = hexToBytes(message.raw.slice(2));
      const digest = keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes));
      const [recovery = 0, ...rest] = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' });
      return `0x${bytesToHex(Uint8Array.from([...rest, 27 + recovery]))}`;
    },
  };
};
