import { Observable } from 'rxjs';
import type { UseCaseState } from './use-case-state.js';

/**
 * Makes a cold stream of something that is done at once and cannot fail: nothing happens before subscribe, each
 * subscribe does it once, `pending` then `success` come synchronously. Who leaves at `pending` prevents it.
 */
export const runAtOnce = <Result>(act: () => Result): Observable<UseCaseState<'working', Result, never>> =>
  new Observable((subscriber) => {
    subscriber.next({ status: 'pending', step: 'working' });
    if (subscriber.closed) return;
    subscriber.next({ status: 'success', result: act() });
    subscriber.complete();
  });
