import type { ErrorCode } from '../../domain/errors/error-contexts.js';
import type { LatchkeyError } from '../../domain/errors/latchkey-error.js';

/** What the person must do now, or what is waited for. */
export type UseCaseStep =
  | 'working'
  | 'open-wallet'
  | 'scan-uri'
  | 'approve-in-wallet'
  | 'enter-code'
  | 'wait-for-block'
  | 'wait-for-finality';

/** An error of any of the given codes, discriminated by `code`. */
export type ErrorOf<Code extends ErrorCode> = { readonly [C in Code]: LatchkeyError<C> }[Code];

/**
 * The states of a run: first a synchronous `pending`, then further ones, then exactly one terminal state.
 * Expected failures are values; the error channel of the stream carries defects only.
 */
export type UseCaseState<Step extends UseCaseStep, Result, Code extends ErrorCode> =
  | {
      readonly status: 'pending';
      readonly step: Step;
      /** Hash of the transaction, from the moment it is broadcast. */
      readonly hash?: string;
    }
  | { readonly status: 'success'; readonly data: Result }
  | { readonly status: 'error'; readonly error: ErrorOf<Code> };
