import { firstValueFrom, from, throwError, timeout } from 'rxjs';
import type { Clock } from '../ports/clock.port.js';

/** An answer took too long. Adapters and use cases turn it into an error of the registry. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** Waits for an answer, but no longer than the given time. The late answer is ignored, also when it is an error. */
export const within = <T>(timeoutMs: number, clock: Clock, answer: Promise<T>): Promise<T> =>
  firstValueFrom(
    from(answer).pipe(
      timeout({
        first: timeoutMs,
        scheduler: clock.scheduler,
        with: () => throwError(() => new TimeoutError(`No answer within ${timeoutMs} ms`)),
      }),
    ),
  );
