import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { equalBytes } from '@noble/curves/utils.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { Transaction } from 'bitcoinjs-lib';
import type { SignatureVerdict, SignedMessage } from '../../../application/ports/chain-services.js';
import { type BitcoinAddress, parseBitcoinAddressOn } from '../../../domain/account/bitcoin-address.js';
import { addressOf, chainIdOf } from '../../../domain/caip/caip-10.js';

/** Hash of public keys and scripts in addresses. @see https://en.bitcoin.it/wiki/BIP_0016 */
const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));

/** Checks that a single-key address (P2PKH, P2WPKH or P2SH-P2WPKH) belongs to a public key. */
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

/** Digests to sign, by address type. */
interface MessageDigests {
  /** For a key with this hash. @see BIP-143 */
  segwit(publicKeyHash: Uint8Array): Uint8Array;
  /** @param sighash 0 or 1 @see BIP-341 */
  taproot(sighash: number): Uint8Array;
}

/** The virtual transactions of BIP-322: builds `to_spend`, returns `to_sign`. */
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

/** BIP-322 digests of a message for an output script. */
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

/** Parses a single-key witness: a count, then length-prefixed items. `null` for missing or trailing bytes. @see BIP-144 */
const readWitness = (bytes: Uint8Array): readonly Uint8Array[] | null => {
  const [count = 0] = bytes;
  const items: Uint8Array[] = [];
  let at = 1;
  for (let index = 0; index < count; index += 1) {
    const length = bytes[at] ?? 0xfd;
    // Keys and signatures are shorter.
    if (length >= 0xfd || at + 1 + length > bytes.length) return null;
    items.push(bytes.subarray(at + 1, at + 1 + length));
    at += 1 + length;
  }
  return at === bytes.length ? items : null;
};

/** Prefix of a signed message. @see BIP-137 */
const MAGIC = utf8ToBytes('\x18Bitcoin Signed Message:\n');
const SIGHASH_DEFAULT = 0x00;
const SIGHASH_ALL = 0x01;

/** Prefixes bytes with their length. @see https://en.bitcoin.it/wiki/Protocol_documentation#Variable_length_integer */
const withVarInt = (bytes: Uint8Array): Uint8Array => {
  const { length } = bytes;
  if (length < 0xfd) return concatBytes(Uint8Array.of(length), bytes);
  if (length <= 0xffff) return concatBytes(Uint8Array.of(0xfd, length & 0xff, length >> 8), bytes);
  return concatBytes(Uint8Array.of(0xfe, length & 0xff, (length >> 8) & 0xff, (length >> 16) & 0xff, length >>> 24), bytes);
};

/**
 * Verifies a recoverable signature. Wallets disagree on the header for segwit addresses, so only the recovered key counts.
 * @see BIP-137
 */
const verifyRecoverable = (address: BitcoinAddress, message: string, signature: Uint8Array): boolean => {
  const header = (signature[0] ?? 0) - 27;
  if (header < 0 || header > 15) return false;
  const digest = sha256(sha256(concatBytes(MAGIC, withVarInt(utf8ToBytes(message)))));
  const point = secp256k1.Signature.fromBytes(signature.subarray(1), 'compact')
    .addRecoveryBit(header & 3)
    .recoverPublicKey(digest);
  // The first four headers are for uncompressed keys, which segwit does not allow.
  const isCompressed = header >= 4;
  return (isCompressed || address.type === 'p2pkh') && belongsTo(address, point.toBytes(isCompressed));
};

/** Verifies the simple format: the witness of `to_sign`. @see BIP-322 */
const verifySimple = (address: BitcoinAddress, message: string, bytes: Uint8Array): boolean => {
  const witness = readWitness(bytes);
  const [signature, publicKey] = witness ?? [];
  if (signature === undefined) return false;
  if (address.type === 'p2tr') {
    if (witness?.length !== 1) return false;
    const [sighash = SIGHASH_DEFAULT] = signature.subarray(64);
    const isSupported = signature.length === 64 || (signature.length === 65 && sighash === SIGHASH_ALL);
    return (
      isSupported &&
      schnorr.verify(signature.subarray(0, 64), messageDigests(message, address.script).taproot(sighash), address.script.subarray(2))
    );
  }
  if (witness?.length !== 2 || publicKey?.length !== 33 || signature.at(-1) !== SIGHASH_ALL) return false;
  if (address.type === 'p2pkh' || !belongsTo(address, publicKey)) return false;
  const digest = messageDigests(message, address.script).segwit(hash160(publicKey));
  return secp256k1.verify(signature.subarray(0, -1), digest, publicKey, { prehash: false, format: 'der', lowS: true });
};

/**
 * Verifies a base64 message signature: recoverable ECDSA (P2PKH, P2SH-P2WPKH, P2WPKH) or BIP-322 simple (P2SH-P2WPKH, P2WPKH, P2TR).
 * `false` for anything else. Needs no network.
 * @throws LatchkeyError `address/…` when the account's address is not valid on its chain
 * @see BIP-137, BIP-322
 */
export const verifyMessage = async ({ account, message, signature }: SignedMessage): Promise<boolean> => {
  const address = parseBitcoinAddressOn(addressOf(account), chainIdOf(account));
  try {
    const bytes = base64.decode(signature);
    return bytes.length === 65 && address.type !== 'p2tr'
      ? verifyRecoverable(address, message, bytes)
      : verifySimple(address, message, bytes);
  } catch {
    // A malformed signature, key or point is invalid.
    return false;
  }
};

/** Length of a recoverable signature. @see BIP-137 */
const RECOVERABLE_BYTES = 65;

/**
 * Verifies an account signature from a wallet. A verdict is possible for single-key addresses with a recoverable or BIP-322 simple
 * signature. Multisig scripts and the BIP-322 full format are not supported.
 * @throws LatchkeyError `address/…` when the account's address is not valid on its chain
 * @see BIP-137, BIP-322
 */
export const verifySignature = async (signed: SignedMessage): Promise<SignatureVerdict> => {
  if (await verifyMessage(signed)) return 'own';
  const address = parseBitcoinAddressOn(addressOf(signed.account), chainIdOf(signed.account));
  const bytes = base64.decode(signed.signature);
  const isRecoverable = bytes.length === RECOVERABLE_BYTES;
  const items = readWitness(bytes)?.length;
  const isSingleKeySignature = {
    p2pkh: isRecoverable,
    p2wpkh: isRecoverable || items === 2,
    // Only the public key shows that it is a single-key address.
    p2sh: (isRecoverable || items === 2) && signed.publicKey !== undefined && belongsTo(address, hexToBytes(signed.publicKey)),
    p2tr: items === 1,
    p2wsh: false,
    witness: false,
  }[address.type];
  return isSingleKeySignature ? 'foreign' : 'unknown';
};
