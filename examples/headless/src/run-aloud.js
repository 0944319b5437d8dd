import { say } from './say.js';

/** @import { ErrorCode, UseCaseState, UseCaseStep } from 'latchkey' */

/**
 * Runs a use case to its end and prints each of its states. Resolves with the result; rejects with the typed error.
 * `lastOutcome` of `latchkey` does the same in silence.
 * @template Result
 * @param {string} name
 * @param {{ subscribe(observer: {
 *   next(state: UseCaseState<UseCaseStep, Result, ErrorCode>): void,
 *   error(defect: unknown): void,
 *   complete(): void,
 * }): unknown }} states what `execute()` returns; nothing happens before it is subscribed to
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
      // After an outcome this changes nothing. Without one, somebody has taken the question back, such as `dispose()`.
      complete: () => reject(new Error(`${name}: ended without an outcome`)),
    });
  });

/** @param {UseCaseState<UseCaseStep, unknown, ErrorCode>} state */
const describe = (state) => {
  if (state.status === 'pending') return `pending ${state.step}${state.hash === undefined ? '' : ` ${state.hash}`}`;
  return state.status === 'error' ? `error ${state.error.code}` : 'success';
};
