import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { equalBytes } from '@noble/curves/utils.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { Transaction } from 'bitcoinjs-lib';
import type { SignatureVerdict, SignedMessage } from '../../../application/ports/chain-services.js';
import { type BitcoinAddress, readBitcoinAddressOn } from '../../../domain/account/bitcoin-address.js';
import { addressOf, chainIdOf } from '../../../domain/caip/caip-10.js';

/** What addresses are made of keys by. @see https://en.bitcoin.it/wiki/BIP_0016 */
const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));

/** Whether an address is that of one key: P2PKH, P2WPKH, or P2SH of P2WPKH. */
const belongsTo = ({ type, script }: BitcoinAddress, publicKey: Uint8Array): boolean => {
  const hash = hash160(publicKey);
  if (type === 'p2pkh') return equalBytes(script.subarray(3, 23), hash);
  if (type === 'p2wpkh') return equalBytes(script.subarray(2), hash);
  return type === 'p2sh' && equalBytes(script.subarray(2, 22), hash160(concatBytes(Uint8Array.of(0x00, 0x14), hash)));
};

/** @see BIP-322 */
const TAG = 'BIP0322-signed-message';
const NO_OUTPUT = 0xffff_ffff;
const OP_RETURN = Uint8Array.of(0x6a);

/** What is signed of a message, by kind of address. */
interface MessageDigests {
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
const messageDigests = (message: string, script: Uint8Array): MessageDigests => {
  const toSign = transactionsOf(message, script);
  return {
    segwit: (publicKeyHash) => {
      const code = concatBytes(Uint8Array.of(0x76, 0xa9, 0x14), publicKeyHash, Uint8Array.of(0x88, 0xac));
      return toSign.hashForWitnessV0(0, code, 0n, Transaction.SIGHASH_ALL);
    },
    taproot: (sighash) => toSign.hashForWitnessV1(0, [script], [0n], sighash),
  };
};

/** Reads a witness of one key: a count, then each item with its length. `null` when there is more or less. @see BIP-144 */
const readWitness = (bytes: Uint8Array): readonly Uint8Array[] | null => {
  const [count = 0] = bytes;
  const items: Uint8Array[] = [];
  let at = 1;
  for (let index = 0; index < count; index += 1) {
    const length = bytes[at] ?? 0xfd;
    // Neither a key nor a signature is that long.
    if (length >= 0xfd || at + 1 + length > bytes.length) return null;
    items.push(bytes.subarray(at + 1, at + 1 + length));
    at += 1 + length;
  }
  return at === bytes.length ? items : null;
};

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

/** A signature with the key in it. @see BIP-137 */
const RECOVERABLE_BYTES = 65;

/**
 * Judges what a wallet gave as an address's signature. It can be told where one key stands behind the address and the signature has a form of
 * such a key: a recoverable one, or the simple form of BIP-322. Scripts of several keys and the full form are not known here.
 * @throws LatchkeyError `address/…` when the account's address is none of its chain
 * @see BIP-137, BIP-322
 */
export const judgeSignature = async (signed: SignedMessage): Promise<SignatureVerdict> => {
  if (await verifyMessage(signed)) return 'own';
  const address = readBitcoinAddressOn(addressOf(signed.account), chainIdOf(signed.account));
  const bytes = base64.decode(signed.signature);
  const isRecoverable = bytes.length === RECOVERABLE_BYTES;
  const items = readWitness(bytes)?.length;
  const isOfKey = {
    p2pkh: isRecoverable,
    p2wpkh: isRecoverable || items === 2,
    // Whether one key stands behind it only that key tells.
    p2sh: (isRecoverable || items === 2) && signed.publicKey !== undefined && belongsTo(address, hexToBytes(signed.publicKey)),
    p2tr: items === 1,
    p2wsh: false,
    witness: false,
  }[address.type];
  return isOfKey ? 'foreign' : 'unknown';
};
