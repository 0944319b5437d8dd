import type { Clock } from '../ports/clock.port.js';
import { abortable } from './abortable.js';
import { onAbort } from './on-abort.js';
import { within } from './within.js';

/**
 * Sends a request that may never get a response. When the time is up (TimeoutError of RxJS) or `parent` is aborted, the signal of the
 * request is aborted and the wait ends, also where the receiver ignores that signal.
 */
export const askWithin = async <T>(
  timeoutMs: number,
  clock: Clock,
  parent: AbortSignal,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  parent.throwIfAborted();
  const request = new AbortController();
  const stay = onAbort(parent, () => request.abort(parent.reason));
  try {
    return await within(timeoutMs, clock, abortable(ask(request.signal), parent));
  } finally {
    stay();
    request.abort();
  }
};
