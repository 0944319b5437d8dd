import { schnorr } from '@noble/curves/secp256k1.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { Transaction } from 'bitcoinjs-lib';

/** @see BIP-322 */
const TAG = 'BIP0322-signed-message';
const NO_OUTPUT = 0xffff_ffff;
const OP_RETURN = Uint8Array.of(0x6a);

/** What is signed of a message, by kind of address. */
export interface MessageDigests {
  /** By a key with this hash. @see BIP-143 */
  segwit(publicKeyHash: Uint8Array): Uint8Array;
  /** @param sighash 0 or 1 @see BIP-341 */
  taproot(sighash: number): Uint8Array;
}

/** The two transactions that stand for a message: one that could be spent by the address, and one that spends it. */
const transactionsOf = (message: string, script: Uint8Array): Transaction => {
  const toSpend = new Transaction();
  toSpend.version = 0;
  const hash = schnorr.utils.taggedHash(TAG, utf8ToBytes(message));
  toSpend.addInput(new Uint8Array(32), NO_OUTPUT, 0, concatBytes(Uint8Array.of(0x00, 0x20), hash));
  toSpend.addOutput(script, 0n);
  const toSign = new Transaction();
  toSign.version = 0;
  toSign.addInput(toSpend.getHash(), 0, 0);
  toSign.addOutput(OP_RETURN, 0n);
  return toSign;
};

/** What an address with this script signs for a text. @see BIP-322 */
export const messageDigests = (message: string, script: Uint8Array): MessageDigests => {
  const toSign = transactionsOf(message, script);
  return {
    segwit: (publicKeyHash) => {
      const code = concatBytes(Uint8Array.of(0x76, 0xa9, 0x14), publicKeyHash, Uint8Array.of(0x88, 0xac));
      return toSign.hashForWitnessV0(0, code, 0n, Transaction.SIGHASH_ALL);
    },
    taproot: (sighash) => toSign.hashForWitnessV1(0, [script], [0n], sighash),
  };
};
