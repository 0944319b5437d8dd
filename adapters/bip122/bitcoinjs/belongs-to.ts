import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import type { BitcoinAddress } from '../../../domain/account/bitcoin-address.js';
import { isSameBytes } from './is-same-bytes.js';

/** What addresses are made of keys by. @see https://en.bitcoin.it/wiki/BIP_0016 */
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));

/** Whether an address is that of one key: P2PKH, P2WPKH, or P2SH of P2WPKH. */
export const belongsTo = ({ type, script }: BitcoinAddress, publicKey: Uint8Array): boolean => {
  const hash = hash160(publicKey);
  if (type === 'p2pkh') return isSameBytes(script.subarray(3, 23), hash);
  if (type === 'p2wpkh') return isSameBytes(script.subarray(2), hash);
  return type === 'p2sh' && isSameBytes(script.subarray(2, 22), hash160(concatBytes(Uint8Array.of(0x00, 0x14), hash)));
};
