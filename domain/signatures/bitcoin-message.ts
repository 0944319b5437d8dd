import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { equalBytes } from '@noble/curves/utils.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { type BitcoinAddress, parseBitcoinAddressOn } from '../account/bitcoin-address.js';
import { attempt } from '../wire.js';
import { isLowS } from './low-s.js';
import type { SignedText } from './signed-text.js';

/** Hash of transactions and signature digests. */
const sha256d = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));

/** Hash of public keys and scripts in addresses. @see https://en.bitcoin.it/wiki/BIP_0016 */
const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));

/** Checks that a single-key address (P2PKH, P2WPKH or P2SH-P2WPKH) belongs to a public key. */
const belongsTo = ({ type, script }: BitcoinAddress, publicKey: Uint8Array): boolean => {
  const hash = hash160(publicKey);
  if (type === 'p2pkh') return equalBytes(script.subarray(3, 23), hash);
  if (type === 'p2wpkh') return equalBytes(script.subarray(2), hash);
  return type === 'p2sh' && equalBytes(script.subarray(2, 22), hash160(concatBytes(Uint8Array.of(0x00, 0x14), hash)));
};

/** Prefixes bytes with their length. @see https://en.bitcoin.it/wiki/Protocol_documentation#Variable_length_integer */
const withVarInt = (bytes: Uint8Array): Uint8Array => {
  const { length } = bytes;
  if (length < 0xfd) return concatBytes(Uint8Array.of(length), bytes);
  if (length <= 0xffff) return concatBytes(Uint8Array.of(0xfd, length & 0xff, length >> 8), bytes);
  return concatBytes(Uint8Array.of(0xfe, length & 0xff, (length >> 8) & 0xff, (length >> 16) & 0xff, length >>> 24), bytes);
};

/** Zero as an integer of 4 bytes (version, lock time, sequence, index) and of 8 bytes (amount). */
const [ZERO_4, ZERO_8] = [new Uint8Array(4), new Uint8Array(8)];
const NO_OUTPUT = Uint8Array.of(0xff, 0xff, 0xff, 0xff);
const ONE = Uint8Array.of(1);
/** The output of `to_sign`: no amount, OP_RETURN. */
const TO_SIGN_OUTPUT = concatBytes(ZERO_8, withVarInt(Uint8Array.of(0x6a)));

/** The first output of `to_spend`, which `to_sign` spends: transaction id and index. @see BIP-322 */
const outPointOf = (message: string, script: Uint8Array): Uint8Array => {
  const hash = schnorr.utils.taggedHash('BIP0322-signed-message', utf8ToBytes(message));
  const input = concatBytes(new Uint8Array(32), NO_OUTPUT, withVarInt(concatBytes(Uint8Array.of(0x00, 0x20), hash)), ZERO_4);
  const toSpend = concatBytes(ZERO_4, ONE, input, ONE, ZERO_8, withVarInt(script), ZERO_4);
  return concatBytes(sha256d(toSpend), ZERO_4);
};

const SIGHASH_DEFAULT = 0x00;
const SIGHASH_ALL = 0x01;

/** Digest of `to_sign` for a P2WPKH key. @see BIP-143 */
const segwitDigest = (message: string, script: Uint8Array, publicKeyHash: Uint8Array): Uint8Array => {
  const outPoint = outPointOf(message, script);
  const code = concatBytes(Uint8Array.of(0x76, 0xa9, 0x14), publicKeyHash, Uint8Array.of(0x88, 0xac));
  const hashes = [sha256d(outPoint), sha256d(ZERO_4)];
  const spent = [outPoint, withVarInt(code), ZERO_8, ZERO_4];
  return sha256d(concatBytes(ZERO_4, ...hashes, ...spent, sha256d(TO_SIGN_OUTPUT), ZERO_4, Uint8Array.of(SIGHASH_ALL, 0, 0, 0)));
};

/** Digest of `to_sign` for a key path. @param sighash default or all, which sign the same @see BIP-341 */
const taprootDigest = (message: string, script: Uint8Array, sighash: number): Uint8Array => {
  const epochAndType = Uint8Array.of(0x00, sighash);
  const inputs = [outPointOf(message, script), ZERO_8, withVarInt(script), ZERO_4].map(sha256);
  return schnorr.utils.taggedHash(
    'TapSighash',
    concatBytes(epochAndType, ZERO_4, ZERO_4, ...inputs, sha256(TO_SIGN_OUTPUT), Uint8Array.of(0x00), ZERO_4),
  );
};

/** Parses a single-key witness: a count, then length-prefixed items. `null` for missing or trailing bytes. @see BIP-144 */
const readWitness = (bytes: Uint8Array): readonly Uint8Array[] | null => {
  const [count = 0] = bytes;
  const items: Uint8Array[] = [];
  let at = 1;
  for (let index = 0; index < count; index += 1) {
    // Keys and signatures are so short that their length has one byte.
    const end = at + 1 + (bytes[at] ?? 0);
    items.push(bytes.subarray(at + 1, end));
    at = end;
  }
  return at === bytes.length ? items : null;
};

/** Prefix of a signed message. @see BIP-137 */
const MAGIC = utf8ToBytes('\x18Bitcoin Signed Message:\n');

/** Length of a recoverable signature. @see BIP-137 */
const RECOVERABLE_BYTES = 65;

/**
 * Verifies a recoverable signature. Wallets disagree on the header for segwit addresses, so only the recovered key counts.
 * @see BIP-137
 */
const verifyRecoverable = (address: BitcoinAddress, message: string, signature: Uint8Array): boolean => {
  const header = (signature[0] ?? 0) - 27;
  const numbers = signature.subarray(1);
  if (header < 0 || header > 15 || !isLowS(numbers)) return false;
  const digest = sha256d(concatBytes(MAGIC, withVarInt(utf8ToBytes(message))));
  const point = secp256k1.Signature.fromBytes(numbers, 'compact')
    .addRecoveryBit(header & 3)
    .recoverPublicKey(digest);
  // The first four headers are for uncompressed keys, which segwit does not allow.
  const isCompressed = header >= 4;
  return (isCompressed || address.type === 'p2pkh') && belongsTo(address, point.toBytes(isCompressed));
};

/** Optional prefix of the simple format. No base64 of another signature starts like this: its first byte would be 0xb2. @see BIP-322 */
const SIMPLE_PREFIX = 'smp';

/** Decodes a signature in base64, with or without the prefix. @throws any error of the base64 library */
const decodeSignature = (text: string): { readonly bytes: Uint8Array; readonly isRecoverable: boolean } => {
  const isMarkedSimple = text.startsWith(SIMPLE_PREFIX);
  const bytes = base64.decode(isMarkedSimple ? text.slice(SIMPLE_PREFIX.length) : text);
  return { bytes, isRecoverable: !isMarkedSimple && bytes.length === RECOVERABLE_BYTES };
};

/** Verifies the simple format: the witness of `to_sign`. @see BIP-322 */
const verifySimple = (address: BitcoinAddress, message: string, bytes: Uint8Array): boolean => {
  const witness = readWitness(bytes);
  const [signature, publicKey] = witness ?? [];
  if (signature === undefined) return false;
  const { type, script } = address;
  if (type === 'p2tr') {
    if (witness?.length !== 1) return false;
    const [sighash = SIGHASH_DEFAULT] = signature.subarray(64);
    const isSupported = signature.length === 64 || (signature.length === 65 && sighash === SIGHASH_ALL);
    return isSupported && schnorr.verify(signature.subarray(0, 64), taprootDigest(message, script, sighash), script.subarray(2));
  }
  if (witness?.length !== 2 || publicKey?.length !== 33 || signature.at(-1) !== SIGHASH_ALL) return false;
  if (type === 'p2pkh' || !belongsTo(address, publicKey)) return false;
  const digest = segwitDigest(message, script, hash160(publicKey));
  return secp256k1.verify(signature.subarray(0, -1), digest, publicKey, { prehash: false, format: 'der', lowS: true });
};

/**
 * Verifies a base64 message signature: recoverable ECDSA (P2PKH, P2SH-P2WPKH, P2WPKH) or BIP-322 simple (P2SH-P2WPKH, P2WPKH, P2TR).
 * `false` for anything else.
 * @param chainId CAIP-2 id of the address's chain
 * @throws LatchkeyError `address/…` when the address is not valid on its chain
 * @see BIP-137, BIP-322
 */
export const isBitcoinMessageSigned = ({ address: text, message, signature }: SignedText, chainId: string): boolean => {
  const address = parseBitcoinAddressOn(text, chainId);
  // A malformed signature, key or point throws.
  const isSigned = attempt(() => {
    const { bytes, isRecoverable } = decodeSignature(signature);
    return isRecoverable ? verifyRecoverable(address, message, bytes) : verifySimple(address, message, bytes);
  });
  return isSigned ?? false;
};

/**
 * Tests whether a signature that is not valid proves that another key made it: it is a recoverable or BIP-322 simple signature of a single-key
 * address. Multisig scripts and the BIP-322 full format are not supported.
 * @param publicKey hex, if the wallet reported it: only it shows that a P2SH address is one of a single key
 * @throws LatchkeyError `address/…` when the address is not valid on its chain
 */
export const isSingleKeyBitcoinSignature = (
  { address: text, signature }: Pick<SignedText, 'address' | 'signature'>,
  chainId: string,
  publicKey?: string,
): boolean => {
  const address = parseBitcoinAddressOn(text, chainId);
  const { bytes, isRecoverable } = decodeSignature(signature);
  const items = readWitness(bytes)?.length;
  return {
    p2pkh: isRecoverable,
    p2wpkh: isRecoverable || items === 2,
    p2sh: (isRecoverable || items === 2) && publicKey !== undefined && belongsTo(address, hexToBytes(publicKey)),
    p2tr: items === 1,
    p2wsh: false,
    witness: false,
  }[address.type];
};
