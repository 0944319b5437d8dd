import type { Clock } from '../ports/clock.port.js';

/** Waits on the given clock. Rejects with the signal's reason as soon as that is aborted, leaving no timer behind. */
export const pause = (ms: number, { scheduler }: Clock, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const wake = (): void => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const timer = scheduler.schedule(wake, ms);
    const leave = (): void => {
      timer.unsubscribe();
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
  });
