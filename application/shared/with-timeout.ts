import { firstValueFrom, from, timeout } from 'rxjs';
import type { Clock } from '../ports/clock.port.js';

/** Waits for a promise for at most `timeoutMs`, then rejects with the TimeoutError of RxJS and ignores the promise, even if it rejects later. */
export const withTimeout = <T>(timeoutMs: number, { scheduler }: Clock, promise: Promise<T>): Promise<T> =>
  firstValueFrom(from(promise).pipe(timeout({ first: timeoutMs, scheduler })));
