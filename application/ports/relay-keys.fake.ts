import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { RelayPublication } from './relay.port.js';
import type { FakeParty } from './relay-hub.fake.js';

/** What is kept under an own topic begins with it: everybody may know what that is the topic of. */
const OWN_TOPIC = 'own ';

/** What is kept under the own topic of a key. */
export const ownTopicKey = (secret: string): string => OWN_TOPIC + secret;

/** Whether a party's key of a name serves for an envelope. @param isNamed whether that names its sender */
export const servesFor = ({ keys }: FakeParty, name: string, isNamed: boolean): boolean => {
  const key = keys.get(name);
  return key !== undefined && (isNamed || !key.startsWith(OWN_TOPIC));
};

/** Says that there is no such key. */
export const noKey = (name: string): LatchkeyError => new LatchkeyError('wallet-protocol/no-matching-key', { detail: name });

/** @throws LatchkeyError `wallet-protocol/no-matching-key` where a party has no key to seal a message with */
export const needKey = (party: FakeParty, { topic, sealing }: Pick<RelayPublication, 'topic' | 'sealing'>): void => {
  const name = sealing?.publicKey ?? topic;
  if (!servesFor(party, name, sealing !== undefined)) throw noKey(name);
};
