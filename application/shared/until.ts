import { type MonoTypeOperatorFunction, Observable } from 'rxjs';

/**
 * Follows a stream until `end$` emits, then ends; where that happens at once, the stream is not begun. Stands for RxJS's
 * `takeUntil`, for the reason that `latest` gives.
 */
export const until =
  <T>(end$: Observable<unknown>): MonoTypeOperatorFunction<T> =>
  (source$) =>
    new Observable((subscriber) => {
      subscriber.add(end$.subscribe({ next: () => subscriber.complete(), error: (defect) => subscriber.error(defect) }));
      if (!subscriber.closed) subscriber.add(source$.subscribe(subscriber));
    });
