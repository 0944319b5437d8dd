import { BehaviorSubject, type Observable } from 'rxjs';
import type { Clock } from '../ports/clock.port.js';
import { token } from './token.js';
import type { TrackedEvent, TrackedEventName, TrackedEvents } from './tracked-event.js';

/** Where every part reports what happened; the host listens with `onEvent`, analytics from its own issue on. */
export class EventBus {
  readonly #clock: Clock;
  readonly #last: BehaviorSubject<TrackedEvent>;
  readonly #waiting: TrackedEvent[] = [];
  #addressOf: () => string | undefined = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#last = new BehaviorSubject(this.#event('MODAL_CREATED', undefined));
  }

  /** The last event, then each new one. Starts with `MODAL_CREATED`, which is never sent anywhere. */
  get events$(): Observable<TrackedEvent> {
    return this.#last.asObservable();
  }

  /** The last event. */
  get last(): TrackedEvent {
    return this.#last.value;
  }

  /** Tells the bus how to learn the active address, which every event carries. */
  readonly bindAddress = (addressOf: () => string | undefined): void => {
    this.#addressOf = addressOf;
  };

  /** Reports an event. @example bus.track('MODAL_OPEN', { connected: false }) */
  readonly track = <Name extends TrackedEventName>(
    ...[name, properties]: undefined extends TrackedEvents[Name] ? [name: Name] : [name: Name, properties: TrackedEvents[Name]]
  ): void => {
    // A listener may cause the next event (a host that opens the modal): everybody hears of them in their order.
    if (this.#waiting.push(this.#event(name, properties)) > 1) return;
    for (let event = this.#waiting[0]; event !== undefined; event = this.#waiting[0]) {
      this.#last.next(event);
      this.#waiting.shift();
    }
  };

  readonly complete = (): void => this.#last.complete();

  #event(name: TrackedEventName, properties: TrackedEvents[TrackedEventName] | undefined): TrackedEvent {
    const type = name === 'INTERNAL_SDK_ERROR' ? 'error' : 'track';
    // Name and properties belong together by the signature of `track`.
    return { type, event: name, properties, address: this.#addressOf(), timestamp: this.#clock.now() } as TrackedEvent;
  }
}

/** Token of the event bus. */
export const EVENT_BUS = token<EventBus>('EventBus');
