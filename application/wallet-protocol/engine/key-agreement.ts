import { isLatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import { invalid } from '../../../domain/wallet-protocol/protocol-fault.js';
import type { KeyChain } from '../../ports/key-chain.port.js';

/**
 * The topic of two parties' key; `null` where the peer's is none that can be used. What reads as an X25519 key need not be one.
 * @see https://www.rfc-editor.org/rfc/rfc7748#section-6.1
 */
export const agreedTopic = async (
  keyChain: Pick<KeyChain, 'agreeOnKey'>,
  keys: Parameters<KeyChain['agreeOnKey']>[0],
): Promise<string | null> => {
  try {
    return await keyChain.agreeOnKey(keys);
  } catch (error) {
    if (isLatchkeyError(error, 'wallet-protocol/no-matching-key')) return null;
    throw error;
  }
};

/**
 * A new key pair for what is agreed on with a peer, and the topic of it. Nothing is kept where the peer's key is none that can be used.
 * @param peer what the peer is called in the error
 * @throws LatchkeyError `wallet-protocol/missing-or-invalid`
 */
export const newKeyFor = async (
  keyChain: Pick<KeyChain, 'createKeyPair' | 'agreeOnKey' | 'deleteKeys'>,
  peerPublicKey: string,
  peer: string,
): Promise<{ readonly publicKey: string; readonly topic: string }> => {
  const publicKey = await keyChain.createKeyPair();
  const topic = await agreedTopic(keyChain, { publicKey, peerPublicKey });
  if (topic !== null) return { publicKey, topic };
  await keyChain.deleteKeys(publicKey);
  throw latchkeyErrorOf(invalid(`approve() public key of the ${peer}`));
};
