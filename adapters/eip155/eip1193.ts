import { abortable } from '../../application/shared/abortable.js';
import { attempt, isObject } from '../../domain/wire.js';
import { notifyAfterAbort } from '../shared/notify-after-abort.js';

export interface Eip1193Request {
  readonly method: string;
  readonly params?: readonly unknown[] | Readonly<Record<string, unknown>>;
}

/**
 * The subset of an EIP-1193 provider that Latchkey uses. Events are optional: some embedded wallets have none.
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
export interface Eip1193Provider {
  request(request: Eip1193Request): PromiseLike<unknown>;
  on?(event: string, listener: (payload: unknown) => void): unknown;
  removeListener?(event: string, listener: (payload: unknown) => void): unknown;
}

/** Checks for a callable `request`. Never throws: the value may be a proxy with traps. */
export const isEip1193Provider = (value: unknown): value is Eip1193Provider =>
  (isObject(value) || typeof value === 'function') && typeof attempt(() => Reflect.get(value, 'request')) === 'function';

/**
 * Sends a request to a provider. The call is made synchronously, to keep the user activation of a click. Provider errors pass through
 * unchanged. After an abort the promise rejects with the signal's reason; a later response goes only to `onLateResponse`, and a later
 * rejection is swallowed.
 */
export const requestProvider = (
  provider: Eip1193Provider,
  request: Eip1193Request,
  signal: AbortSignal,
  onLateResponse: (response: unknown) => void = () => undefined,
): Promise<unknown> => {
  if (signal.aborted) return Promise.reject(signal.reason);
  // A provider may throw synchronously or return a non-native thenable: the promise constructor normalizes both.
  const response = new Promise((resolve) => resolve(provider.request(request)));
  return abortable(notifyAfterAbort(response, signal, onLateResponse), signal);
};
