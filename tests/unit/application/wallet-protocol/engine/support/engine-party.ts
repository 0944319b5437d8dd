import { expect } from 'vitest';
import type { FakeClock } from '../../../../../../application/ports/clock.fake.js';
import { FakeLogger } from '../../../../../../application/ports/logger.fake.js';
import { FakeRandom } from '../../../../../../application/ports/random.fake.js';
import { FakeRecordStore } from '../../../../../../application/ports/record-store.fake.js';
import type { RecordStore } from '../../../../../../application/ports/record-store.port.js';
import {
  disposeContext,
  type EngineContext,
  type OriginCheck,
} from '../../../../../../application/wallet-protocol/engine/engine-context.js';
import type { EngineEvent, EngineEventMap, EngineEventName } from '../../../../../../application/wallet-protocol/engine/engine-events.js';
import { engineContext } from '../../../../../../application/wallet-protocol/engine/sign-engine.js';
import type { FakeMessageRelay } from '../../../../../../application/wallet-protocol/message-relay.fake.js';
import type { MessageRelay } from '../../../../../../application/wallet-protocol/message-relay.js';
import { LatchkeyError } from '../../../../../../domain/errors/latchkey-error.js';
import type { VerifyContext } from '../../../../../../domain/wallet-protocol/origin/verify-context.js';
import type { PeerMetadata } from '../../../../../../domain/wallet-protocol/session.js';
import { type Kill, MortalPorts } from './mortal-ports.js';

/** What is known of where messages come from, unless a test says otherwise. */
export const VERIFIED: VerifyContext = { verified: { origin: 'https://app.example', validation: 'VALID', verifyUrl: '' } };

/** The pages of a party draw one after the other: ids of two pages are not the same, even where no time passes. */
const DIGITS = Array.from({ length: 1_000 }, (_, index) => ((index * 377) % 1_000) / 1_000);

/** A party of the protocol without its parts, over a fake relay: each page of it has an engine context of its own. */
export class EngineParty {
  readonly metadata: PeerMetadata;
  readonly logger = new FakeLogger();
  readonly store: FakeRecordStore;
  readonly clock: FakeClock;
  readonly relay: FakeMessageRelay;
  readonly #random: FakeRandom;
  readonly life = new AbortController();
  readonly context: EngineContext;
  /** What the host heard, oldest first. */
  readonly heard: EngineEvent[] = [];
  readonly #ports = new MortalPorts();
  /** Set by a test: how long the origin of a message takes to be found out. */
  origin: Promise<VerifyContext> = Promise.resolve(VERIFIED);

  constructor(
    clock: FakeClock,
    relay: FakeMessageRelay,
    metadata: PeerMetadata,
    store = new FakeRecordStore(),
    random: FakeRandom = new FakeRandom(DIGITS),
  ) {
    this.clock = clock;
    this.relay = relay;
    this.metadata = metadata;
    this.store = store;
    this.#random = random;
    const [mortalRelay, records] = [this.#ports.of<MessageRelay>(relay), this.#ports.of<RecordStore>(store)];
    const { logger, life } = this;
    const checkOrigin: OriginCheck = () => this.origin;
    const ports = { relay: mortalRelay, records, clock, random, logger, life: life.signal };
    this.context = engineContext({ ...ports, metadata: () => metadata, checkOrigin });
    this.context.events.events$.subscribe((event) => this.heard.push(event));
  }

  /** Reads what an earlier page has stored. */
  async load(): Promise<void> {
    const { sessions, pairings, proposals } = this.context.tables;
    await sessions.load(({ topic }) => topic);
    await pairings.load(({ topic }) => topic);
    await proposals.load(({ id }) => id);
  }

  /** The data of the events of a name, oldest first. */
  events<Name extends EngineEventName>(name: Name): readonly EngineEventMap[Name][] {
    // The data belongs to the name; TypeScript cannot see it through the filter.
    return this.heard.filter((event) => event.name === name).map(({ data }) => data as EngineEventMap[Name]);
  }

  /** The page is closed; what is stored stays. */
  close(): void {
    this.life.abort(new LatchkeyError('config/disposed', {}));
    disposeContext({ ...this.context, relay: this.relay });
  }

  /** The next page of the party, without what it has stored read. */
  reload(): EngineParty {
    this.close();
    return new EngineParty(this.clock, this.relay.otherTab(), this.metadata, this.store, this.#random);
  }

  /** Set by a test: from when on this page does nothing any more. */
  get kill(): Kill | null {
    return this.#ports.kill;
  }

  set kill(kill: Kill | null) {
    this.#ports.kill = kill;
  }

  /** How often the relay and the store were called. */
  get portCalls(): number {
    return this.#ports.calls;
  }

  get isKilled(): boolean {
    return this.#ports.isKilled;
  }

  /** Nothing is wrong with what this party took up. */
  expectCalm(): void {
    expect(this.logger.entries).toEqual([]);
  }
}
