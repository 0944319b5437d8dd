import {
  catchError,
  defer,
  distinctUntilChanged,
  EMPTY,
  finalize,
  map,
  type Observable,
  type ObservableInput,
  ReplaySubject,
  type Subscription,
  skip,
  switchMap,
  take,
} from 'rxjs';
import type { TrackedEvent } from '../../domain/analytics/tracked-event.js';
import { hasAnalytics } from '../../domain/options/has-analytics.js';
import type { Browser } from '../ports/browser.port.js';
import type { EventBus } from '../shared/event-bus.js';
import type { OptionsStore } from '../shared/options.store.js';
import type { AnalyticsSender } from './analytics.sender.js';

/** Dependencies of {@link followEvents}. */
export interface FollowEventsDeps {
  readonly events: Pick<EventBus, 'events$'>;
  readonly options: Pick<OptionsStore, 'options$'>;
  readonly browser: Pick<Browser, 'location'>;
  /** Emits once the user has acted. */
  readonly hasActed$: Observable<unknown>;
  /** Loads the sender. */
  readonly load: () => ObservableInput<Pick<AnalyticsSender, 'send'>>;
  /** Called if the sender cannot be loaded. */
  readonly onError: (error: unknown) => void;
}

/** Events before the user acts. Older ones are dropped. */
export const MAX_QUEUED_EVENTS = 50;

/**
 * Queues the events of a web page until the user acts, then loads the sender, which sends them and the following ones. While analytics is
 * turned off, events are dropped; turning it off drops the queue.
 */
export const followEvents = ({ events, options, browser, hasActed$, load, onError }: FollowEventsDeps): Subscription => {
  const sent$ = defer(() => {
    const queue = new ReplaySubject<TrackedEvent>(MAX_QUEUED_EVENTS);
    // The bus starts with its last event, which is the placeholder, or older than this queue.
    const queueing = events.events$.pipe(skip(1)).subscribe(queue);
    return hasActed$.pipe(
      take(1),
      switchMap(load),
      switchMap((sender) => sender.send(queue)),
      catchError((error: unknown) => {
        onError(error);
        return EMPTY;
      }),
      finalize(() => queueing.unsubscribe()),
    );
  });
  return options.options$
    .pipe(
      map((current) => current.features.analytics && hasAnalytics(current) && browser.location !== null),
      distinctUntilChanged(),
      switchMap((isOn) => (isOn ? sent$ : EMPTY)),
    )
    .subscribe();
};
