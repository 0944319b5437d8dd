import { Observable } from 'rxjs';

/** A cold stream of an async function: each subscription is one run, whose signal is aborted by unsubscribing and when the run has ended. */
export const fromAbortable = <T>(run: (signal: AbortSignal, emit: (value: T) => void) => Promise<unknown>): Observable<T> =>
  new Observable((subscriber) => {
    const controller = new AbortController();
    run(controller.signal, (value) => subscriber.next(value)).then(
      () => subscriber.complete(),
      (error: unknown) => subscriber.error(error),
    );
    return () => controller.abort();
  });
