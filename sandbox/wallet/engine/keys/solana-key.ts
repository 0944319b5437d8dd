import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { deriveHardened } from './dev-seed.js';
import type { NamespaceAccount } from './namespace.js';

/** A key of Solana. */
export interface SolanaKey extends NamespaceAccount {
  /** Signs bytes as they are; 64 bytes. */
  sign(message: Uint8Array): Uint8Array;
}

/** The key of an account, by its place from 0, on the path that Solana's wallets use. @see https://docs.solanalabs.com/cli/wallets/paper */
export const solanaKey = (index: number): SolanaKey => {
  const secret = deriveHardened([44, 501, index, 0]);
  const publicKey = ed25519.getPublicKey(secret);
  return {
    address: base58.encode(publicKey),
    publicKey: bytesToHex(publicKey),
    path: `m/44'/501'/${index}'/0'`,
    sign: (message) => ed25519.sign(message, secret),
  };
};
