import { type Observable, Subject, type Subscription } from 'rxjs';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { abortable } from '../shared/abortable.js';
import { pause } from '../shared/pause.js';
import { StateSubject } from '../shared/state-subject.js';
import type { Clock } from './clock.port.js';
import type { Relay, RelayError, RelayMessage, RelayPublication, RelayStatus } from './relay.port.js';
import { type FakeEnvelope, FakeRelayHub } from './relay-hub.fake.js';

/** How the relay receives a party: it takes it, cannot be reached, never answers, or does not accept its project id. */
export type FakeRelayDoor = 'open' | 'unreachable' | 'silent' | 'unauthorized';

const OPEN_TIMEOUT_MS = 8_000;
const RETRY_MS = 1_000;
/** How long a page may take to take a message up. */
const TAKE_UP_MS = 60_000;

/**
 * A relay in memory, as one page of one party sees it. Parties of the same hub really exchange envelopes.
 * @example
 * const relay = new FakeRelay(clock);
 * const peer = relay.peer();
 * await peer.subscribe([topic], signal);
 */
export class FakeRelay implements Relay {
  /** Everything that this page published, oldest first, repetitions included. */
  readonly published: RelayPublication[] = [];
  /** How often the line was opened. */
  openings = 0;
  readonly #clock: Clock;
  readonly #hub: FakeRelayHub;
  readonly #party: object;
  readonly #status = new StateSubject<RelayStatus>({ type: 'closed' });
  readonly #messages = new Subject<RelayMessage>();
  readonly #wanted = new Set<string>();
  /** When what was told to this page; never again where it was taken up. */
  readonly #told = new Map<FakeEnvelope, number>();
  readonly #life = new AbortController();
  #door: FakeRelayDoor = 'open';
  #opening: Promise<void> | null = null;
  #retry: Subscription | null = null;
  readonly #refusals: { readonly isTaken: boolean }[] = [];

  constructor(clock: Clock, hub: FakeRelayHub = new FakeRelayHub(), party: object = {}) {
    this.#clock = clock;
    this.#hub = hub;
    this.#party = party;
    hub.lines.add(this.#deliver);
  }

  readonly status$: Observable<RelayStatus> = this.#status.value$;
  readonly messages$: Observable<RelayMessage> = this.#messages.asObservable();

  get status(): RelayStatus {
    return this.#status.value;
  }

  /** Topics that are wanted now. */
  get topics(): readonly string[] {
    return [...this.#wanted];
  }

  get door(): FakeRelayDoor {
    return this.#door;
  }

  /** How the relay receives this page from now on. A line that is open stays open until {@link drop}. */
  set door(door: FakeRelayDoor) {
    this.#door = door;
    if (door === 'open' && this.#retry !== null) void this.#begin().catch(() => undefined);
  }

  /** The relay does not take the next messages. @param isTaken whether it has them all the same, and only its receipt is lost */
  refusePublications(times = 1, isTaken = false): void {
    this.#refusals.push(...Array.from({ length: times }, () => ({ isTaken })));
  }

  /** Nothing is wrong with the relay any more. */
  heal(): void {
    this.#refusals.length = 0;
    this.door = 'open';
  }

  /** The line breaks. It is opened again at once if a topic is wanted and the door is open. */
  drop(): void {
    if (this.#status.value.type !== 'open') return;
    this.#status.next({ type: 'closed' });
    if (this.#wanted.size > 0) void this.#begin().catch(() => undefined);
  }

  /** The relay hands over again what this party has not acknowledged, and what it has. */
  repeat(): void {
    this.#deliver();
  }

  /** An envelope that no party published comes in. */
  receive(publication: RelayPublication): void {
    this.#hub.keep(publication, {}, this.#clock.now());
  }

  /** Another party at the same relay. */
  peer(party: object = {}): FakeRelay {
    return new FakeRelay(this.#clock, this.#hub, party);
  }

  /** Another page of the same party. */
  otherTab(): FakeRelay {
    return new FakeRelay(this.#clock, this.#hub, this.#party);
  }

  /** The same page after a reload: only what was taken is left. */
  reload(): FakeRelay {
    this.dispose();
    return this.otherTab();
  }

  readonly open = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    await this.#ready(signal, true);
  };

  readonly subscribe = async (topics: readonly string[], signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    const added = topics.filter((topic) => !this.#wanted.has(topic));
    for (const topic of topics) this.#wanted.add(topic);
    try {
      await this.#ready(signal);
    } catch (error) {
      if (signal.aborted) for (const topic of added) this.#wanted.delete(topic);
      throw error;
    }
    this.#deliver();
  };

  readonly unsubscribe = async (topics: readonly string[]): Promise<void> => {
    for (const topic of topics) this.#wanted.delete(topic);
  };

  readonly publish = async (publication: RelayPublication, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    await this.#ready(signal);
    this.published.push(publication);
    const refusal = this.#refusals.shift();
    if (refusal === undefined || refusal.isTaken) this.#hub.keep(publication, this.#party, this.#clock.now());
    if (refusal !== undefined) throw new LatchkeyError('relay/publish-failed', { tag: publication.delivery.tag });
  };

  readonly dispose = (): void => {
    if (this.#life.signal.aborted) return;
    this.#life.abort(new LatchkeyError('config/disposed', {}));
    this.#hub.lines.delete(this.#deliver);
    this.#retry?.unsubscribe();
    this.#wanted.clear();
    this.#status.next({ type: 'closed' });
    this.#status.complete();
    this.#messages.complete();
  };

  /** Resolves when the line is open. @param isForced also after a refusal */
  async #ready(signal: AbortSignal, isForced = false): Promise<void> {
    const status = this.#status.value;
    if (status.type === 'open') return;
    if (!isForced && status.type === 'failed' && status.error.code === 'relay/unauthorized') throw status.error;
    await abortable(this.#begin(), signal, this.#life.signal);
  }

  #begin(): Promise<void> {
    this.#opening ??= this.#attempt().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #attempt(): Promise<void> {
    this.#life.signal.throwIfAborted();
    this.#retry?.unsubscribe();
    this.#retry = null;
    this.openings += 1;
    this.#status.next({ type: 'opening' });
    if (this.#door === 'silent') await pause(OPEN_TIMEOUT_MS, this.#clock, this.#life.signal);
    else await Promise.resolve();
    this.#life.signal.throwIfAborted();
    if (this.#door === 'unauthorized') return this.#fail(new LatchkeyError('relay/unauthorized', { reason: 'invalid key' }));
    if (this.#door !== 'open') return this.#fail(new LatchkeyError('relay/unreachable', { relays: ['wss://relay.example'] }));
    this.#status.next({ type: 'open' });
    this.#deliver();
  }

  #fail(error: RelayError): never {
    this.#status.next({ type: 'failed', error });
    if (this.#wanted.size > 0 && error.code === 'relay/unreachable')
      this.#retry = this.#clock.scheduler.schedule(() => void this.#begin().catch(() => undefined), RETRY_MS);
    throw error;
  }

  /** Tells what waits for this page. @param fresh goes to all pages of a party, whichever is quicker to take it up */
  readonly #deliver = (fresh?: FakeEnvelope): void => {
    if (this.#status.value.type !== 'open' || !this.#messages.observed) return;
    const now = this.#clock.now();
    const waiting = this.#hub.kept.filter((envelope) => {
      const { topic, from, acknowledged } = envelope;
      if (!this.#wanted.has(topic) || from === this.#party) return false;
      const told = this.#told.get(envelope);
      return told === undefined ? envelope === fresh || !acknowledged.has(this.#party) : now - told >= TAKE_UP_MS;
    });
    for (const envelope of waiting.sort((a, b) => a.publishedAt - b.publishedAt)) {
      this.#told.set(envelope, now);
      const { from, acknowledged, delivery, ...received } = envelope;
      const acknowledge = (): void => {
        acknowledged.add(this.#party);
        this.#told.set(envelope, Number.POSITIVE_INFINITY);
      };
      const handed: RelayMessage = { ...received, acknowledge };
      this.#hub.convey(() => this.#messages.next(handed));
    }
  };
}
