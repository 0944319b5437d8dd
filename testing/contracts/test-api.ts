import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';

/** What the contract suites need of a test runner. The functions of vitest, jest, bun and mocha with chai's `expect` of vitest fit. */
export interface TestApi {
  describe(name: string, run: () => void): unknown;
  it(name: string, run: () => Promise<void> | void): unknown;
  expect(actual: unknown): { toBe(expected: unknown): unknown; toEqual(expected: unknown): unknown };
}

/** The code of the Latchkey error that a promise ends with; a word on what happened instead where it ends otherwise. */
export const codeOf = async (promise: Promise<unknown>): Promise<string> => {
  try {
    await promise;
    return 'no error';
  } catch (error) {
    return isLatchkeyError(error) ? error.code : `not a Latchkey error: ${String(error)}`;
  }
};

/** Lets every promise that can settle without time passing do so, and timers of 0 ms. */
export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Never aborted. */
export const patient = (): AbortSignal => new AbortController().signal;
