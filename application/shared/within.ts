import { firstValueFrom, from, timeout } from 'rxjs';
import type { Clock } from '../ports/clock.port.js';

/** Waits for a promise, but no longer than the given time: then rejects with the TimeoutError of RxJS and ignores the promise, also when it fails. */
export const within = <T>(timeoutMs: number, { scheduler }: Clock, promise: Promise<T>): Promise<T> =>
  firstValueFrom(from(promise).pipe(timeout({ first: timeoutMs, scheduler })));
