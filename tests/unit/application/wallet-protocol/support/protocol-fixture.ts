import { expect } from 'vitest';
import { FakeClock, flushPromises } from '../../../../../application/ports/clock.fake.js';
import { FakeLogger } from '../../../../../application/ports/logger.fake.js';
import { FakeRandom } from '../../../../../application/ports/random.fake.js';
import { FakeRecordStore } from '../../../../../application/ports/record-store.fake.js';
import type { RecordStore } from '../../../../../application/ports/record-store.port.js';
import type { RemoteSession } from '../../../../../application/ports/remote-session.port.js';
import { abortable } from '../../../../../application/shared/abortable.js';
import type { LateOutcome, LateResponseHandler } from '../../../../../application/wallet-protocol/engine/broadcast-requests.js';
import type { ChainNodes } from '../../../../../application/wallet-protocol/engine/sign-in-verifier.js';
import { FakeMessageRelay } from '../../../../../application/wallet-protocol/message-relay.fake.js';
import { type MessagePublication, MessageRelay } from '../../../../../application/wallet-protocol/message-relay.js';
import { OneClick } from '../../../../../application/wallet-protocol/one-click.js';
import type { PairRequest } from '../../../../../application/wallet-protocol/pairing-attempt.js';
import { ProtocolClient } from '../../../../../application/wallet-protocol/protocol-client.js';
import type { BroadcastRequest } from '../../../../../domain/wallet-protocol/broadcast-request.js';
import { KillablePorts } from '../engine/support/killable-ports.js';
import { ProtocolWallet } from './protocol-wallet.js';

/** Metadata of the app. */
export const APP = { name: 'App', description: '', url: 'https://app.example', icons: [] };

/** Returns the current outcome of a promise without waiting. */
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

/** An app's client and a wallet on an in-memory relay, with a manual clock. */
export class ProtocolFixture {
  readonly clock = new FakeClock();
  readonly records = new FakeRecordStore();
  readonly logger = new FakeLogger();
  /** What pairings request. Default: no namespaces, and no sign-in. */
  requested: Pick<PairRequest, 'optionalNamespaces' | 'requiredNamespaces' | 'signIn'> = { optionalNamespaces: {} };
  /** RPC endpoints of chains. Default: none. */
  nodes: ChainNodes = async () => null;
  /** All displayed URIs, the oldest first. */
  readonly uris: string[] = [];
  /** The displayed URI; `null` after its expiry until there is a new one. */
  displayed: string | null = null;
  /** Ids of the requests that opened the wallet. */
  readonly openedRequests: number[] = [];
  /** Outcomes of requests whose caller is gone, of all pages and tabs. */
  readonly lateResponses: { readonly request: BroadcastRequest; readonly outcome: LateOutcome }[] = [];
  /** Error of all further attempts to handle such an outcome. */
  lateResponseError: Error | null = null;
  /** Number of `empty$` emissions. */
  emptyCount = 0;
  /** Publishes of the app that are delayed. */
  #heldPublishes: { readonly matches: (publication: MessagePublication) => boolean; readonly released: Promise<void> } | null = null;
  /** Error of all further publishes. */
  publishError: Error | null = null;
  /** Outcome of all further subscriptions, although the relay keeps the topics: an error, or pending until aborted. */
  subscribeFailure: Error | 'lasts' | null = null;
  relay = new FakeMessageRelay(this.clock);
  /** Ports of the page, until a test kills it. */
  ports = new KillablePorts();
  readonly wallet = new ProtocolWallet(this.relay.peer(), this.clock.now);
  readonly #onLateResponse: LateResponseHandler = async (request, outcome) => {
    if (this.lateResponseError !== null) throw this.lateResponseError;
    this.lateResponses.push({ request, outcome });
  };
  client = this.#start();

  /** Reloads the page. @param before runs while the page is closed */
  async reload(before: () => Promise<unknown> = async () => undefined): Promise<void> {
    this.client.dispose();
    await before();
    this.relay = this.relay.reload();
    this.ports = new KillablePorts();
    this.client = this.#start();
  }

  pair(signal: AbortSignal = new AbortController().signal, reuse = false): Promise<RemoteSession> {
    const show = (displayed: { readonly uri: string } | null): void => {
      this.displayed = displayed?.uri ?? null;
      if (displayed !== null) this.uris.push(displayed.uri);
    };
    return this.client.pair({ ...this.requested, metadata: APP, shouldReuseUri: reuse, onUri: show }, signal);
  }

  /** Starts a pairing. Returns its controller. */
  async startPairing(reuse = false): Promise<AbortController> {
    const run = new AbortController();
    this.pair(run.signal, reuse).catch(() => undefined);
    await flushPromises();
    return run;
  }

  /** The client of another tab. */
  otherTab(relay = this.relay.otherTab(), records = this.records.otherTab()): ProtocolClient {
    const { clock, logger } = this;
    return new ProtocolClient({ relay, records, clock, random: new FakeRandom([0.7]), logger, onLateResponse: this.#onLateResponse });
  }

  /** Delays publishes of the app until the returned function is called. */
  holdPublishes(matches: (publication: MessagePublication) => boolean = () => true): () => Promise<void> {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#heldPublishes = { matches, released };
    return () => {
      release();
      return flushPromises();
    };
  }

  /** The latest displayed URI. */
  async displayedUri(): Promise<string> {
    await flushPromises();
    return this.uris.at(-1) ?? '';
  }

  async connect(): Promise<{ readonly session: RemoteSession; readonly topic: string }> {
    const session = this.pair();
    const topic = await this.wallet.approve(await this.wallet.pair(await this.displayedUri()));
    return { session: await session, topic };
  }

  /** Disposes all parties and asserts that no timer remains. */
  dispose(): void {
    this.client.dispose();
    this.wallet.stop();
    expect(this.clock.pending).toBe(0);
  }

  #start(): ProtocolClient {
    const { clock, openedRequests, logger, ports } = this;
    const [relay, records] = [ports.of<MessageRelay>(this.#wrapRelay(this.relay)), ports.of<RecordStore>(this.records)];
    const random = new FakeRandom([0.1, 0.2, 0.3]);
    const oneClick = new OneClick({ clock, logger, nodes: (chainId) => this.nodes(chainId) });
    const client = new ProtocolClient({ relay, records, clock, random, logger, oneClick, onLateResponse: this.#onLateResponse });
    client.requests$.subscribe(({ id }) => openedRequests.push(id));
    client.empty$.subscribe(() => {
      this.emptyCount += 1;
    });
    return client;
  }

  #wrapRelay(relay: FakeMessageRelay): MessageRelay {
    return new SlowRelay(relay, {
      publish: async (publication, signal) => {
        if (this.publishError !== null) throw this.publishError;
        if (this.#heldPublishes?.matches(publication) === true) await abortable(this.#heldPublishes.released, signal);
      },
      subscribed: async (signal) => {
        if (this.subscribeFailure === 'lasts') await abortable(new Promise(() => undefined), signal);
        else if (this.subscribeFailure !== null) throw this.subscribeFailure;
      },
    });
  }
}

/** Delays before a message is published and after topics are subscribed. */
interface RelayDelays {
  readonly publish: (publication: MessagePublication, signal: AbortSignal) => Promise<void>;
  readonly subscribed: (signal: AbortSignal) => Promise<void>;
}

class SlowRelay extends MessageRelay {
  readonly #delays: RelayDelays;

  constructor({ transport, keyChain }: FakeMessageRelay, delays: RelayDelays) {
    super(transport, keyChain);
    this.#delays = delays;
  }

  override async publish(publication: MessagePublication, signal: AbortSignal): Promise<void> {
    await this.#delays.publish(publication, signal);
    await super.publish(publication, signal);
  }

  override async subscribe(topics: readonly string[], signal: AbortSignal): Promise<void> {
    await super.subscribe(topics, signal);
    await this.#delays.subscribed(signal);
  }
}
