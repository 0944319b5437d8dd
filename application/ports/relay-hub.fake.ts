import { FakeSecrets, readFakeEnvelope } from './key-chain.fake.js';
import type { MessageToSeal } from './key-chain.port.js';
import type { RelayPublication } from './relay.port.js';

/** A publication with its decrypted message. */
export interface FakePublication extends MessageToSeal, RelayPublication {}

/** An envelope in a mailbox. */
export interface FakeEnvelope extends RelayPublication {
  readonly from: object;
  readonly publishedAt: number;
  /** Parties that acknowledged it. */
  readonly acknowledged: Set<object>;
}

/** Publications with their decrypted messages; those not created by a fake key chain are omitted. */
export const openEnvelopes = <Publication extends RelayPublication>(
  published: readonly Publication[],
): readonly (Publication & MessageToSeal)[] =>
  published.flatMap((each) => {
    const read = readFakeEnvelope(each.envelope);
    return read === null ? [] : [{ ...each, ...read, topic: each.topic }];
  });

/** Mailboxes shared by fake relays; they keep every envelope. A party is an object that stands for a device with all its tabs. */
export class FakeRelayHub {
  /** Stored envelopes, oldest first. */
  readonly stored: FakeEnvelope[] = [];
  /** Secrets of the parties. */
  readonly secrets = new FakeSecrets();
  /** Called with each new envelope. */
  readonly subscribers = new Set<(fresh: FakeEnvelope) => void>();
  /** Delivers an envelope to a tab. A test may replace it to lose, repeat or delay envelopes. */
  deliver: (emit: () => void) => void = (emit) => emit();

  /** {@link stored} with the decrypted messages. */
  get envelopes(): readonly (FakeEnvelope & MessageToSeal)[] {
    return openEnvelopes(this.stored);
  }

  /** Stores an envelope once. */
  store(publication: RelayPublication, from: object, publishedAt: number): void {
    if (this.stored.some((each) => each.from === from && each.envelope === publication.envelope)) return;
    const fresh: FakeEnvelope = { ...publication, from, publishedAt, acknowledged: new Set() };
    this.stored.push(fresh);
    for (const notify of [...this.subscribers]) notify(fresh);
  }
}
