import type { Clock } from '../ports/clock.port.js';
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
  const withdraw = (): void => question.abort(parent.reason);
  parent.addEventListener('abort', withdraw, { once: true });
  try {
    return await within(timeoutMs, clock, Promise.race([ask(question.signal), rejection(question.signal)]));
  } finally {
    parent.removeEventListener('abort', withdraw);
    question.abort();
  }
};

const rejection = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
