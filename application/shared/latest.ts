import { Observable, type OperatorFunction, Subscription } from 'rxjs';

/**
 * Follows what the last value leads to, and leaves what the value before led to. Ends when both have ended. Stands for
 * RxJS's `switchMap`, which also takes promises, iterables and foreign streams, and brings 1 KiB for them into every page.
 */
export const latest =
  <T, R>(project: (value: T) => Observable<R>): OperatorFunction<T, R> =>
  (source$) =>
    new Observable((subscriber) => {
      let current = Subscription.EMPTY;
      let hasEnded = false;
      const error = (defect: unknown): void => subscriber.error(defect);
      const endWith = (): void => {
        if (hasEnded && current.closed) subscriber.complete();
      };
      const next = (value: T): void => {
        current.unsubscribe();
        // Known before it is followed: what it tells at once may lead to the next value.
        const own = new Subscription();
        current = own;
        subscriber.add(own);
        const complete = (): void => {
          own.unsubscribe();
          endWith();
        };
        own.add(project(value).subscribe({ next: (result) => own.closed || subscriber.next(result), error, complete }));
      };
      const complete = (): void => {
        hasEnded = true;
        endWith();
      };
      subscriber.add(source$.subscribe({ next, error, complete }));
    });
