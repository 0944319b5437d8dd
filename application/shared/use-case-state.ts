import type { ErrorCode } from '../../domain/errors/error-contexts.js';
import type { LatchkeyError } from '../../domain/errors/latchkey-error.js';

/** The action that the user must take now, or the event that the run waits for. */
export type UseCaseStep =
  | 'working'
  | 'open-wallet'
  | 'scan-uri'
  | 'approve-in-wallet'
  | 'wait-for-other-payment'
  | 'approve-allowance'
  | 'wait-for-allowance'
  | 'enter-code'
  | 'approve-in-mail'
  | 'open-provider'
  | 'log-in-at-provider'
  | 'pay-at-provider'
  | 'wait-for-block'
  | 'wait-for-finality';

/** An error of any of the given codes, discriminated by `code`. */
export type ErrorOf<Code extends ErrorCode> = { readonly [C in Code]: LatchkeyError<C> }[Code];

/**
 * The states of a run: a synchronous `pending`, then any number of `pending`, then exactly one terminal state.
 * Expected failures are values; the error channel of the stream carries defects only.
 */
export type UseCaseState<Step extends UseCaseStep, Result, Code extends ErrorCode> =
  | {
      readonly status: 'pending';
      readonly step: Step;
      /** Transaction hash, once it is broadcast. */
      readonly hash?: string;
    }
  | { readonly status: 'success'; readonly data: Result }
  | { readonly status: 'error'; readonly error: ErrorOf<Code> };
