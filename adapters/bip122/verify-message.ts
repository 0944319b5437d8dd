import type { SignatureVerdict, SignedMessage } from '../../application/ports/chain-services.js';
import { addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import { isBitcoinMessageSigned, isSingleKeyBitcoinSignature } from '../../domain/signatures/bitcoin-message.js';

/** Verifies a base64 message signature. @throws LatchkeyError `address/…` when the account's address is not valid on its chain */
export const verifyMessage = async ({ account, ...signed }: SignedMessage): Promise<boolean> =>
  isBitcoinMessageSigned({ ...signed, address: addressOf(account) }, chainIdOf(account));

/**
 * Verifies an account signature from a wallet. A verdict is possible for single-key addresses with a recoverable or BIP-322 simple signature.
 * @throws LatchkeyError `address/…` when the account's address is not valid on its chain
 */
export const verifySignature = async ({ account, publicKey, ...signed }: SignedMessage): Promise<SignatureVerdict> => {
  const text = { ...signed, address: addressOf(account) };
  const chainId = chainIdOf(account);
  if (isBitcoinMessageSigned(text, chainId)) return 'own';
  return isSingleKeyBitcoinSignature(text, chainId, publicKey) ? 'foreign' : 'unknown';
};
