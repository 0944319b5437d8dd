import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { attempt, isObject } from '../../../domain/wire.js';

/** A member of a foreign object, `undefined` where it has none. Reading it may throw, as anything of a wallet may. */
export const member = (value: unknown, name: string): unknown =>
  isObject(value) || typeof value === 'function' ? Reflect.get(value, name) : undefined;

/**
 * Calls a method of a foreign object.
 * @throws an error with code −32601 when there is none, and what the method throws
 * @see https://www.jsonrpc.org/specification#error_object
 */
export const callMember = async (value: unknown, name: string, ...parameters: readonly unknown[]): Promise<unknown> => {
  const method = member(value, name);
  if (typeof method !== 'function') throw Object.assign(new Error(`The wallet has no ${name}`), { code: -32_601 });
  return Reflect.apply(method, value, parameters);
};

/** Whether a foreign object has a method. */
export const hasMethod = (value: unknown, name: string): boolean => typeof member(value, name) === 'function';

/** A foreign list, empty where it is none. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * A list of foreign addresses.
 * @throws LatchkeyError `wallet/invalid-response` where it is none
 */
export const requireList = (value: unknown, method: string): readonly unknown[] => {
  if (!Array.isArray(value)) throw new LatchkeyError('wallet/invalid-response', { method });
  return value;
};

/** Listens to a foreign emitter, under whichever names it has for that; gives a function that stops. */
export const listenTo = (emitter: unknown, event: string, listener: (payload: unknown) => void): (() => void) => {
  const call = (names: readonly string[]): unknown => {
    const method = names.map((name) => member(emitter, name)).find((each) => typeof each === 'function');
    // Found to be a function just above.
    return method === undefined ? undefined : Reflect.apply(method as () => unknown, emitter, [event, listener]);
  };
  const stop = attempt(() => call(['on', 'addListener']));
  // Some give a function that stops, others have a method for it.
  return () => void attempt(() => (typeof stop === 'function' ? stop() : call(['removeListener', 'off'])));
};
