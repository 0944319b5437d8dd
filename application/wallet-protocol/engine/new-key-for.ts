import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import { invalid } from '../../../domain/wallet-protocol/protocol-fault.js';
import type { KeyChain } from '../../ports/key-chain.port.js';
import { agreedTopic } from './agreed-topic.js';

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
