import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { attempt, isObject } from '../../../domain/wire.js';

/** A property of an untrusted value, `undefined` if it has none. Getters may throw. */
export const member = (value: unknown, name: string): unknown =>
  isObject(value) || typeof value === 'function' ? Reflect.get(value, name) : undefined;

/**
 * Calls a method of an untrusted object.
 * @throws an error with code −32601 when there is no such method, and any error of the method
 * @see https://www.jsonrpc.org/specification#error_object
 */
export const callMember = async (value: unknown, name: string, ...parameters: readonly unknown[]): Promise<unknown> => {
  const method = member(value, name);
  if (typeof method !== 'function') throw Object.assign(new Error(`The wallet has no ${name}`), { code: -32_601 });
  return Reflect.apply(method, value, parameters);
};

/** Checks that an untrusted object has a method. */
export const hasMethod = (value: unknown, name: string): boolean => typeof member(value, name) === 'function';

/** The value if it is an array, else an empty one. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Returns the response of a method that must be an array.
 * @throws LatchkeyError `wallet/invalid-response` for anything else
 */
export const requireList = (value: unknown, method: string): readonly unknown[] => {
  if (!Array.isArray(value)) throw new LatchkeyError('wallet/invalid-response', { method });
  return value;
};

/** Subscribes to an untrusted emitter through whichever method it has; returns the unsubscribe function. */
export const listenTo = (emitter: unknown, event: string, listener: (payload: unknown) => void): (() => void) => {
  const call = (names: readonly string[]): unknown => {
    const method = names.map((name) => member(emitter, name)).find((each) => typeof each === 'function');
    // Checked to be a function above.
    return method === undefined ? undefined : Reflect.apply(method as () => unknown, emitter, [event, listener]);
  };
  const unsubscribe = attempt(() => call(['on', 'addListener']));
  // Some wallets return an unsubscribe function, others have a method to remove a listener.
  return () => void attempt(() => (typeof unsubscribe === 'function' ? unsubscribe() : call(['removeListener', 'off'])));
};
