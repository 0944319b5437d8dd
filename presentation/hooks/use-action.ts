import { useMemo, useSyncExternalStore } from 'react';
import type { Observable } from 'rxjs';
import type { UseCases } from '../../application/use-cases.js';
import { ActionStore, type DataOf, type RunState } from './action.store.js';
import { type ActionState, toActionState } from './action-state.js';
import { useHeld } from './use-held.js';
import { useLatchkeyContext } from './use-latchkey.js';

/** A use case that a component runs. All functions keep their identity. */
export interface Action<Input extends readonly unknown[], State extends RunState> {
  /** `idle` before the first call and after `cancel` and `reset`; then the states of the newest run. */
  readonly state: ActionState<State>;
  /** Starts a run; the newest call wins. */
  readonly run: (...input: Input) => void;
  /** Starts a run; rejects with its typed error, or with `request/cancelled`. */
  readonly runAsync: (...input: Input) => Promise<DataOf<State>>;
  /** Cancels the pending run. A prompt that the wallet already shows stays open; its response is ignored. */
  readonly cancel: () => void;
  /** Cancels the pending run and goes back to `idle`. */
  readonly reset: () => void;
}

/** Runs a use case for a component, with one store per component instance. Nothing runs at render or on the server; unmounting cancels. */
export const useAction = <Input extends readonly unknown[], State extends RunState>(
  hook: string,
  pick: (useCases: UseCases) => { execute(...input: Input): Observable<State> },
): Action<Input, State> => {
  const { client } = useLatchkeyContext(hook);
  const store = useHeld(() => new ActionStore<Input, State>((...input) => pick(client.useCases).execute(...input)), client);
  const state = useSyncExternalStore(store.subscribe, store.snapshot, store.serverSnapshot);
  const { run, runAsync, cancel, reset } = store;
  return { state: useMemo(() => toActionState(state), [state]), run, runAsync, cancel, reset };
};
