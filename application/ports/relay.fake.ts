import { type Observable, Subject, type Subscription } from 'rxjs';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { abortable } from '../shared/abortable.js';
import { pause } from '../shared/pause.js';
import { StateSubject } from '../shared/state-subject.js';
import type { Clock } from './clock.port.js';
import type { Relay, RelayError, RelayMessage, RelayPublication, RelayStatus } from './relay.port.js';
import { type FakeEnvelope, FakeRelayHub } from './relay-hub.fake.js';

/** Behaviour of a fake relay: accepts connections, is unreachable, never responds, or rejects the project id. */
export type FakeRelayMode = 'open' | 'unreachable' | 'silent' | 'unauthorized';

const OPEN_TIMEOUT_MS = 8_000;
const RETRY_MS = 1_000;
/** An envelope that is not acknowledged in this time is delivered again. */
const ACKNOWLEDGE_TIMEOUT_MS = 60_000;

/**
 * In-memory relay client of one tab of one party. Parties of the same hub exchange envelopes.
 * @example
 * const relay = new FakeRelay(clock);
 * const peer = relay.peer();
 * await peer.subscribe([topic], signal);
 */
export class FakeRelay implements Relay {
  /** Publications of this tab, oldest first, including repeated ones. */
  readonly published: RelayPublication[] = [];
  /** Number of connection attempts. */
  openCount = 0;
  /** Reason of the relay for rejecting the client in mode `unauthorized`. */
  refusalReason = 'invalid key';
  readonly #clock: Clock;
  readonly #hub: FakeRelayHub;
  readonly #party: object;
  readonly #status = new StateSubject<RelayStatus>({ type: 'closed' });
  readonly #messages = new Subject<RelayMessage>();
  readonly #topics = new Set<string>();
  /** Time of delivery by envelope; infinite once acknowledged. */
  readonly #deliveredAt = new Map<FakeEnvelope, number>();
  readonly #controller = new AbortController();
  #mode: FakeRelayMode = 'open';
  #opening: Promise<void> | null = null;
  #retry: Subscription | null = null;
  readonly #rejections: { readonly isStored: boolean }[] = [];

  constructor(clock: Clock, hub: FakeRelayHub = new FakeRelayHub(), party: object = {}) {
    this.#clock = clock;
    this.#hub = hub;
    this.#party = party;
    hub.subscribers.add(this.#deliver);
  }

  readonly status$: Observable<RelayStatus> = this.#status.value$;
  readonly messages$: Observable<RelayMessage> = this.#messages.asObservable();

  get status(): RelayStatus {
    return this.#status.value;
  }

  /** Subscribed topics. */
  get topics(): readonly string[] {
    return [...this.#topics];
  }

  get mode(): FakeRelayMode {
    return this.#mode;
  }

  /** Sets the behaviour of new connections. An open connection stays open until {@link dropConnection}. */
  set mode(mode: FakeRelayMode) {
    this.#mode = mode;
    if (mode === 'open' && this.#retry !== null) void this.#connect().catch(() => undefined);
  }

  /** Rejects the next publications. @param isStored true to store them anyway, as if only the response were lost */
  rejectPublications(times = 1, isStored = false): void {
    this.#rejections.push(...Array.from({ length: times }, () => ({ isStored })));
  }

  /** Resets all simulated failures. */
  recover(): void {
    this.#rejections.length = 0;
    this.mode = 'open';
  }

  /** Drops the connection. It reconnects immediately if a topic is subscribed. */
  dropConnection(): void {
    if (this.#status.value.type !== 'open') return;
    this.#status.next({ type: 'closed' });
    if (this.#topics.size > 0) void this.#connect().catch(() => undefined);
  }

  /** Redelivers envelopes that are due. */
  redeliver(): void {
    this.#deliver();
  }

  /** Receives an envelope from outside the test's parties. */
  receive(publication: RelayPublication): void {
    this.#hub.store(publication, {}, this.#clock.now());
  }

  /** Creates another party at the same relay. */
  peer(party: object = {}): FakeRelay {
    return new FakeRelay(this.#clock, this.#hub, party);
  }

  /** Opens another tab of the same party. */
  otherTab(): FakeRelay {
    return new FakeRelay(this.#clock, this.#hub, this.#party);
  }

  /** The same tab after a reload: only acknowledgements remain. */
  reload(): FakeRelay {
    this.dispose();
    return this.otherTab();
  }

  readonly open = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    await this.#whenOpen(signal, true);
  };

  readonly subscribe = async (topics: readonly string[], signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    const added = topics.filter((topic) => !this.#topics.has(topic));
    for (const topic of topics) this.#topics.add(topic);
    try {
      await this.#whenOpen(signal);
    } catch (error) {
      if (signal.aborted) for (const topic of added) this.#topics.delete(topic);
      throw error;
    }
    this.#deliver();
  };

  readonly unsubscribe = async (topics: readonly string[]): Promise<void> => {
    for (const topic of topics) this.#topics.delete(topic);
  };

  readonly publish = async (publication: RelayPublication, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    await this.#whenOpen(signal);
    this.published.push(publication);
    const rejection = this.#rejections.shift();
    if (rejection === undefined || rejection.isStored) this.#hub.store(publication, this.#party, this.#clock.now());
    if (rejection !== undefined) throw new LatchkeyError('relay/publish-failed', { tag: publication.delivery.tag });
  };

  readonly dispose = (): void => {
    if (this.#controller.signal.aborted) return;
    this.#controller.abort(new LatchkeyError('config/disposed', {}));
    this.#hub.subscribers.delete(this.#deliver);
    this.#retry?.unsubscribe();
    this.#topics.clear();
    this.#status.next({ type: 'closed' });
    this.#status.complete();
    this.#messages.complete();
  };

  /** Resolves when the connection is open. @param isForced true to connect even after `relay/unauthorized` */
  async #whenOpen(signal: AbortSignal, isForced = false): Promise<void> {
    const status = this.#status.value;
    if (status.type === 'open') return;
    if (!isForced && status.type === 'failed' && status.error.code === 'relay/unauthorized') throw status.error;
    await abortable(this.#connect(), signal, this.#controller.signal);
  }

  #connect(): Promise<void> {
    this.#opening ??= this.#attempt().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #attempt(): Promise<void> {
    this.#controller.signal.throwIfAborted();
    this.#retry?.unsubscribe();
    this.#retry = null;
    this.openCount += 1;
    this.#status.next({ type: 'opening' });
    if (this.#mode === 'silent') await pause(OPEN_TIMEOUT_MS, this.#clock, this.#controller.signal);
    else await Promise.resolve();
    this.#controller.signal.throwIfAborted();
    if (this.#mode === 'unauthorized') return this.#fail(new LatchkeyError('relay/unauthorized', { reason: this.refusalReason }));
    if (this.#mode !== 'open') return this.#fail(new LatchkeyError('relay/unreachable', { relays: ['wss://relay.example'] }));
    this.#status.next({ type: 'open' });
    this.#deliver();
  }

  #fail(error: RelayError): never {
    this.#status.next({ type: 'failed', error });
    if (this.#topics.size > 0 && error.code === 'relay/unreachable')
      this.#retry = this.#clock.scheduler.schedule(() => void this.#connect().catch(() => undefined), RETRY_MS);
    throw error;
  }

  /** Delivers pending envelopes to this tab. @param fresh a new envelope, delivered to all tabs of a party even if one has acknowledged it */
  readonly #deliver = (fresh?: FakeEnvelope): void => {
    if (this.#status.value.type !== 'open' || !this.#messages.observed) return;
    const now = this.#clock.now();
    const pending = this.#hub.stored.filter((envelope) => {
      const { topic, from, acknowledged } = envelope;
      if (!this.#topics.has(topic) || from === this.#party) return false;
      const deliveredAt = this.#deliveredAt.get(envelope);
      return deliveredAt === undefined ? envelope === fresh || !acknowledged.has(this.#party) : now - deliveredAt >= ACKNOWLEDGE_TIMEOUT_MS;
    });
    for (const envelope of pending.sort((a, b) => a.publishedAt - b.publishedAt)) {
      this.#deliveredAt.set(envelope, now);
      const { from, acknowledged, delivery, ...received } = envelope;
      const acknowledge = (): void => {
        acknowledged.add(this.#party);
        this.#deliveredAt.set(envelope, Number.POSITIVE_INFINITY);
      };
      const message: RelayMessage = { ...received, acknowledge };
      this.#hub.deliver(() => this.#messages.next(message));
    }
  };
}
