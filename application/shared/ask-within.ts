import type { Clock } from '../ports/clock.port.js';
import { onAbort } from './on-abort.js';
import { within } from './within.js';

/**
 * Asks something that may never be answered. When the time is up ({@link TimeoutError}) or `parent` is aborted, the
 * question is withdrawn and nobody waits any longer, also where the asked one does not care.
 */
export const askWithin = async <T>(
  timeoutMs: number,
  clock: Clock,
  parent: AbortSignal,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  parent.throwIfAborted();
  const question = new AbortController();
  const stay = onAbort(parent, () => question.abort(parent.reason));
  try {
    return await within(timeoutMs, clock, Promise.race([ask(question.signal), rejection(question.signal)]));
  } finally {
    stay();
    question.abort();
  }
};

const rejection = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
