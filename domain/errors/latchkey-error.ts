import type { ErrorCode, ErrorContexts } from './error-contexts.js';
import { errorMessage } from './error-messages.js';
import { ERROR_RECOVERY, type Recovery } from './error-recovery.js';

/**
 * The one error class of Latchkey: a code of the registry, its typed context and, where there is one, the foreign cause.
 * Compare with {@link isLatchkeyError}, never with `instanceof` or by text: two copies of the package may be on a page.
 * @example new LatchkeyError('connection/not-connected', { namespace: 'eip155' })
 */
export class LatchkeyError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'LatchkeyError';
  readonly code: Code;
  readonly context: Readonly<ErrorContexts[Code]>;
  /** What can be done about it. */
  readonly recovery: Recovery;

  constructor(code: Code, context: ErrorContexts[Code], options?: ErrorOptions) {
    super(errorMessage(code, context), options);
    this.code = code;
    this.context = Object.freeze({ ...context });
    this.recovery = ERROR_RECOVERY[code];
  }

  /** A form for logs: no cause and no stack, which may hold what a foreign library put there. */
  toJSON(): { readonly name: string; readonly code: Code; readonly message: string; readonly context: Readonly<ErrorContexts[Code]> } {
    return { name: this.name, code: this.code, message: this.message, context: this.context };
  }
}

/**
 * Whether a thrown value is a Latchkey error, or one with the given code. Compares `name` and `code`.
 * @example if (isLatchkeyError(error, 'wallet/rejected')) return;
 */
export const isLatchkeyError = <Code extends ErrorCode = ErrorCode>(error: unknown, code?: Code): error is LatchkeyError<Code> => {
  if (typeof error !== 'object' || error === null) return false;
  // Any object can be asked for any member.
  const candidate = error as Partial<LatchkeyError>;
  return candidate.name === 'LatchkeyError' && typeof candidate.code === 'string' && (code === undefined || candidate.code === code);
};
