import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE } from '@noble/curves/utils.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { HDKey } from 'viem/accounts';
import { devSeed } from './dev-seed.js';
import type { BitcoinNetwork, NamespaceAccount } from './namespace.js';

/** Address types of the wallet. */
export type BitcoinKind = 'p2wpkh' | 'p2tr' | 'p2sh-p2wpkh' | 'p2pkh';

/** A Bitcoin key with one address. */
export interface BitcoinKey extends NamespaceAccount {
  readonly kind: BitcoinKind;
  readonly secret: Uint8Array;
  /** Compressed, 33 bytes. */
  readonly publicKeyBytes: Uint8Array;
  /** Private key of the output key, for `p2tr` key path spends. The other types use `secret`. */
  readonly tweakedSecret: Uint8Array;
}

/** BIP-43 purpose by address type. @see BIP-44, BIP-49, BIP-84, BIP-86 */
const PURPOSES: Readonly<Record<BitcoinKind, number>> = { p2wpkh: 84, p2tr: 86, 'p2sh-p2wpkh': 49, p2pkh: 44 };

const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));
const base58check = createBase58check(sha256);

/** Encodes a scalar. */
const scalarBytes = (value: bigint): Uint8Array => secp256k1.Point.Fn.toBytes(value);

/**
 * Tweaks the private key of a taproot output without scripts. @see
 * https://github.com/bitcoin/bips/blob/master/bip-0341.mediawiki#constructing-and-spending-taproot-outputs
 */
const tweakSecret = (secret: Uint8Array): Uint8Array => {
  const { Fn, BASE } = secp256k1.Point;
  const point = BASE.multiply(Fn.fromBytes(secret));
  const even = point.toAffine().y % 2n === 0n ? Fn.fromBytes(secret) : Fn.neg(Fn.fromBytes(secret));
  const tweak = Fn.create(bytesToNumberBE(schnorr.utils.taggedHash('TapTweak', point.toBytes(true).subarray(1))));
  return scalarBytes(Fn.add(even, tweak));
};

const witness = (encoder: typeof bech32 | typeof bech32m, prefix: string, version: number, program: Uint8Array): string =>
  encoder.encode(prefix, [version, ...encoder.toWords(program)]);

const addressOf = (kind: BitcoinKind, publicKey: Uint8Array, outputKey: Uint8Array, network: BitcoinNetwork): string => {
  const hash = hash160(publicKey);
  switch (kind) {
    case 'p2wpkh':
      return witness(bech32, network.bech32, 0, hash);
    case 'p2tr':
      return witness(bech32m, network.bech32, 1, outputKey);
    case 'p2sh-p2wpkh':
      return base58check.encode(concatBytes(Uint8Array.of(network.scriptHash), hash160(concatBytes(Uint8Array.of(0, 20), hash))));
    case 'p2pkh':
      return base58check.encode(concatBytes(Uint8Array.of(network.pubKeyHash), hash));
  }
};

let master: HDKey | null = null;

const bitcoinKey = (kind: BitcoinKind, index: number, network: BitcoinNetwork): BitcoinKey => {
  master ??= HDKey.fromMasterSeed(devSeed());
  const path = `m/${PURPOSES[kind]}'/${network.coinType}'/0'/0/${index}`;
  const { privateKey: secret, publicKey } = master.derive(path);
  if (secret === null || publicKey === null) throw new Error('A derived account has no private key.');
  const tweakedSecret = tweakSecret(secret);
  return {
    kind,
    secret,
    tweakedSecret,
    path,
    publicKeyBytes: publicKey,
    publicKey: bytesToHex(publicKey),
    purpose: kind === 'p2tr' ? 'ordinals' : 'payment',
    address: addressOf(kind, publicKey, schnorr.getPublicKey(tweakedSecret), network),
  };
};

const cache = new Map<string, readonly BitcoinKey[]>();

/** Returns the keys of an account on a network by index: payment address, ordinals address, then legacy types. */
export const bitcoinKeys = (index: number, network: BitcoinNetwork): readonly BitcoinKey[] => {
  const name = `${network.name}:${index}`;
  const keys = cache.get(name) ?? (['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh'] as const).map((kind) => bitcoinKey(kind, index, network));
  cache.set(name, keys);
  return keys;
};
