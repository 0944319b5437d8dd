import type { Clock } from '../ports/clock.port.js';
import { abortable } from './abortable.js';
import { onAbort } from './on-abort.js';
import { withTimeout } from './with-timeout.js';

/**
 * Sends a request that may never get a response. On timeout (TimeoutError of RxJS), or when `parent` is aborted, the signal of the
 * request is aborted and the promise rejects, even if the receiver ignores the signal.
 */
export const requestWithTimeout = async <T>(
  timeoutMs: number,
  clock: Clock,
  parent: AbortSignal,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  parent.throwIfAborted();
  const controller = new AbortController();
  const removeAbortListener = onAbort(parent, () => controller.abort(parent.reason));
  try {
    return await withTimeout(timeoutMs, clock, abortable(send(controller.signal), parent));
  } catch (error) {
    // Not after a success: developer tools would list the request as cancelled.
    controller.abort();
    throw error;
  } finally {
    removeAbortListener();
  }
};
