import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE } from '@noble/curves/utils.js';
import type { BitcoinKey } from '../keys/bitcoin-keys.js';
import type { BitcoinNetwork } from '../keys/namespace.js';

/** The library that reads and builds Bitcoin's transactions. */
export type BitcoinLibrary = typeof import('bitcoinjs-lib');

/** What signs for it. */
export type BitcoinSigner = import('bitcoinjs-lib').Signer;

/** Network parameters in its form. */
export type LibraryNetwork = import('bitcoinjs-lib').Network;

const isXOnlyPoint = (bytes: Uint8Array): boolean => {
  try {
    schnorr.utils.lift_x(bytesToNumberBE(bytes));
    return true;
  } catch {
    return false;
  }
};

/** The two steps of BIP-340 and BIP-341 that the library takes from elsewhere. */
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

/** Loads the library, with a curve in plain JavaScript. */
export const loadBitcoin = async (): Promise<BitcoinLibrary> => {
  const library = await import('bitcoinjs-lib');
  library.initEccLib(CURVE);
  return library;
};

/** A network in the library's form. */
export const libraryNetwork = ({ networks }: BitcoinLibrary, { name }: BitcoinNetwork): LibraryNetwork =>
  name === 'mainnet' ? networks.bitcoin : networks[name];

/** What signs with a key: by the output key for the kind `p2tr`, else by the key itself. */
export const signerOf = ({ kind, secret, tweakedSecret, publicKeyBytes }: BitcoinKey): BitcoinSigner => ({
  publicKey: kind === 'p2tr' ? secp256k1.getPublicKey(tweakedSecret) : publicKeyBytes,
  sign: (hash) => secp256k1.sign(hash, secret, { prehash: false, format: 'compact' }),
  signSchnorr: (hash) => schnorr.sign(hash, tweakedSecret),
});
