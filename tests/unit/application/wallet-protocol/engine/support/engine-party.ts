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
import { type Kill, KillablePorts } from './killable-ports.js';

/** Default verify context. */
export const VERIFIED: VerifyContext = { verified: { origin: 'https://app.example', validation: 'VALID', verifyUrl: '' } };

/** Pages draw different digits, so that their ids differ even within a millisecond. */
const DIGITS = Array.from({ length: 1_000 }, (_, index) => ((index * 377) % 1_000) / 1_000);

/** A party over a fake relay, without engine classes. Each page has its own engine context. */
export class EngineParty {
  readonly metadata: PeerMetadata;
  readonly logger = new FakeLogger();
  readonly store: FakeRecordStore;
  readonly clock: FakeClock;
  readonly relay: FakeMessageRelay;
  readonly #random: FakeRandom;
  readonly controller = new AbortController();
  readonly context: EngineContext;
  /** Emitted events, the oldest first. */
  readonly emitted: EngineEvent[] = [];
  readonly #ports = new KillablePorts();
  /** Result of the origin check, set by the test. */
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
    const [killableRelay, records] = [this.#ports.of<MessageRelay>(relay), this.#ports.of<RecordStore>(store)];
    const { logger, controller } = this;
    const checkOrigin: OriginCheck = () => this.origin;
    const ports = { relay: killableRelay, records, clock, random, logger, lifetime: controller.signal };
    this.context = engineContext({ ...ports, metadata: () => metadata, checkOrigin });
    this.context.events.events$.subscribe((event) => this.emitted.push(event));
  }

  /** Loads the stored records. */
  async load(): Promise<void> {
    const { sessions, pairings, proposals } = this.context.tables;
    await sessions.load(({ topic }) => topic);
    await pairings.load(({ topic }) => topic);
    await proposals.load(({ id }) => id);
  }

  /** Data of the events of a name, the oldest first. */
  events<Name extends EngineEventName>(name: Name): readonly EngineEventMap[Name][] {
    // The data matches the name, which TypeScript cannot infer from the filter.
    return this.emitted.filter((event) => event.name === name).map(({ data }) => data as EngineEventMap[Name]);
  }

  /** Closes the page. Stored records remain. */
  close(): void {
    this.controller.abort(new LatchkeyError('config/disposed', {}));
    disposeContext({ ...this.context, relay: this.relay });
  }

  /** Opens the next page of the party, without loading the records. */
  reload(): EngineParty {
    this.close();
    return new EngineParty(this.clock, this.relay.otherTab(), this.metadata, this.store, this.#random);
  }

  /** The call at which the page is killed, set by the test. */
  get kill(): Kill | null {
    return this.#ports.kill;
  }

  set kill(kill: Kill | null) {
    this.#ports.kill = kill;
  }

  /** Number of relay and store calls. */
  get portCalls(): number {
    return this.#ports.calls;
  }

  get isKilled(): boolean {
    return this.#ports.isKilled;
  }

  /** Asserts that no error was logged. */
  expectNoErrors(): void {
    expect(this.logger.entries).toEqual([]);
  }
}
