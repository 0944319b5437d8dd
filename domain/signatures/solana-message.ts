import { ed25519 } from '@noble/curves/ed25519.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { decodeBase58 } from '../account/base58.js';
import { solanaOffChainMessages } from '../account/solana-off-chain-message.js';
import { attempt } from '../wire.js';
import type { SignedText } from './signed-text.js';
import { verifyEd25519 } from './verify-ed25519.js';

const KEY_BYTES = 32;

/**
 * Verifies a base58 signature over the raw bytes of a message, or over an off-chain message as hardware wallets sign. `false` for a
 * malformed signature and for an address that is not a public key.
 * @see https://datatracker.ietf.org/doc/html/rfc8032
 */
export const isSolanaMessageSigned = ({ address, message, signature: text }: SignedText): boolean => {
  const [key, signature] = [decodeBase58(address), decodeBase58(text)];
  if (key === null || signature === null) return false;
  const isSignedMessage = (bytes: Uint8Array): boolean =>
    // The curve library throws on other lengths.
    attempt(() => verifyEd25519(signature, bytes, key)) ?? false;
  return isSignedMessage(utf8ToBytes(message)) || solanaOffChainMessages(message, key).some(isSignedMessage);
};

/** False for an address without a private key, such as that of a program. */
export const isSolanaKey = (address: string): boolean => {
  const key = decodeBase58(address);
  return key?.length === KEY_BYTES && ed25519.utils.isValidPublicKey(key, false);
};
