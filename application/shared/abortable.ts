import { onAbort } from './on-abort.js';

/**
 * Waits for a promise until one of the signals is aborted, then rejects with its reason. A later result or rejection of the promise is
 * ignored, and all abort listeners are removed.
 */
export const abortable = <T>(promise: Promise<T>, ...signals: readonly AbortSignal[]): Promise<T> =>
  new Promise((resolve, reject) => {
    const rejectAborted = (): void => reject(signals.find(({ aborted }) => aborted)?.reason);
    if (signals.some(({ aborted }) => aborted)) rejectAborted();
    const removeListeners = signals.map((signal) => onAbort(signal, rejectAborted));
    promise.then(resolve, reject).finally(() => {
      for (const removeListener of removeListeners) removeListener();
    });
  });
