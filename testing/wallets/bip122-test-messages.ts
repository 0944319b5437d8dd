import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Bip122TestKey, taprootSecret } from './bip122-keys.js';

const taggedHash = (tag: string, ...parts: readonly Uint8Array[]): Uint8Array => schnorr.utils.taggedHash(tag, ...parts);
const sha256d = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));

const u32 = (value: number): Uint8Array => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
};

/** Prefixes bytes with their length, for lengths below 65,536. */
const withLength = (bytes: Uint8Array): Uint8Array => {
  const { length } = bytes;
  return concatBytes(length < 0xfd ? Uint8Array.of(length) : Uint8Array.of(0xfd, length & 0xff, length >> 8), bytes);
};

const ZERO_VALUE = new Uint8Array(8);
const OUTPUT = concatBytes(ZERO_VALUE, withLength(Uint8Array.of(0x6a)));

/** Id of the virtual `to_spend` transaction. @see BIP-322 */
const toSpend = (message: string, script: Uint8Array): Uint8Array => {
  const scriptSig = concatBytes(Uint8Array.of(0x00, 0x20), taggedHash('BIP0322-signed-message', utf8ToBytes(message)));
  const input = concatBytes(new Uint8Array(32), u32(0xffff_ffff), withLength(scriptSig), u32(0));
  return sha256d(concatBytes(u32(0), Uint8Array.of(1), input, Uint8Array.of(1), ZERO_VALUE, withLength(script), u32(0)));
};

/** @see BIP-143 */
const segwitDigest = (message: string, { script, publicKey }: Bip122TestKey): Uint8Array => {
  const outpoint = concatBytes(toSpend(message, script), u32(0));
  const code = concatBytes(Uint8Array.of(0x76, 0xa9, 0x14), ripemd160(sha256(publicKey)), Uint8Array.of(0x88, 0xac));
  const hashes = concatBytes(sha256d(outpoint), sha256d(u32(0)));
  return sha256d(concatBytes(u32(0), hashes, outpoint, withLength(code), ZERO_VALUE, u32(0), sha256d(OUTPUT), u32(0), u32(1)));
};

/** @see BIP-341 */
const taprootDigest = (message: string, { script }: Bip122TestKey): Uint8Array => {
  const outpoint = concatBytes(toSpend(message, script), u32(0));
  const hashes = [outpoint, ZERO_VALUE, withLength(script), u32(0), OUTPUT].map((part) => sha256(part));
  return taggedHash('TapSighash', Uint8Array.of(0, 0), u32(0), u32(0), ...hashes, Uint8Array.of(0), u32(0));
};

/** Signs a short message with a recoverable ECDSA signature or a simple BIP-322 signature. @see BIP-137, BIP-322 */
export const signTestMessage = (key: Bip122TestKey, message: string, protocol: 'ecdsa' | 'bip322'): Uint8Array => {
  if (protocol === 'ecdsa') {
    const digest = sha256d(concatBytes(utf8ToBytes('\x18Bitcoin Signed Message:\n'), withLength(utf8ToBytes(message))));
    const signed = secp256k1.sign(digest, key.secret, { prehash: false, lowS: true, format: 'recovered' });
    return concatBytes(Uint8Array.of(31 + (signed[0] ?? 0)), signed.subarray(1));
  }
  if (key.type === 'p2tr')
    return concatBytes(Uint8Array.of(1), withLength(schnorr.sign(taprootDigest(message, key), taprootSecret(key.secret))));
  const signature = secp256k1.sign(segwitDigest(message, key), key.secret, { prehash: false, lowS: true, format: 'der' });
  return concatBytes(Uint8Array.of(2), withLength(concatBytes(signature, Uint8Array.of(1))), withLength(key.publicKey));
};
