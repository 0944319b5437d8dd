import { catchError, defer, EMPTY, filter, ignoreElements, mergeMap, type Observable, of, switchMap, tap } from 'rxjs';
import type { TrackedEvent } from '../../domain/analytics/tracked-event.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { ANALYTICS_FORBIDDEN } from '../../domain/modal/alerts.js';
import type { ModalStore } from '../modal/modal.store.js';
import type { Analytics } from '../ports/analytics.port.js';
import { fromAbortable } from '../shared/from-abortable.js';
import { token } from '../shared/token.js';

const FORBIDDEN = 403;

/** Sends events to the analytics service if its configuration, which is read once, says so. Failures have no effect except for an alert. */
export class AnalyticsSender {
  readonly #analytics: Analytics;
  readonly #modal: Pick<ModalStore, 'alert' | 'resolveAlert'>;
  /** `null` until the configuration was read. */
  #isEnabled: boolean | null = null;

  constructor(analytics: Analytics, modal: Pick<ModalStore, 'alert' | 'resolveAlert'>) {
    this.#analytics = analytics;
    this.#modal = modal;
  }

  /** Sends events until they complete. Unsubscribing cancels what is being sent. Subscribes to the events if they are wanted. */
  readonly send = (events$: Observable<TrackedEvent>): Observable<never> =>
    this.#isEnabled$.pipe(
      switchMap((isEnabled) => (isEnabled ? events$ : EMPTY)),
      filter(({ event }) => event !== 'MODAL_CREATED'),
      mergeMap((event) => this.#sendOne(event)),
      ignoreElements(),
    );

  /** Events of a service whose configuration cannot be read are not wanted. */
  readonly #isEnabled$: Observable<boolean> = defer(() =>
    this.#isEnabled === null
      ? fromAbortable<boolean>(async (signal, emit) => emit(await this.#analytics.isEnabled(signal))).pipe(catchError(() => of(false)))
      : of(this.#isEnabled),
  ).pipe(
    tap((isEnabled) => {
      this.#isEnabled = isEnabled;
    }),
  );

  #sendOne(event: TrackedEvent): Observable<never> {
    return fromAbortable<never>((signal) => this.#analytics.send(event, signal)).pipe(
      tap({ complete: () => this.#modal.resolveAlert(ANALYTICS_FORBIDDEN) }),
      catchError((error: unknown) => {
        if (isLatchkeyError(error, 'service/refused') && error.context.status === FORBIDDEN) this.#modal.alert(ANALYTICS_FORBIDDEN);
        return EMPTY;
      }),
    );
  }
}

/** Token of the sender. */
export const ANALYTICS_SENDER = token<AnalyticsSender>('AnalyticsSender');
