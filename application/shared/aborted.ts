import { defer, fromEvent, type Observable, of } from 'rxjs';

/** Emits when a signal is aborted, at once where it is already. */
export const aborted = (signal: AbortSignal): Observable<unknown> => defer(() => (signal.aborted ? of(null) : fromEvent(signal, 'abort')));
