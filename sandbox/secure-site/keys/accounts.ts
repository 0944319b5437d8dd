import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedWebcrypto } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { toBase64Url } from './encode.js';
import { ENTROPY_BYTES } from './seal.js';

const EIP155_PATH = "m/44'/60'/0'/0/0";
/** Purpose, coin type of SLIP-44, account, change: all hardened, as ed25519 needs it. */
const SOLANA_PATH = [44, 501, 0, 0];
const HARDENED = 0x8000_0000;
const SCALAR_BYTES = 32;

/** Private keys of a wallet. */
export interface AccountKeys {
  /** secp256k1, 32 bytes. */
  readonly eip155: Uint8Array<ArrayBuffer>;
  /** Seed of ed25519, 32 bytes. */
  readonly solana: Uint8Array<ArrayBuffer>;
}

/** An account as others see it. */
export interface Account {
  readonly address: string;
  /** Base64url: 33 bytes, compressed, of secp256k1; 32 bytes of ed25519. */
  readonly publicKey: string;
}

/** The accounts of a wallet, by namespace. */
export interface Accounts {
  readonly eip155: Account;
  readonly solana: Account;
}

/**
 * The words of a wallet.
 * @throws RangeError if the entropy has not 128 bits
 * @see https://github.com/bitcoin/bips/blob/master/bip-0039.mediawiki
 */
export const wordsOf = (entropy: Uint8Array): string => {
  if (entropy.length !== ENTROPY_BYTES) throw new RangeError(`Entropy has ${ENTROPY_BYTES} bytes`);
  return entropyToMnemonic(entropy, wordlist);
};

/** Places of the words of a wallet in the list of BIP-39. A page has the list: so it holds no text of the whole, which it could not erase. */
export const phraseOf = (entropy: Uint8Array): Uint16Array<ArrayBuffer> =>
  Uint16Array.from(wordsOf(entropy).split(' '), (word) => wordlist.indexOf(word));

/** Derives the keys of a wallet. The passphrase of BIP-39 is empty. */
export const deriveKeys = async (entropy: Uint8Array): Promise<AccountKeys> => {
  const seed = await mnemonicToSeedWebcrypto(wordsOf(entropy));
  const keys = { eip155: deriveSecp256k1(seed, EIP155_PATH), solana: deriveEd25519(seed, SOLANA_PATH) };
  seed.fill(0);
  return keys;
};

/** @see https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki */
export const deriveSecp256k1 = (seed: Uint8Array, path: string): Uint8Array<ArrayBuffer> => {
  const root = HDKey.fromMasterSeed(seed);
  const node = root.derive(path);
  if (node.privateKey === null) throw new Error('The node has no private key');
  const key = Uint8Array.from(node.privateKey);
  root.wipePrivateData();
  node.wipePrivateData();
  return key;
};

/**
 * @param path indexes without the bit of hardened ones, which is set for each
 * @see https://github.com/satoshilabs/slips/blob/master/slip-0010.md
 */
export const deriveEd25519 = (seed: Uint8Array, path: readonly number[]): Uint8Array<ArrayBuffer> => {
  let node = hmac(sha512, new TextEncoder().encode('ed25519 seed'), seed);
  for (const index of path) {
    const data = new Uint8Array(1 + SCALAR_BYTES + 4);
    data.set(node.subarray(0, SCALAR_BYTES), 1);
    new DataView(data.buffer).setUint32(1 + SCALAR_BYTES, index + HARDENED);
    const child = hmac(sha512, node.subarray(SCALAR_BYTES), data);
    data.fill(0);
    node.fill(0);
    node = child;
  }
  const key = Uint8Array.from(node.subarray(0, SCALAR_BYTES));
  node.fill(0);
  return key;
};

/** The accounts of the keys. */
export const accountsOf = ({ eip155, solana }: AccountKeys): Accounts => {
  const solanaKey = ed25519.getPublicKey(solana);
  return {
    eip155: { address: eip155AddressOf(eip155), publicKey: toBase64Url(secp256k1.getPublicKey(eip155, true)) },
    solana: { address: base58.encode(solanaKey), publicKey: toBase64Url(solanaKey) },
  };
};

/** @see https://eips.ethereum.org/EIPS/eip-55 */
const eip155AddressOf = (privateKey: Uint8Array): string => {
  const address = bytesToHex(keccak_256(secp256k1.getPublicKey(privateKey, false).subarray(1)).subarray(12));
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(address)));
  return `0x${[...address].map((digit, index) => (Number.parseInt(hash.charAt(index), 16) > 7 ? digit.toUpperCase() : digit)).join('')}`;
};

/**
 * Signs a digest: r, s and the recovery bit (0 or 1), 65 bytes. The nonce is that of RFC 6979, s is low.
 * @throws RangeError if the digest has not 32 bytes
 */
export const signDigest = (digest: Uint8Array, { eip155 }: AccountKeys): Uint8Array<ArrayBuffer> => {
  if (digest.length !== SCALAR_BYTES) throw new RangeError(`A digest has ${SCALAR_BYTES} bytes`);
  const recovered = secp256k1.sign(digest, eip155, { prehash: false, lowS: true, extraEntropy: false, format: 'recovered' });
  // The library has the recovery bit first, Ethereum last.
  const [bit = 0, ...compact] = recovered;
  return Uint8Array.of(...compact, bit);
};

/** Signs bytes with ed25519. @see https://www.rfc-editor.org/rfc/rfc8032 */
export const signBytes = (bytes: Uint8Array, { solana }: AccountKeys): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(ed25519.sign(bytes, solana));
