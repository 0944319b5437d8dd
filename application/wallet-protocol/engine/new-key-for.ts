import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import { invalid } from '../../../domain/wallet-protocol/protocol-fault.js';
import type { Relay } from '../../ports/relay.port.js';
import { agreedTopic } from './agreed-topic.js';

/**
 * A new key pair for what is agreed on with a peer, and the topic of it. Nothing is kept where the peer's key is none that can be used.
 * @param peer what the peer is called in the error
 * @throws LatchkeyError `wallet-protocol/missing-or-invalid`
 */
export const newKeyFor = async (
  relay: Pick<Relay, 'createKeyPair' | 'agreeOnKey' | 'deleteKeys'>,
  peerPublicKey: string,
  peer: string,
): Promise<{ readonly publicKey: string; readonly topic: string }> => {
  const publicKey = await relay.createKeyPair();
  const topic = await agreedTopic(relay, { publicKey, peerPublicKey });
  if (topic !== null) return { publicKey, topic };
  await relay.deleteKeys(publicKey);
  throw latchkeyErrorOf(invalid(`approve() public key of the ${peer}`));
};
