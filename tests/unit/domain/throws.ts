import { expect } from 'vitest';
import type { ErrorCode } from '../../../domain/errors/error-contexts.js';
import { isLatchkeyError, type LatchkeyError } from '../../../domain/errors/latchkey-error.js';

/** Runs an action that must throw a Latchkey error with this code, and returns the error. */
export const thrownBy = <Code extends ErrorCode>(code: Code, action: () => unknown): LatchkeyError<Code> => {
  try {
    action();
  } catch (error) {
    if (isLatchkeyError(error, code)) return error;
    throw error;
  }
  return expect.fail(`nothing was thrown, ${code} was expected`);
};

/** Returns the code of the Latchkey error that an action throws, or `no error`. */
export const codeThrownBy = (action: () => unknown): string => {
  try {
    action();
    return 'no error';
  } catch (error) {
    return isLatchkeyError(error) ? error.code : `not a Latchkey error: ${String(error)}`;
  }
};
