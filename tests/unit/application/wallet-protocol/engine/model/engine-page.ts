import type { FakeClock } from '../../../../../../application/ports/clock.fake.js';
import { FakeLogger } from '../../../../../../application/ports/logger.fake.js';
import type { FakeRandom } from '../../../../../../application/ports/random.fake.js';
import type { FakeRecordStore } from '../../../../../../application/ports/record-store.fake.js';
import type { RecordStore } from '../../../../../../application/ports/record-store.port.js';
import type { EngineEvent, EngineEventMap, EngineEventName } from '../../../../../../application/wallet-protocol/engine/engine-events.js';
import { SignEngine } from '../../../../../../application/wallet-protocol/engine/sign-engine.js';
import type { FakeMessageRelay } from '../../../../../../application/wallet-protocol/message-relay.fake.js';
import type { MessageRelay } from '../../../../../../application/wallet-protocol/message-relay.js';
import type { PeerMetadata, ProtocolSession } from '../../../../../../domain/wallet-protocol/session.js';
import { VERIFIED } from '../support/engine-party.js';
import { MortalPorts } from '../support/mortal-ports.js';

/** What a page of a party is made of. */
export interface EnginePageOptions {
  readonly clock: FakeClock;
  readonly relay: FakeMessageRelay;
  readonly store: FakeRecordStore;
  readonly random: FakeRandom;
  readonly metadata: PeerMetadata;
}

/** A page of a party with the whole engine, that can be killed. What it does after that nobody sees. */
export class EnginePage {
  readonly ports = new MortalPorts();
  readonly logger = new FakeLogger();
  /** What its host heard, oldest first. */
  readonly heard: EngineEvent[] = [];
  readonly relay: FakeMessageRelay;
  readonly store: FakeRecordStore;
  readonly engine: SignEngine;
  /** The sessions that its host has seen, by topic: when each ends, in seconds since 1970. */
  readonly seen = new Map<string, number>();
  /** Topics of the sessions that its host has ended. */
  readonly left = new Set<string>();

  constructor({ clock, relay, store, random, metadata }: EnginePageOptions) {
    this.relay = relay;
    this.store = store;
    this.engine = new SignEngine({
      relay: this.ports.of<MessageRelay>(relay),
      records: this.ports.of<RecordStore>(store),
      clock,
      random,
      logger: this.logger,
      metadata: () => metadata,
      checkOrigin: async () => VERIFIED,
      linking: null,
      exchange: {},
      nodes: async () => null,
    });
    this.engine.context.events.events$.subscribe((event) => {
      if (!this.ports.isKilled) this.heard.push(event);
    });
  }

  get sessions(): readonly ProtocolSession[] {
    return this.engine.context.tables.sessions.all();
  }

  session(topic: string): ProtocolSession | null {
    return this.engine.context.tables.sessions.get(topic);
  }

  /** The data of the events of a name, oldest first. */
  events<Name extends EngineEventName>(name: Name): readonly EngineEventMap[Name][] {
    // The data belongs to the name; TypeScript cannot see it through the filter.
    return this.heard.filter((event) => event.name === name).map(({ data }) => data as EngineEventMap[Name]);
  }

  /** Takes down which sessions there are. */
  look(): void {
    if (!this.ports.isKilled) for (const { topic, expiry } of this.sessions) this.seen.set(topic, expiry);
  }

  /** The page is closed by its host. */
  close(): void {
    this.engine.dispose();
    this.relay.dispose();
  }

  /** The page is gone from one moment to the next. */
  vanish(): void {
    if (!this.ports.isKilled) this.ports.die();
    this.close();
  }
}

/** The topics of the sessions of a page, in order. */
export const topicsOf = (page: EnginePage): readonly string[] => page.sessions.map(({ topic }) => topic).sort();
