import { useMemo, useSyncExternalStore } from 'react';
import type { Observable } from 'rxjs';
import type { UseCases } from '../../application/use-cases.js';
import { ActionStore, type DataOf, type RunState } from './action.store.js';
import { type ActionState, toActionState } from './action-state.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useStableMemo } from './use-stable-memo.js';

/** A use case run by a component. All functions keep their identity. */
export interface Action<Input extends readonly unknown[], State extends RunState> {
  /** `idle` before the first call and after `cancel` and `reset`, otherwise the state of the latest run. */
  readonly state: ActionState<State>;
  /** Starts a run, replacing the current one. */
  readonly run: (...input: Input) => void;
  /** Starts a run. Rejects with its typed error, or with `request/cancelled`. */
  readonly runAsync: (...input: Input) => Promise<DataOf<State>>;
  /** Cancels the pending run. A prompt that the wallet already shows stays open, and its response is ignored. */
  readonly cancel: () => void;
  /** Cancels the pending run and returns to `idle`. */
  readonly reset: () => void;
}

/**
 * State of an action hook's newest run, with the functions that start and cancel one. `useConnect` has `connect`, which starts a run, and
 * `connectAsync`, which also resolves with `data` or rejects with `error`. All functions keep their identity.
 */
export type ActionResult<Name extends string, Input extends readonly unknown[], State extends RunState> = ActionState<State> &
  Pick<Action<Input, State>, 'cancel' | 'reset'> & { readonly [Key in Name]: Action<Input, State>['run'] } & {
    readonly [Key in `${Name}Async`]: Action<Input, State>['runAsync'];
  };

/**
 * Runs a use case for a component, with one store per component instance. Nothing runs during render or on the server. Unmounting cancels, and so do
 * other `keys`, on which `pick` depends.
 */
export const useAction = <Input extends readonly unknown[], State extends RunState>(
  hook: string,
  pick: (useCases: UseCases) => { execute(...input: Input): Observable<State> },
  ...keys: readonly unknown[]
): Action<Input, State> => {
  const { client } = useLatchkeyContext(hook);
  const store = useStableMemo(() => new ActionStore<Input, State>((...input) => pick(client.useCases).execute(...input)), client, ...keys);
  const state = useSyncExternalStore(store.subscribe, store.snapshot, store.serverSnapshot);
  const { run, runAsync, cancel, reset } = store;
  return { state: useMemo(() => toActionState(state), [state]), run, runAsync, cancel, reset };
};
