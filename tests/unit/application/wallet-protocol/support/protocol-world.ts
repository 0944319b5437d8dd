import { expect } from 'vitest';
import { FakeClock, settle } from '../../../../../application/ports/clock.fake.js';
import { FakeLogger } from '../../../../../application/ports/logger.fake.js';
import { FakeRandom } from '../../../../../application/ports/random.fake.js';
import { FakeRecordStore } from '../../../../../application/ports/record-store.fake.js';
import type { RecordStore } from '../../../../../application/ports/record-store.port.js';
import type { RemoteSession } from '../../../../../application/ports/remote-session.port.js';
import { abortable } from '../../../../../application/shared/abortable.js';
import { FakeMessageRelay } from '../../../../../application/wallet-protocol/message-relay.fake.js';
import { type MessagePublication, MessageRelay } from '../../../../../application/wallet-protocol/message-relay.js';
import { ProtocolClient } from '../../../../../application/wallet-protocol/protocol-client.js';
import { MortalPorts } from '../engine/support/mortal-ports.js';
import { ProtocolWallet } from './protocol-wallet.js';

/** What the app says of itself. */
export const APP = { name: 'App', description: '', url: 'https://app.example', icons: [] };

/** What a promise has come to by now, without waiting for it. */
export const outcomeOf = <T>(promise: Promise<T>): { readonly now: () => { value: T } | { error: unknown } | null } => {
  let outcome: { value: T } | { error: unknown } | null = null;
  promise.then(
    (value) => {
      outcome = { value };
    },
    (error: unknown) => {
      outcome = { error };
    },
  );
  return { now: () => outcome };
};

/** An app's engine and a wallet at one relay in memory, with a clock that the test moves. */
export class ProtocolWorld {
  readonly clock = new FakeClock();
  readonly records = new FakeRecordStore();
  readonly logger = new FakeLogger();
  /** Every URI that was on display, oldest first. */
  readonly uris: string[] = [];
  /** The one that is on display; `null` while the last one is over and no other is there. */
  displayed: string | null = null;
  /** Ids of the requests for which the wallet is opened. */
  readonly links: number[] = [];
  /** How often no session was left. */
  timesEmpty = 0;
  /** Publications of the app that the relay is slow to take. */
  #slow: { readonly concerns: (publication: MessagePublication) => boolean; readonly over: Promise<void> } | null = null;
  /** What publishing fails with from now on. */
  refuse: Error | null = null;
  /** What subscribing comes to from now on, although the topics are wanted: it fails, or lasts until it is left. */
  unheard: Error | 'lasts' | null = null;
  relay = new FakeMessageRelay(this.clock);
  /** What the page calls outside of itself, until a test kills it. */
  ports = new MortalPorts();
  readonly wallet = new ProtocolWallet(this.relay.peer(), this.clock.now);
  client = this.#start();

  /** The page is closed and opened again. @param before what happens at the relay in between */
  async reload(before: () => Promise<unknown> = async () => undefined): Promise<void> {
    this.client.dispose();
    await before();
    this.relay = this.relay.reload();
    this.ports = new MortalPorts();
    this.client = this.#start();
  }

  pair(signal: AbortSignal = new AbortController().signal, reuse = false): Promise<RemoteSession> {
    const show = (shown: { readonly uri: string } | null): void => {
      this.displayed = shown?.uri ?? null;
      if (shown !== null) this.uris.push(shown.uri);
    };
    return this.client.pair({ optionalNamespaces: {}, metadata: APP, reuse, show }, signal);
  }

  /** Begins a pairing of which nothing more is awaited; whoever began it may leave. */
  async begin(reuse = false): Promise<AbortController> {
    const run = new AbortController();
    this.pair(run.signal, reuse).catch(() => undefined);
    await settle();
    return run;
  }

  /** The engine of another tab. */
  otherTab(relay = this.relay.otherTab(), records = this.records.otherTab()): ProtocolClient {
    return new ProtocolClient({ relay, records, clock: this.clock, random: new FakeRandom([0.7]), logger: this.logger });
  }

  /** The relay does not say that it has what the app publishes, and does not pass it on, until the returned function is called. */
  hold(concerns: (publication: MessagePublication) => boolean = () => true): () => Promise<void> {
    let letGo = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    this.#slow = { concerns, over };
    return () => {
      letGo();
      return settle();
    };
  }

  /** The URI on display. */
  async shown(): Promise<string> {
    await settle();
    return this.uris.at(-1) ?? '';
  }

  async connect(): Promise<{ readonly session: RemoteSession; readonly topic: string }> {
    const session = this.pair();
    const topic = await this.wallet.approve(await this.wallet.pair(await this.shown()));
    return { session: await session, topic };
  }

  /** Ends everything; no timer may be left. */
  end(): void {
    this.client.dispose();
    this.wallet.stop();
    expect(this.clock.pending).toBe(0);
  }

  #start(): ProtocolClient {
    const { clock, links, logger, ports } = this;
    const [relay, records] = [ports.of<MessageRelay>(this.#slowed(this.relay)), ports.of<RecordStore>(this.records)];
    const random = new FakeRandom([0.1, 0.2, 0.3]);
    const client = new ProtocolClient({ relay, records, clock, random, logger });
    client.requests$.subscribe(({ id }) => links.push(id));
    client.empty$.subscribe(() => {
      this.timesEmpty += 1;
    });
    return client;
  }

  #slowed(relay: FakeMessageRelay): MessageRelay {
    return new SlowRelay(relay, {
      publish: async (publication, signal) => {
        if (this.refuse !== null) throw this.refuse;
        if (this.#slow?.concerns(publication) === true) await abortable(this.#slow.over, signal);
      },
      subscribed: async (signal) => {
        if (this.unheard === 'lasts') await abortable(new Promise(() => undefined), signal);
        else if (this.unheard !== null) throw this.unheard;
      },
    });
  }
}

/** What is waited for before a message is published, and after topics are subscribed. */
interface Slowness {
  readonly publish: (publication: MessagePublication, signal: AbortSignal) => Promise<void>;
  readonly subscribed: (signal: AbortSignal) => Promise<void>;
}

class SlowRelay extends MessageRelay {
  readonly #slowness: Slowness;

  constructor({ transport, keyChain }: FakeMessageRelay, slowness: Slowness) {
    super(transport, keyChain);
    this.#slowness = slowness;
  }

  override async publish(publication: MessagePublication, signal: AbortSignal): Promise<void> {
    await this.#slowness.publish(publication, signal);
    await super.publish(publication, signal);
  }

  override async subscribe(topics: readonly string[], signal: AbortSignal): Promise<void> {
    await super.subscribe(topics, signal);
    await this.#slowness.subscribed(signal);
  }
}
