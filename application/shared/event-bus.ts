import { BehaviorSubject, type Observable } from 'rxjs';
import type { TrackedEvent, TrackedEventName, TrackedEvents } from '../../domain/analytics/tracked-event.js';
import type { Clock } from '../ports/clock.port.js';
import { token } from './token.js';

/** Bus of the tracked events that apps receive with `onEvent`. */
export class EventBus {
  readonly #clock: Clock;
  readonly #last: BehaviorSubject<TrackedEvent>;
  readonly #queue: TrackedEvent[] = [];
  #addressOf: () => string | undefined = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#last = new BehaviorSubject(this.#event('MODAL_CREATED', undefined));
  }

  /** The last event, then each new one. Starts with `MODAL_CREATED`, which is never sent to analytics. */
  get events$(): Observable<TrackedEvent> {
    return this.#last.asObservable();
  }

  get last(): TrackedEvent {
    return this.#last.value;
  }

  /** Sets the function that returns the active address, which every event includes. */
  readonly bindAddress = (addressOf: () => string | undefined): void => {
    this.#addressOf = addressOf;
  };

  /** Emits an event. @example bus.track('MODAL_OPEN', { connected: false }) */
  readonly track = <Name extends TrackedEventName>(
    ...[name, properties]: undefined extends TrackedEvents[Name] ? [name: Name] : [name: Name, properties: TrackedEvents[Name]]
  ): void => {
    // A listener may track the next event (e.g. by opening the modal); the queue keeps the order for all listeners.
    if (this.#queue.push(this.#event(name, properties)) > 1) return;
    for (let event = this.#queue[0]; event !== undefined; event = this.#queue[0]) {
      this.#last.next(event);
      this.#queue.shift();
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
