import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE } from '@noble/curves/utils.js';
import type { BitcoinKey } from '../keys/bitcoin-keys.js';
import type { BitcoinNetwork } from '../keys/namespace.js';

/** The library that parses and builds Bitcoin transactions. */
export type BitcoinLibrary = typeof import('bitcoinjs-lib');

/** A signer for the library. */
export type BitcoinSigner = import('bitcoinjs-lib').Signer;

/** Network parameters of the library. */
export type LibraryNetwork = import('bitcoinjs-lib').Network;

const isXOnlyPoint = (bytes: Uint8Array): boolean => {
  try {
    schnorr.utils.lift_x(bytesToNumberBE(bytes));
    return true;
  } catch {
    return false;
  }
};

/** The curve operations of BIP-340 and BIP-341 that the library requires. */
export const CURVE = {
  isXOnlyPoint,
  xOnlyPointAddTweak: (bytes: Uint8Array, tweak: Uint8Array) => {
    const scalar = bytesToNumberBE(tweak);
    const lifted = schnorr.utils.lift_x(bytesToNumberBE(bytes));
    const added = scalar === 0n ? lifted : lifted.add(secp256k1.Point.BASE.multiply(scalar));
    if (added.equals(secp256k1.Point.ZERO)) return null;
    const compressed = added.toBytes(true);
    return { parity: compressed[0] === 3 ? (1 as const) : (0 as const), xOnlyPubkey: compressed.subarray(1) };
  },
};

/** Loads the library with a pure JavaScript curve. */
export const loadBitcoin = async (): Promise<BitcoinLibrary> => {
  const library = await import('bitcoinjs-lib');
  library.initEccLib(CURVE);
  return library;
};

/** Converts a network to the library's format. */
export const libraryNetwork = ({ networks }: BitcoinLibrary, { name }: BitcoinNetwork): LibraryNetwork =>
  name === 'mainnet' ? networks.bitcoin : networks[name];

/** Returns the signer of a key. `p2tr` signs with the tweaked output key, the others with the key itself. */
export const signerOf = ({ kind, secret, tweakedSecret, publicKeyBytes }: BitcoinKey): BitcoinSigner => ({
  publicKey: kind === 'p2tr' ? secp256k1.getPublicKey(tweakedSecret) : publicKeyBytes,
  sign: (hash) => secp256k1.sign(hash, secret, { prehash: false, format: 'compact' }),
  signSchnorr: (hash) => schnorr.sign(hash, tweakedSecret),
});
