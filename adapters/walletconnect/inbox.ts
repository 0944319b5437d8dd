import { type Observable, Subject, type Subscription } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';
import type { RelayMessage } from '../../application/ports/relay.port.js';
import { envelopeId } from '../../domain/wallet-protocol/envelope-id.js';
import type { Push } from './relay-frames.js';
import type { RelaySocket } from './relay-socket.js';
import type { SeenEnvelopes } from './seen-envelopes.js';

/** What an inbox needs to know. */
export interface InboxOptions {
  readonly clock: Clock;
  readonly seen: SeenEnvelopes;
  readonly isWanted: (topic: string) => boolean;
  readonly hasKey: (topic: string) => Promise<boolean>;
}

/** A push and the connection over which it came. */
interface Delivery {
  readonly push: Push;
  readonly socket: RelaySocket;
}

/** A message that was told, with every push that brought it. */
interface Told {
  readonly deliveries: Delivery[];
  /** Milliseconds since 1970. */
  readonly at: number;
  isTakenUp: boolean;
}

/** After subscribing, the waiting messages of all topics come one by one: for so long they are gathered and put in order. */
const GATHER_MS = 50;

/** Nobody works on a message for so long: who has not taken it up by then could not, and is told again when it comes again. */
const TAKE_UP_MS = 60_000;

/**
 * Takes what the relay hands over, and emits each envelope once, in the order of publication. Whatever comes, nothing throws.
 */
export class Inbox {
  readonly #options: InboxOptions;
  readonly #messages = new Subject<RelayMessage>();
  readonly #waiting: Delivery[] = [];
  /** Not acknowledged yet. */
  readonly #told = new Map<string, Told>();
  readonly #gathering = new Set<Subscription | null>();
  #holds = 0;
  #isWorking = false;
  #isDisposed = false;

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  get messages$(): Observable<RelayMessage> {
    return this.#messages.asObservable();
  }

  readonly receive = (push: Push, socket: RelaySocket): void => {
    this.#waiting.push({ push, socket });
    void this.#work();
  };

  /** Gathers from now on, until shortly after the returned function is called. */
  readonly gather = (): (() => void) => {
    this.#holds += 1;
    return () => {
      if (this.#isDisposed) return;
      const timer = this.#options.clock.scheduler.schedule(() => {
        this.#gathering.delete(timer);
        this.#holds -= 1;
        void this.#work();
      }, GATHER_MS);
      this.#gathering.add(timer);
    };
  };

  /** Ends every timer. */
  dispose(): void {
    this.#isDisposed = true;
    for (const timer of this.#gathering) timer?.unsubscribe();
    this.#waiting.length = 0;
    this.#told.clear();
    this.#messages.complete();
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      // One that breaks, e.g. because a part of Latchkey cannot be loaded, comes again: it was not acknowledged.
      await this.#take(next).catch(() => undefined);
    }
    this.#isWorking = false;
  }

  #next(): Delivery | undefined {
    if (this.#holds > 0 || this.#isDisposed) return undefined;
    const at = (index: number): number => this.#waiting[index]?.push.publishedAt ?? Number.POSITIVE_INFINITY;
    const first = this.#waiting.reduce((best, _, index) => (at(index) < at(best) ? index : best), 0);
    return this.#waiting.splice(first, 1)[0];
  }

  async #take(delivery: Delivery): Promise<void> {
    const { push, socket } = delivery;
    const { topic, envelope } = push;
    const { seen, isWanted, hasKey, clock } = this.#options;
    const id = envelopeId(envelope);
    const told = this.#told.get(topic + id);
    if (told !== undefined && (told.isTakenUp || clock.now() - told.at < TAKE_UP_MS)) {
      told.deliveries.push(delivery);
      return;
    }
    if (!isWanted(topic)) {
      // A topic that another tab can read is that tab's: acknowledged here, its message could be lost there.
      if (!(await hasKey(topic))) socket.acknowledge(push.id);
      return;
    }
    if (await seen.has(topic, id)) return socket.acknowledge(push.id);
    // Unheard it would be lost: it is handed over again.
    if (this.#isDisposed || !this.#messages.observed) return;
    this.#told.set(topic + id, { deliveries: [delivery], at: clock.now(), isTakenUp: false });
    const acknowledge = (): void => void this.#takenUp(topic, id);
    this.#messages.next({
      topic,
      envelope,
      publishedAt: push.publishedAt ?? clock.now(),
      ...(push.attestation === undefined ? {} : { attestation: push.attestation }),
      acknowledge,
    });
  }

  async #takenUp(topic: string, id: string): Promise<void> {
    const told = this.#told.get(topic + id);
    if (told === undefined || told.isTakenUp) return;
    told.isTakenUp = true;
    await this.#options.seen.add(topic, id, true);
    this.#told.delete(topic + id);
    for (const { push, socket } of told.deliveries) socket.acknowledge(push.id);
  }
}
