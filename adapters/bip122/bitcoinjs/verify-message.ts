import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import type { SignedMessage } from '../../../application/ports/chain-services.js';
import { type BitcoinAddress, readBitcoinAddressOn } from '../../../domain/account/bitcoin-address.js';
import { addressOf, chainIdOf } from '../../../domain/caip/caip-10.js';
import { belongsTo, hash160 } from './belongs-to.js';
import { messageDigests } from './bip322.js';
import { readWitness } from './read-witness.js';

/** Begins what is hashed of a message. @see BIP-137 */
const MAGIC = utf8ToBytes('\x18Bitcoin Signed Message:\n');
const SIGHASH_DEFAULT = 0x00;
const SIGHASH_ALL = 0x01;

/** A count in front of bytes. @see https://en.bitcoin.it/wiki/Protocol_documentation#Variable_length_integer */
const counted = (bytes: Uint8Array): Uint8Array => {
  const { length } = bytes;
  if (length < 0xfd) return concatBytes(Uint8Array.of(length), bytes);
  if (length <= 0xffff) return concatBytes(Uint8Array.of(0xfd, length & 0xff, length >> 8), bytes);
  return concatBytes(Uint8Array.of(0xfe, length & 0xff, (length >> 8) & 0xff, (length >> 16) & 0xff, length >>> 24), bytes);
};

/**
 * A signature with the key in it. Wallets differ in the header that they write for segwit addresses, so that only the key
 * behind it counts.
 * @see BIP-137
 */
const verifyRecoverable = (address: BitcoinAddress, message: string, signature: Uint8Array): boolean => {
  const header = (signature[0] ?? 0) - 27;
  if (header < 0 || header > 15) return false;
  const digest = sha256(sha256(concatBytes(MAGIC, counted(utf8ToBytes(message)))));
  const point = secp256k1.Signature.fromBytes(signature.subarray(1), 'compact')
    .addRecoveryBit(header & 3)
    .recoverPublicKey(digest);
  // The first four headers are those of uncompressed keys, which no segwit address has.
  const isCompressed = header >= 4;
  return (isCompressed || address.type === 'p2pkh') && belongsTo(address, point.toBytes(isCompressed));
};

/** The simple form: the witness of a transaction that spends nothing. @see BIP-322 */
const verifySimple = (address: BitcoinAddress, message: string, bytes: Uint8Array): boolean => {
  const witness = readWitness(bytes);
  const [signature, publicKey] = witness ?? [];
  if (signature === undefined) return false;
  if (address.type === 'p2tr') {
    if (witness?.length !== 1) return false;
    const [sighash = SIGHASH_DEFAULT] = signature.subarray(64);
    const isKnown = signature.length === 64 || (signature.length === 65 && sighash === SIGHASH_ALL);
    return (
      isKnown &&
      schnorr.verify(signature.subarray(0, 64), messageDigests(message, address.script).taproot(sighash), address.script.subarray(2))
    );
  }
  if (witness?.length !== 2 || publicKey?.length !== 33 || signature.at(-1) !== SIGHASH_ALL) return false;
  if (address.type === 'p2pkh' || !belongsTo(address, publicKey)) return false;
  const digest = messageDigests(message, address.script).segwit(hash160(publicKey));
  return secp256k1.verify(signature.subarray(0, -1), digest, publicKey, { prehash: false, format: 'der', lowS: true });
};

/**
 * Whether an address signed a text: a recoverable ECDSA signature (P2PKH, P2SH-P2WPKH, P2WPKH) or the simple form of
 * BIP-322 (P2SH-P2WPKH, P2WPKH, P2TR), in base64. `false` for whatever is no such thing. Asks nobody.
 * @throws LatchkeyError `address/…` when the account's address is none of its chain
 * @see BIP-137, BIP-322
 */
export const verifyMessage = async ({ account, message, signature }: SignedMessage): Promise<boolean> => {
  const address = readBitcoinAddressOn(addressOf(account), chainIdOf(account));
  try {
    const bytes = base64.decode(signature);
    return bytes.length === 65 && address.type !== 'p2tr'
      ? verifyRecoverable(address, message, bytes)
      : verifySimple(address, message, bytes);
  } catch {
    // What cannot be read as a signature, a key or a point is none.
    return false;
  }
};
