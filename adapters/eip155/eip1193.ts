import { abortable } from '../../application/shared/abortable.js';
import { attempt, isObject } from '../../domain/wire.js';
import { notifyAfterAbort } from '../shared/notify-after-abort.js';

/** One request to a provider. */
export interface Eip1193Request {
  readonly method: string;
  readonly params?: readonly unknown[] | Readonly<Record<string, unknown>>;
}

/**
 * A wallet's provider object, as far as Latchkey uses it. Events are optional: some embedded hosts have none.
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
export interface Eip1193Provider {
  request(request: Eip1193Request): PromiseLike<unknown>;
  on?(event: string, listener: (payload: unknown) => void): unknown;
  removeListener?(event: string, listener: (payload: unknown) => void): unknown;
}

/** Whether a foreign value can be asked. Never throws: it may be a proxy with traps. */
export const isEip1193Provider = (value: unknown): value is Eip1193Provider =>
  (isObject(value) || typeof value === 'function') && typeof attempt(() => Reflect.get(value, 'request')) === 'function';

/**
 * Asks a provider. The call leaves synchronously, so that a click that led here still counts as one. A foreign error
 * passes through as it is. After an abort the promise rejects with the signal's reason and whatever the wallet still
 * says is ignored, except by `late`: no second settling, no unhandled rejection.
 */
export const ask = (
  provider: Eip1193Provider,
  request: Eip1193Request,
  signal: AbortSignal,
  late: (answer: unknown) => void = () => undefined,
): Promise<unknown> => {
  if (signal.aborted) return Promise.reject(signal.reason);
  // A provider may throw at once, or answer with a promise of its own make: the inner promise tames both.
  const answer = new Promise((resolve) => resolve(provider.request(request)));
  return abortable(notifyAfterAbort(answer, signal, late), signal);
};
