import type { ErrorContexts } from '../../../domain/errors/error-contexts.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { SEND_ERRORS } from '../../../domain/errors/on-demand/send-errors.js';

/** A code whose sentence travels with what sends. */
type SendCode = keyof (typeof SEND_ERRORS)['messages'];

/** Makes an error of sending. */
export const sendError = <Code extends SendCode>(code: Code, context: ErrorContexts[Code], cause?: unknown): LatchkeyError<Code> =>
  // The tables hold every code of the type; TypeScript cannot see it through the generic.
  new (LatchkeyError as new (code: Code, context: ErrorContexts[Code], options: unknown) => LatchkeyError<Code>)(code, context, {
    tables: SEND_ERRORS,
    ...(cause === undefined ? {} : { cause }),
  });
