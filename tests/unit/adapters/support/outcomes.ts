import { flushPromises } from '../../../../testing/contracts/test-api.js';

const refuse = (): never => {
  throw new Error('no');
};

/** Throws on any access. */
export const TRAP: object = new Proxy({}, { get: refuse });

/** The rejection of a promise; `null` if it is fulfilled. */
export const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

/** Outcome of a call that is aborted with the reason `aborted` while it is pending. */
export const abortWhilePending = async (
  call: (signal: AbortSignal) => Promise<unknown>,
  untilPending: () => Promise<unknown> = flushPromises,
): Promise<unknown> => {
  const controller = new AbortController();
  const outcome = call(controller.signal).catch((error: unknown) => error);
  await untilPending();
  controller.abort('aborted');
  return outcome;
};
