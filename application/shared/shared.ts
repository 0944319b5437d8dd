import { Observable, Subject, Subscription } from 'rxjs';

/** One subscription to the source, and who follows it. */
interface Sharing<T> {
  readonly told: Subject<T>;
  readonly source: Subscription;
  followers: number;
}

/**
 * A stream whose followers share one subscription to `source$`: the first begins it, the last ends it, and who comes
 * after its end begins anew. Stands for RxJS's `share`, for the reason that `latest` gives.
 */
export const shared = <T>(source$: Observable<T>): Observable<T> => {
  let current: Sharing<T> | null = null;
  return new Observable((subscriber) => {
    current ??= { told: new Subject(), source: new Subscription(), followers: 0 };
    const own = current;
    const forget = (): void => {
      if (current === own) current = null;
    };
    own.followers += 1;
    subscriber.add(() => {
      own.followers -= 1;
      if (own.followers > 0) return;
      forget();
      own.source.unsubscribe();
    });
    subscriber.add(own.told.subscribe(subscriber));
    // There is a first one only once: without followers the sharing is forgotten.
    if (own.followers !== 1) return;
    own.source.add(
      source$.subscribe({
        next: (value) => own.told.next(value),
        error: (defect) => {
          forget();
          own.told.error(defect);
        },
        complete: () => {
          forget();
          own.told.complete();
        },
      }),
    );
  });
};
