import { useContext, useSyncExternalStore } from 'react';
import { EMPTY, type Observable } from 'rxjs';
import type { UseCases } from '../../application/use-cases.js';
import type { DataOf, RunState } from './action.store.js';
import { type ErrorOfRun, type ReadState, ReadStore } from './read.store.js';
import { StageContext } from './stage-context.js';
import { useHeld } from './use-held.js';
import { useLatchkeyContext } from './use-latchkey.js';

/** What a read gives a component. */
export type Read<Data, Fault> = ReadState<Data, Fault> & {
  /** Fetches again. Keeps its identity. */
  readonly refetch: () => void;
};

/** Parameters as text: equal ones are one read. */
const keyOf = (input: object | null): string =>
  JSON.stringify(input, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));

/**
 * Runs a use case that reads, once the component is mounted and again for other parameters or keys; not at all for `null`. Nothing is fetched at
 * render or on the server; unmounting cancels.
 */
export const useRead = <Input extends object, State extends RunState>(
  hook: string,
  pick: (useCases: UseCases) => { execute(input: Input): Observable<State> },
  input: Input | null,
  ...keys: readonly unknown[]
): Read<DataOf<State>, ErrorOfRun<State>> => {
  const { client } = useLatchkeyContext(hook);
  const stage = useContext(StageContext);
  const { subscribe, snapshot, serverSnapshot, refetch } = useHeld(
    () => {
      const store = new ReadStore<State>(() => (input === null ? EMPTY : pick(client.useCases).execute(input)));
      const { snapshot, serverSnapshot, refetch } = store;
      const follow = (listener: () => void) => stage.whileShown(() => store.subscribe(listener));
      return { subscribe: input === null ? () => () => undefined : follow, snapshot, serverSnapshot, refetch };
    },
    client,
    stage,
    keyOf(input),
    ...keys,
  );
  const state = useSyncExternalStore(subscribe, snapshot, serverSnapshot);
  return { ...state, refetch };
};
