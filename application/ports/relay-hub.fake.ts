import { FakeSecrets, readFakeEnvelope } from './key-chain.fake.js';
import type { MessageToSeal } from './key-chain.port.js';
import type { RelayPublication } from './relay.port.js';

/** What a party published, with the message in its envelope of a fake key chain. */
export interface FakePublication extends MessageToSeal, RelayPublication {}

/** An envelope that waits in a mailbox. */
export interface FakeEnvelope extends RelayPublication {
  readonly from: object;
  readonly publishedAt: number;
  /** Parties that took it. */
  readonly acknowledged: Set<object>;
}

/** Publications with their messages; those that no fake key chain sealed are left out. */
export const opened = <Publication extends RelayPublication>(published: readonly Publication[]): readonly (Publication & MessageToSeal)[] =>
  published.flatMap((each) => {
    const read = readFakeEnvelope(each.envelope);
    return read === null ? [] : [{ ...each, ...read, topic: each.topic }];
  });

/** The relay in the middle of fake relays: mailboxes that keep every envelope. A party is an object: a device, which all its pages are. */
export class FakeRelayHub {
  /** Everything published, oldest first, whatever became of it. */
  readonly kept: FakeEnvelope[] = [];
  /** The secrets of the parties at it. */
  readonly secrets = new FakeSecrets();
  /** Called when there is something new. */
  readonly lines = new Set<(fresh: FakeEnvelope) => void>();
  /** Hands an envelope to a page: a test may replace it by something that loses it, repeats it or holds it back. */
  convey: (hand: () => void) => void = (hand) => hand();

  /** {@link kept} with the messages in it. */
  get envelopes(): readonly (FakeEnvelope & MessageToSeal)[] {
    return opened(this.kept);
  }

  /** Keeps an envelope; one that is there already is not kept again. */
  keep(publication: RelayPublication, from: object, publishedAt: number): void {
    if (this.kept.some((each) => each.from === from && each.envelope === publication.envelope)) return;
    const fresh: FakeEnvelope = { ...publication, from, publishedAt, acknowledged: new Set() };
    this.kept.push(fresh);
    for (const notify of [...this.lines]) notify(fresh);
  }
}
