import { ed25519 } from '@noble/curves/ed25519.js';
import type { SignatureVerdict, SignedMessage } from '../../application/ports/chain-services.js';
import { decodeBase58 } from '../../domain/account/base58.js';
import { addressOf } from '../../domain/caip/caip-10.js';
import { verifyMessage } from './verify-message.js';

const isPublicKey = (bytes: Uint8Array): boolean => {
  try {
    return ed25519.Point.fromBytes(bytes) !== undefined;
  } catch {
    return false;
  }
};

/**
 * Judges what a wallet gave as an account's signature. It cannot be told for an address that is no key, such as the vault of several owners.
 * @throws LatchkeyError `chain/unsupported` where the browser knows no ed25519
 */
export const judgeSignature = async (signed: SignedMessage): Promise<SignatureVerdict> => {
  if (await verifyMessage(signed)) return 'own';
  const key = decodeBase58(addressOf(signed.account));
  return key !== null && isPublicKey(key) ? 'foreign' : 'unknown';
};
