// @ts-check
import { say } from './print.js';

/** @import { ErrorCode, UseCaseState, UseCaseStep } from 'latchkey' */

/**
 * Runs a use case to completion and prints each state. Resolves with the result, rejects with the typed error.
 * `lastOutcome` of `latchkey` does the same without printing.
 * @template Result
 * @param {string} name
 * @param {{ subscribe(observer: {
 *   next(state: UseCaseState<UseCaseStep, Result, ErrorCode>): void,
 *   error(defect: unknown): void,
 *   complete(): void,
 * }): unknown }} states the observable returned by `execute()`; it is cold, so nothing runs before subscribe
 * @returns {Promise<Result>}
 */
export const runAloud = (name, states) =>
  new Promise((resolve, reject) => {
    states.subscribe({
      next: (state) => {
        say(name, describe(state));
        if (state.status === 'success') resolve(state.data);
        if (state.status === 'error') reject(state.error);
      },
      error: reject,
      // No effect after an outcome. Completion without one means the run was cancelled, for example by `dispose()`.
      complete: () => reject(new Error(`${name}: completed without an outcome`)),
    });
  });

/** @param {UseCaseState<UseCaseStep, unknown, ErrorCode>} state */
const describe = (state) => {
  if (state.status === 'pending') return `pending ${state.step}${state.hash === undefined ? '' : ` ${state.hash}`}`;
  return state.status === 'error' ? `error ${state.error.code}` : 'success';
};
