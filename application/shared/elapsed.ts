import { Observable } from 'rxjs';
import type { Clock } from '../ports/clock.port.js';

/**
 * Emits when so many milliseconds have passed, then ends; with `everyMs` it goes on in that rhythm. Stands for RxJS's
 * `timer`, which brings a scheduler of its own into every page.
 */
export const elapsed = (ms: number, { scheduler }: Clock, everyMs?: number): Observable<void> =>
  new Observable((subscriber) =>
    scheduler.schedule(function () {
      subscriber.next();
      if (everyMs === undefined) subscriber.complete();
      else this.schedule(undefined, everyMs);
    }, ms),
  );
