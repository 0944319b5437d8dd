import { type Observable, Subject, type Subscription } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';
import type { RelayMessage } from '../../application/ports/relay.port.js';
import { envelopeId } from '../../domain/wallet-protocol/envelope-id.js';
import type { Push } from './relay-frames.js';
import type { RelaySocket } from './relay-socket.js';
import type { SeenEnvelopes } from './seen-envelopes.js';

export interface InboxOptions {
  readonly clock: Clock;
  readonly seen: SeenEnvelopes;
  readonly isSubscribed: (topic: string) => boolean;
  readonly hasKey: (topic: string) => Promise<boolean>;
}

/** A push and the connection that delivered it. */
interface Delivery {
  readonly push: Push;
  readonly socket: RelaySocket;
}

/** An emitted message, with all pushes that delivered it. */
interface EmittedMessage {
  readonly deliveries: Delivery[];
  /** Milliseconds since 1970. */
  readonly emittedAt: number;
  isAcknowledged: boolean;
}

/** After subscribing, the mailboxes of all topics are delivered one by one: messages are gathered for this time and sorted. */
const GATHER_MS = 50;

/** A message that is not acknowledged within this time was not handled, and is emitted again when it is redelivered. */
const ACKNOWLEDGE_TIMEOUT_MS = 60_000;

/** Emits each envelope that the relay delivers once, in the order of publication. Errors are ignored: the relay redelivers what was not acknowledged. */
export class Inbox {
  readonly #options: InboxOptions;
  readonly #messages = new Subject<RelayMessage>();
  readonly #queue: Delivery[] = [];
  /** Messages that are not acknowledged yet. */
  readonly #emitted = new Map<string, EmittedMessage>();
  readonly #gathering = new Set<Subscription | null>();
  #activeGathers = 0;
  #isWorking = false;
  #isDisposed = false;

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  get messages$(): Observable<RelayMessage> {
    return this.#messages.asObservable();
  }

  readonly receive = (push: Push, socket: RelaySocket): void => {
    this.#queue.push({ push, socket });
    void this.#processQueue();
  };

  /** Gathers messages until shortly after the returned function is called. */
  readonly gather = (): (() => void) => {
    this.#activeGathers += 1;
    return () => {
      if (this.#isDisposed) return;
      const timer = this.#options.clock.scheduler.schedule(() => {
        this.#gathering.delete(timer);
        this.#activeGathers -= 1;
        void this.#processQueue();
      }, GATHER_MS);
      this.#gathering.add(timer);
    };
  };

  /** Clears all timers. */
  dispose(): void {
    this.#isDisposed = true;
    for (const timer of this.#gathering) timer?.unsubscribe();
    this.#queue.length = 0;
    this.#emitted.clear();
    this.#messages.complete();
  }

  async #processQueue(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      // After an error, for example because a chunk failed to load, the relay delivers it again: it was not acknowledged.
      await this.#handle(next).catch(() => undefined);
    }
    this.#isWorking = false;
  }

  #next(): Delivery | undefined {
    if (this.#activeGathers > 0 || this.#isDisposed) return undefined;
    const at = (index: number): number => this.#queue[index]?.push.publishedAt ?? Number.POSITIVE_INFINITY;
    const first = this.#queue.reduce((best, _, index) => (at(index) < at(best) ? index : best), 0);
    return this.#queue.splice(first, 1)[0];
  }

  async #handle(delivery: Delivery): Promise<void> {
    const { push, socket } = delivery;
    const { topic, envelope } = push;
    const { seen, isSubscribed, hasKey, clock } = this.#options;
    const id = envelopeId(envelope);
    const emitted = this.#emitted.get(topic + id);
    if (emitted !== undefined && (emitted.isAcknowledged || clock.now() - emitted.emittedAt < ACKNOWLEDGE_TIMEOUT_MS)) {
      emitted.deliveries.push(delivery);
      return;
    }
    if (!isSubscribed(topic)) {
      // Another tab has this topic's key. Acknowledging the message here could lose it for that tab.
      if (!(await hasKey(topic))) socket.acknowledge(push.id);
      return;
    }
    if (await seen.has(topic, id)) return socket.acknowledge(push.id);
    // Without a subscriber the message would be lost. It is not acknowledged, so the relay delivers it again.
    if (this.#isDisposed || !this.#messages.observed) return;
    this.#emitted.set(topic + id, { deliveries: [delivery], emittedAt: clock.now(), isAcknowledged: false });
    const acknowledge = (): void => void this.#onAcknowledged(topic, id);
    this.#messages.next({
      topic,
      envelope,
      publishedAt: push.publishedAt ?? clock.now(),
      ...(push.attestation === undefined ? {} : { attestation: push.attestation }),
      acknowledge,
    });
  }

  async #onAcknowledged(topic: string, id: string): Promise<void> {
    const emitted = this.#emitted.get(topic + id);
    if (emitted === undefined || emitted.isAcknowledged) return;
    emitted.isAcknowledged = true;
    await this.#options.seen.add(topic, id, true);
    this.#emitted.delete(topic + id);
    for (const { push, socket } of emitted.deliveries) socket.acknowledge(push.id);
  }
}
