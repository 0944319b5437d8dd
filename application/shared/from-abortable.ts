import { Observable } from 'rxjs';

/** Creates a cold observable from an async function: each subscription is one run, whose signal is aborted on unsubscribe and when the run ends. */
export const fromAbortable = <T>(run: (signal: AbortSignal, emit: (value: T) => void) => Promise<unknown>): Observable<T> =>
  new Observable((subscriber) => {
    const controller = new AbortController();
    run(controller.signal, (value) => subscriber.next(value)).then(
      () => subscriber.complete(),
      (error: unknown) => subscriber.error(error),
    );
    return () => controller.abort();
  });
