import { useSyncExternalStore } from 'react';
import type { Observable } from 'rxjs';
import type { UseCases } from '../../application/use-cases.js';
import { type Idle, type ResultOf, type RunState, UseCaseStore } from './use-case.store.js';
import { useHeld } from './use-held.js';
import { useLatchkeyContext } from './use-latchkey.js';

/** What a use case gives a component. All functions keep their identity. */
export interface UseCaseRun<Input extends readonly unknown[], State extends RunState> {
  /** `idle` before the first call and after `cancel` and `reset`; then the states of the newest run. */
  readonly state: Idle | State;
  /** Starts a run; the newest call wins. */
  readonly run: (...input: Input) => void;
  /** Starts a run; rejects with its typed error, or with `request/cancelled`. */
  readonly runAsync: (...input: Input) => Promise<ResultOf<State>>;
  /** Ends the run under way. A prompt that the wallet already shows stays open; its answer is ignored. */
  readonly cancel: () => void;
  /** Ends the run under way and goes back to `idle`. */
  readonly reset: () => void;
}

/**
 * The bridge from use cases to React: one store per component instance. Nothing runs at render or on the server;
 * unmounting cancels.
 */
export const useUseCase = <Input extends readonly unknown[], State extends RunState>(
  hook: string,
  pick: (useCases: UseCases) => { execute(...input: Input): Observable<State> },
): UseCaseRun<Input, State> => {
  const { client } = useLatchkeyContext(hook);
  const store = useHeld(() => new UseCaseStore<Input, State>((...input) => pick(client.useCases).execute(...input)), client);
  const state = useSyncExternalStore(store.subscribe, store.snapshot, store.serverSnapshot);
  return { state, run: store.run, runAsync: store.runAsync, cancel: store.cancel, reset: store.reset };
};
