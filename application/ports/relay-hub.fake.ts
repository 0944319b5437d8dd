import { type RpcMessage, readRpcMessage } from '../../domain/wallet-protocol/json-rpc.js';
import type { Delivery } from '../../domain/wallet-protocol/protocol-methods.js';
import type { EnvelopeKeys, RelayMessage, SealedIds } from './relay.port.js';

/** What a party publishes. */
export interface FakePublication {
  readonly topic: string;
  readonly message: RpcMessage;
  readonly delivery: Delivery;
  readonly sealing?: EnvelopeKeys;
}

/** A message that waits in a mailbox. */
export interface FakeEnvelope extends FakePublication, SealedIds {
  /** What travels with it in the clear; `null` for nothing. */
  readonly attestation: string | null;
  readonly from: FakeParty;
  readonly publishedAt: number;
  /** Parties that took it up. */
  readonly acknowledged: Set<FakeParty>;
}

/** One client of the relay: a device with its keys, which all its pages share. */
export interface FakeParty {
  /** Secret by topic or by own public key. */
  readonly keys: Map<string, string>;
}

const SEEDS = 8;
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** 64 hex digits that stand for a text: simulates a hash, and hides nothing. */
export const fakeDigest = (text: string): string =>
  Array.from({ length: SEEDS }, (_, seed) => {
    let hash = OFFSET ^ Math.imul(seed + 1, PRIME);
    for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), PRIME);
    return (hash >>> 0).toString(16).padStart(8, '0');
  }).join('');

/** The hashes of a message and of what it would be sealed in. */
export const fakeIds = ({ topic, message }: Pick<FakePublication, 'topic' | 'message'>): SealedIds => {
  const text = JSON.stringify(message);
  return { envelopeId: fakeDigest(`${topic} ${text}`), messageId: fakeDigest(text) };
};

/** What a page is handed of a message that waits. */
export const fakeMessage = (envelope: FakeEnvelope, acknowledge: () => void): RelayMessage => {
  const { topic, message, publishedAt, envelopeId, messageId, attestation, sealing } = envelope;
  return {
    ...{ topic, message, publishedAt, envelopeId, messageId, acknowledge },
    ...(attestation === null ? {} : { attestation }),
    ...(sealing === undefined ? {} : { senderPublicKey: sealing.publicKey }),
  };
};

/** The relay in the middle of fake relays: mailboxes that keep every message. */
export class FakeRelayHub {
  /** Everything published, oldest first, whatever became of it. */
  readonly envelopes: FakeEnvelope[] = [];
  /** Told when there is something new. */
  readonly lines = new Set<(fresh: FakeEnvelope) => void>();
  /** Hands a message to a page: a test may put something in its place that loses it, repeats it or holds it back. */
  convey: (hand: () => void) => void = (hand) => hand();
  /** Every secret that any party had, those that were deleted included: none of them may be seen elsewhere. */
  readonly secrets = new Set<string>();
  #count = 0;

  /** Another secret at each call. */
  secret(): string {
    this.#count += 1;
    const secret = fakeDigest(`secret ${this.#count}`);
    this.secrets.add(secret);
    return secret;
  }

  /** Keeps a message; one that is there already is not kept again. */
  keep(publication: FakePublication, from: FakeParty, publishedAt: number, attestation: string | null = null): void {
    const ids = fakeIds(publication);
    if (this.envelopes.some((each) => each.from === from && each.envelopeId === ids.envelopeId)) return;
    // What travels is a text: the other party gets a copy, and nothing that JSON does not have.
    const copy = readRpcMessage(JSON.parse(JSON.stringify(publication.message)));
    if (copy === null) return;
    const fresh: FakeEnvelope = { ...publication, ...ids, attestation, message: copy, from, publishedAt, acknowledged: new Set() };
    this.envelopes.push(fresh);
    for (const tell of [...this.lines]) tell(fresh);
  }
}
