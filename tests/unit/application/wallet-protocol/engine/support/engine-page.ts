import type { FakeClock } from '../../../../../../application/ports/clock.fake.js';
import { FakeLogger } from '../../../../../../application/ports/logger.fake.js';
import { FakeRandom } from '../../../../../../application/ports/random.fake.js';
import { FakeRecordStore } from '../../../../../../application/ports/record-store.fake.js';
import type { RecordStore } from '../../../../../../application/ports/record-store.port.js';
import type { EngineEvent, EngineEventMap, EngineEventName } from '../../../../../../application/wallet-protocol/engine/engine-events.js';
import { SignEngine, type SignEngineOptions } from '../../../../../../application/wallet-protocol/engine/sign-engine.js';
import type { FakeMessageRelay } from '../../../../../../application/wallet-protocol/message-relay.fake.js';
import type { MessageRelay } from '../../../../../../application/wallet-protocol/message-relay.js';
import type { PeerMetadata } from '../../../../../../domain/wallet-protocol/session.js';
import { VERIFIED } from './engine-party.js';
import { KillablePorts } from './killable-ports.js';

/** Options of a page, in addition to those of the engine. */
export interface EnginePageOptions extends Partial<Omit<SignEngineOptions, 'relay' | 'records' | 'clock' | 'metadata' | 'logger'>> {
  readonly clock: FakeClock;
  readonly relay: FakeMessageRelay;
  readonly metadata: PeerMetadata;
  readonly store?: FakeRecordStore;
}

/** A page with a complete engine that can be killed. After that, none of its calls has an effect. */
export class EnginePage {
  readonly ports = new KillablePorts();
  readonly logger = new FakeLogger();
  /** Emitted events, the oldest first. */
  readonly emitted: EngineEvent[] = [];
  readonly relay: FakeMessageRelay;
  readonly store: FakeRecordStore;
  readonly engine: SignEngine;

  constructor({ clock, relay, metadata, store = new FakeRecordStore(), ...options }: EnginePageOptions) {
    this.relay = relay;
    this.store = store;
    this.engine = new SignEngine({
      random: new FakeRandom([0.1, 0.2, 0.3]),
      checkOrigin: async () => VERIFIED,
      linking: null,
      exchange: {},
      nodes: async () => null,
      ...options,
      relay: this.ports.of<MessageRelay>(relay),
      records: this.ports.of<RecordStore>(store),
      clock,
      logger: this.logger,
      metadata: () => metadata,
    });
    this.engine.context.events.events$.subscribe((event) => {
      if (!this.ports.isKilled) this.emitted.push(event);
    });
  }

  /** Data of the events of a name, the oldest first. */
  events<Name extends EngineEventName>(name: Name): readonly EngineEventMap[Name][] {
    // The data matches the name, which TypeScript cannot infer from the filter.
    return this.emitted.filter((event) => event.name === name).map(({ data }) => data as EngineEventMap[Name]);
  }
}
