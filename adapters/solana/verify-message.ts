import type { SignatureVerdict, SignedMessage } from '../../application/ports/chain-services.js';
import { addressOf } from '../../domain/caip/caip-10.js';
import { isSolanaKey, isSolanaMessageSigned } from '../../domain/signatures/solana-message.js';

/** Verifies a base58 message signature. Needs no node. */
export const verifyMessage = async ({ account, ...signed }: SignedMessage): Promise<boolean> =>
  isSolanaMessageSigned({ ...signed, address: addressOf(account) });

/** Verifies an account signature from a wallet. `unknown` for an address that is not a public key, such as a multisig vault. */
export const verifySignature = async (signed: SignedMessage): Promise<SignatureVerdict> => {
  if (await verifyMessage(signed)) return 'own';
  return isSolanaKey(addressOf(signed.account)) ? 'foreign' : 'unknown';
};
