import { Observable } from 'rxjs';

/** Emits when a signal is aborted, at once where it is. No listener stays on the signal after the subscriber has left. */
export const aborted = (signal: AbortSignal): Observable<unknown> =>
  new Observable((subscriber) => {
    const tell = (): void => subscriber.next(null);
    if (signal.aborted) tell();
    signal.addEventListener('abort', tell, { once: true });
    return () => signal.removeEventListener('abort', tell);
  });
