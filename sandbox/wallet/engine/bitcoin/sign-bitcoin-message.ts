import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { BitcoinKey, BitcoinKind } from '../keys/bitcoin-keys.js';
import type { BitcoinNetwork } from '../keys/namespace.js';
import { type BitcoinLibrary, libraryNetwork, loadBitcoin } from './bitcoin-library.js';

const MAGIC = utf8ToBytes('\u0018Bitcoin Signed Message:\n');

/** Header byte offset by address type. @see BIP-137 */
const HEADERS: Readonly<Record<Exclude<BitcoinKind, 'p2tr'>, number>> = { p2pkh: 31, 'p2sh-p2wpkh': 35, p2wpkh: 39 };

/** Encodes a compact size integer. @see https://en.bitcoin.it/wiki/Protocol_documentation#Variable_length_integer */
const varInt = (length: number): Uint8Array => {
  if (length < 0xfd) return Uint8Array.of(length);
  const bytes = new Uint8Array(length <= 0xffff ? 3 : 5);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, length <= 0xffff ? 0xfd : 0xfe);
  if (length <= 0xffff) view.setUint16(1, length, true);
  else view.setUint32(1, length, true);
  return bytes;
};

/** Returns a recoverable signature of 65 bytes. Not available for taproot. @see BIP-137 */
export const signEcdsaMessage = (message: string, { kind, secret }: BitcoinKey): Uint8Array => {
  if (kind === 'p2tr') throw new Error('Taproot addresses only support BIP-322 message signatures.');
  const bytes = utf8ToBytes(message);
  const hash = sha256(sha256(concatBytes(MAGIC, varInt(bytes.length), bytes)));
  const signature = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' });
  return concatBytes(Uint8Array.of(HEADERS[kind] + (signature[0] ?? 0)), signature.subarray(1));
};

/**
 * Builds the virtual transaction whose witness is the message signature. @see
 * https://github.com/bitcoin/bips/blob/master/bip-0322.mediawiki#full
 */
const virtualTransactions = ({ Transaction, script }: BitcoinLibrary, message: string, output: Uint8Array) => {
  const hash = schnorr.utils.taggedHash('BIP0322-signed-message', utf8ToBytes(message));
  const toSpend = new Transaction();
  toSpend.version = 0;
  toSpend.addInput(new Uint8Array(32), 0xffff_ffff, 0, script.compile([0, hash]));
  toSpend.addOutput(output, 0n);
  const toSign = new Transaction();
  toSign.version = 0;
  toSign.addInput(toSpend.getHash(), 0, 0);
  toSign.addOutput(Uint8Array.of(0x6a), 0n);
  return toSign;
};

/** Returns the witness of a simple BIP-322 signature, for segwit addresses. @see BIP-322 */
export const signBip322Message = async (message: string, key: BitcoinKey, network: BitcoinNetwork): Promise<Uint8Array> => {
  if (key.kind === 'p2pkh') throw new Error('Legacy addresses only support ECDSA message signatures.');
  const library = await loadBitcoin();
  const { address, payments, script, Transaction } = library;
  const params = libraryNetwork(library, network);
  const output = address.toOutputScript(key.address, params);
  const toSign = virtualTransactions(library, message, output);
  if (key.kind === 'p2tr') {
    const signature = schnorr.sign(toSign.hashForWitnessV1(0, [output], [0n], Transaction.SIGHASH_DEFAULT), key.tweakedSecret);
    return concatBytes(varInt(1), varInt(signature.length), signature);
  }
  const { output: code } = payments.p2pkh({ pubkey: key.publicKeyBytes, network: params });
  if (code === undefined) throw new Error('The key has no script.');
  const hash = toSign.hashForWitnessV0(0, code, 0n, Transaction.SIGHASH_ALL);
  const signature = script.signature.encode(
    secp256k1.sign(hash, key.secret, { prehash: false, format: 'compact' }),
    Transaction.SIGHASH_ALL,
  );
  return concatBytes(varInt(2), varInt(signature.length), signature, varInt(key.publicKeyBytes.length), key.publicKeyBytes);
};
