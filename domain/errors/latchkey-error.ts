import type { ErrorCode, ErrorContexts } from './error-contexts.js';
import { errorMessage } from './error-messages.js';
import { ERROR_RECOVERY, type Recovery } from './error-recovery.js';

/**
 * The only error class of Latchkey: a registry code, its typed context and an optional cause.
 * Check it with {@link isLatchkeyError}, never with `instanceof` or by text: two copies of the package may be loaded.
 * @example new LatchkeyError('connection/not-connected', { namespace: 'eip155' })
 */
export class LatchkeyError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'LatchkeyError';
  readonly code: Code;
  readonly context: Readonly<ErrorContexts[Code]>;
  /** How to recover from the error. */
  readonly recovery: Recovery;

  constructor(code: Code, context: ErrorContexts[Code], options?: ErrorOptions) {
    super(errorMessage(code, context), options);
    this.code = code;
    this.context = Object.freeze({ ...context });
    this.recovery = ERROR_RECOVERY[code];
  }

  /** Returns a form for logs, without cause and stack, which may hold data of another library. */
  toJSON(): { readonly name: string; readonly code: Code; readonly message: string; readonly context: Readonly<ErrorContexts[Code]> } {
    return { name: this.name, code: this.code, message: this.message, context: this.context };
  }
}

/**
 * Tests for a Latchkey error, optionally with the given code. Compares `name` and `code`.
 * @example if (isLatchkeyError(error, 'wallet/rejected')) return;
 */
export const isLatchkeyError = <Code extends ErrorCode = ErrorCode>(error: unknown, code?: Code): error is LatchkeyError<Code> => {
  if (typeof error !== 'object' || error === null) return false;
  // Reading a member is safe on any object.
  const candidate = error as Partial<LatchkeyError>;
  return candidate.name === 'LatchkeyError' && typeof candidate.code === 'string' && (code === undefined || candidate.code === code);
};
