import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';

/** Test runner API for the contract suites. The functions of vitest, jest and bun fit, and those of mocha with vitest's `expect`. */
export interface TestApi {
  describe(name: string, run: () => void): unknown;
  it(name: string, run: () => Promise<void> | void): unknown;
  expect(actual: unknown): { toBe(expected: unknown): unknown; toEqual(expected: unknown): unknown };
}

/** Returns the code of the Latchkey error that a promise rejects with, or a description of another outcome. */
export const codeOf = async (promise: Promise<unknown>): Promise<string> => {
  try {
    await promise;
    return 'no error';
  } catch (error) {
    return isLatchkeyError(error) ? error.code : `not a Latchkey error: ${String(error)}`;
  }
};

/** Flushes pending promises and timers of 0 ms. */
export const flushPromises = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

export const neverAborted = (): AbortSignal => new AbortController().signal;
