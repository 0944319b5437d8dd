import type { Clock } from '../ports/clock.port.js';
import { onAbort } from './on-abort.js';

/** Waits on the given clock. Rejects with the signal's reason as soon as that is aborted, leaving no timer behind. */
export const pause = (ms: number, { scheduler }: Clock, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const wake = (): void => {
      stay();
      resolve();
    };
    const timer = scheduler.schedule(wake, ms);
    const stay = onAbort(signal, () => {
      timer.unsubscribe();
      reject(signal.reason);
    });
  });
