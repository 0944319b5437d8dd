import type { Idle, RunState } from './action.store.js';

/**
 * State of an action, discriminated by `status`. `step` is what a pending action waits for, `data` the result of a successful run, `error`
 * the typed error of a failed one.
 */
export type ActionState<State extends RunState> =
  | { readonly status: 'idle'; readonly step: null; readonly data: undefined; readonly error: null; readonly isPending: false }
  | (Extract<State, { readonly status: 'pending' }> & { readonly data: undefined; readonly error: null; readonly isPending: true })
  | (Extract<State, { readonly status: 'success' }> & { readonly step: null; readonly error: null; readonly isPending: false })
  | (Extract<State, { readonly status: 'error' }> & { readonly step: null; readonly data: undefined; readonly isPending: false });

/** Converts the state of a run. */
export const toActionState = <State extends RunState>(state: Idle | State): ActionState<State> =>
  // The added members are the same for every state of a status.
  Object.assign({ step: null, data: undefined, error: null }, state, { isPending: state.status === 'pending' }) as ActionState<State>;
