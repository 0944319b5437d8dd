import { Observable } from 'rxjs';

/**
 * Tells at once that there is something to read, then at each event of `changes$`; ends with it. Listens before it tells
 * for the first time: who changes something right then hears of that too.
 */
export const nowAndOn = (changes$: Observable<unknown>): Observable<void> =>
  new Observable((subscriber) => {
    const listening = changes$.subscribe({ next: () => subscriber.next(), error: (defect) => subscriber.error(defect) });
    subscriber.next();
    listening.add(() => subscriber.complete());
    return listening;
  });
