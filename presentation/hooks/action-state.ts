import type { Idle, RunState } from './action.store.js';

/**
 * An action's state, discriminated by `status`. `step` says what a pending action waits for, `data` is the result of the run that succeeded,
 * `error` the typed error of the one that failed.
 */
export type ActionState<State extends RunState> =
  | { readonly status: 'idle'; readonly step: null; readonly data: undefined; readonly error: null; readonly isPending: false }
  | (Extract<State, { readonly status: 'pending' }> & { readonly data: undefined; readonly error: null; readonly isPending: true })
  | (Extract<State, { readonly status: 'success' }> & { readonly step: null; readonly error: null; readonly isPending: false })
  | (Extract<State, { readonly status: 'error' }> & { readonly step: null; readonly data: undefined; readonly isPending: false });

/** The state of a run as an action's. */
export const toActionState = <State extends RunState>(state: Idle | State): ActionState<State> =>
  // The members that a state lacks are the same for every state of its status.
  Object.assign({ step: null, data: undefined, error: null }, state, { isPending: state.status === 'pending' }) as ActionState<State>;
