import { ed25519 } from '@noble/curves/ed25519.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519';
import { bitcoinKeys } from './bitcoin-keys.js';
import { deriveHardened } from './dev-seed.js';
import { bitcoinNetwork, type NamespaceAccount, type NamespaceNode, type OtherNamespace } from './namespace.js';

/** A Solana key. */
export interface SolanaKey extends NamespaceAccount {
  /** Signs bytes without a prefix. Returns 64 bytes. */
  sign(message: Uint8Array): Uint8Array;
}

/** Derives the key of an account by index, on the path of Solana wallets. @see https://docs.solanalabs.com/cli/wallets/paper */
const solanaKey = (index: number): SolanaKey => {
  const secret = deriveHardened([44, 501, index, 0]);
  const publicKey = ed25519.getPublicKey(secret);
  return {
    address: base58.encode(publicKey),
    publicKey: bytesToHex(publicKey),
    path: `m/44'/501'/${index}'/0'`,
    sign: (message) => ed25519.sign(message, secret),
  };
};

/** Generic SS58 prefix. @see https://github.com/paritytech/ss58-registry */
const GENERIC_PREFIX = 42;

/** A Polkadot key (sr25519) with its generic address. */
export interface PolkadotKey extends NamespaceAccount {
  readonly publicKeyBytes: Uint8Array;
  /** Signs bytes without a prefix. Returns 64 bytes; the signature is randomized. */
  sign(message: Uint8Array): Uint8Array;
}

/** Encodes an SS58 address. @param prefix of the network, below 64 @see https://docs.polkadot.com/reference/parachains/accounts/ */
const ss58Address = (publicKey: Uint8Array, prefix: number): string => {
  const body = concatBytes(Uint8Array.of(prefix), publicKey);
  const checksum = blake2b(concatBytes(utf8ToBytes('SS58PRE'), body), { dkLen: 64 }).subarray(0, 2);
  return base58.encode(concatBytes(body, checksum));
};

/** Decodes the public key of an SS58 address of any network; `null` for an invalid address. */
export const ss58PublicKey = (address: string): Uint8Array | null => {
  try {
    const bytes = base58.decode(address);
    const publicKey = bytes.subarray(-34, -2);
    // One or two prefix bytes, and two checksum bytes.
    const hasLength = bytes.length === 35 || bytes.length === 36;
    const expected = blake2b(concatBytes(utf8ToBytes('SS58PRE'), bytes.subarray(0, -2)), { dkLen: 64 }).subarray(0, 2);
    return hasLength && bytesToHex(expected) === bytesToHex(bytes.subarray(-2)) ? publicKey : null;
  } catch {
    return null;
  }
};

/** Derives the key of an account by index. @see https://github.com/satoshilabs/slips/blob/master/slip-0044.md for coin type 354 */
const polkadotKey = (index: number): PolkadotKey => {
  const secret = secretFromSeed(deriveHardened([44, 354, index, 0, 0]));
  const publicKeyBytes = getPublicKey(secret);
  return {
    address: ss58Address(publicKeyBytes, GENERIC_PREFIX),
    publicKey: bytesToHex(publicKeyBytes),
    publicKeyBytes,
    sign: (message) => sign(secret, message),
  };
};

const solanaKeys = new Map<number, SolanaKey>();
const polkadotKeys = new Map<number, PolkadotKey>();

const cached = <Key>(keys: Map<number, Key>, index: number, make: (index: number) => Key): Key => {
  const key = keys.get(index) ?? make(index);
  keys.set(index, key);
  return key;
};

/** Returns the Solana key of an account by index. */
export const solanaKeyOf = (index: number): SolanaKey => cached(solanaKeys, index, solanaKey);

/** Returns the Polkadot key of an account by index. */
export const polkadotKeyOf = (index: number): PolkadotKey => cached(polkadotKeys, index, polkadotKey);

/** SS58 prefixes of known networks; others use the generic prefix. @see https://github.com/paritytech/ss58-registry */
const PREFIXES: Readonly<Record<string, number>> = {
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 0,
  // The sandbox's own chain.
  'polkadot:45454545454545454545454545454545': 2,
};

/** Returns a key's address on a chain. */
export const networkAddress = ({ publicKeyBytes, address }: PolkadotKey, chainId: string): string => {
  const prefix = PREFIXES[chainId];
  return prefix === undefined ? address : ss58Address(publicKeyBytes, prefix);
};

/** Returns the addresses of an account on a namespace's chain; several on Bitcoin. Without private keys. */
export const accountsIn = (namespace: OtherNamespace, index: number, { chainId }: NamespaceNode): readonly NamespaceAccount[] => {
  switch (namespace) {
    case 'solana': {
      const { address, publicKey, path = '' } = solanaKeyOf(index);
      return [{ address, publicKey, path }];
    }
    case 'bip122':
      return bitcoinKeys(index, bitcoinNetwork(chainId)).map(({ address, publicKey, purpose = 'payment', path = '' }) => ({
        address,
        publicKey,
        purpose,
        path,
      }));
    case 'polkadot': {
      const { address, publicKey } = polkadotKeyOf(index);
      return [{ address, publicKey, name: `Account ${index + 1}` }];
    }
  }
};
