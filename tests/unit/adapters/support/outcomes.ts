import { settled } from '../../../../testing/contracts/test-api.js';

const refuse = (): never => {
  throw new Error('no');
};

/** Throws whenever it is looked at. */
export const TRAP: object = new Proxy({}, { get: refuse });

/** What a promise is rejected with; `null` where it is fulfilled. */
export const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

/** What a call comes to whose caller leaves, with the reason `left`, once it is under way. */
export const leave = async (
  call: (signal: AbortSignal) => Promise<unknown>,
  underWay: () => Promise<unknown> = settled,
): Promise<unknown> => {
  const leaving = new AbortController();
  const outcome = call(leaving.signal).catch((error: unknown) => error);
  await underWay();
  leaving.abort('left');
  return outcome;
};
