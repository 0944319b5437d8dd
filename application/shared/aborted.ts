import { defer, fromEvent, type MonoTypeOperatorFunction, Observable, of, takeUntil } from 'rxjs';
import { onAbort } from './on-abort.js';

/** Emits when a signal is aborted, synchronously if it already is. */
export const aborted = (signal: AbortSignal): Observable<unknown> => defer(() => (signal.aborted ? of(null) : fromEvent(signal, 'abort')));

/** Unsubscribes from the source and fails with the signal's reason once the signal is aborted. */
export const throwOnAbort = <T>(signal: AbortSignal): MonoTypeOperatorFunction<T> =>
  takeUntil(
    new Observable<never>((subscriber) => {
      if (signal.aborted) subscriber.error(signal.reason);
      return onAbort(signal, () => subscriber.error(signal.reason));
    }),
  );
