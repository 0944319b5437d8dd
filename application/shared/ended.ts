import { Observable } from 'rxjs';

/** Emits once, when `source$` has ended: for what ends with it. */
export const ended = (source$: Observable<unknown>): Observable<void> =>
  new Observable((subscriber) => source$.subscribe({ complete: () => subscriber.next() }));
