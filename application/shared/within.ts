import type { Clock } from '../ports/clock.port.js';

/** An answer took too long. Adapters and use cases turn it into an error of the registry. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** Waits for an answer, but no longer than the given time. The late answer is ignored, also when it is an error. */
export const within = <T>(timeoutMs: number, { scheduler }: Clock, answer: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = scheduler.schedule(() => reject(new TimeoutError(`No answer within ${timeoutMs} ms`)), timeoutMs);
    answer.finally(() => timer.unsubscribe()).then(resolve, reject);
  });
