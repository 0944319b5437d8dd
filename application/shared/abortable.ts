import { onAbort } from './on-abort.js';

/**
 * Waits for a promise until one of the signals is aborted, then rejects with its reason. What the promise does later is
 * ignored, also when it fails, and no listener stays on a signal.
 */
export const abortable = <T>(promise: Promise<T>, ...signals: readonly AbortSignal[]): Promise<T> =>
  new Promise((resolve, reject) => {
    const leave = (): void => reject(signals.find(({ aborted }) => aborted)?.reason);
    if (signals.some(({ aborted }) => aborted)) leave();
    const stays = signals.map((signal) => onAbort(signal, leave));
    promise.then(resolve, reject).finally(() => {
      for (const stay of stays) stay();
    });
  });
