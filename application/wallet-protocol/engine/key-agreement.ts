import { isLatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import { invalid } from '../../../domain/wallet-protocol/protocol-fault.js';
import type { KeyChain } from '../../ports/key-chain.port.js';

/**
 * Derives the topic of two parties' shared key; `null` if the peer's public key is unusable. Not every 32 bytes are a valid X25519 key.
 * @see https://www.rfc-editor.org/rfc/rfc7748#section-6.1
 */
export const agreedTopic = async (
  keyChain: Pick<KeyChain, 'deriveSharedKey'>,
  keys: Parameters<KeyChain['deriveSharedKey']>[0],
): Promise<string | null> => {
  try {
    return await keyChain.deriveSharedKey(keys);
  } catch (error) {
    if (isLatchkeyError(error, 'wallet-protocol/no-matching-key')) return null;
    throw error;
  }
};

/**
 * Creates a key pair for a session with a peer and derives its topic. Removes the key pair if the peer's key is unusable.
 * @param peer name of the peer in the error
 * @throws LatchkeyError `wallet-protocol/missing-or-invalid`
 */
export const newKeyFor = async (
  keyChain: Pick<KeyChain, 'createKeyPair' | 'deriveSharedKey' | 'deleteKeys'>,
  peerPublicKey: string,
  peer: string,
): Promise<{ readonly publicKey: string; readonly topic: string }> => {
  const publicKey = await keyChain.createKeyPair();
  const topic = await agreedTopic(keyChain, { publicKey, peerPublicKey });
  if (topic !== null) return { publicKey, topic };
  await keyChain.deleteKeys(publicKey);
  throw latchkeyErrorOf(invalid(`approve() public key of the ${peer}`));
};
