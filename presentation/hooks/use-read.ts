import { useContext, useSyncExternalStore } from 'react';
import { EMPTY, type Observable } from 'rxjs';
import type { UseCases } from '../../application/use-cases.js';
import type { DataOf, RunState } from './action.store.js';
import { type ErrorOfRun, type ReadState, ReadStore } from './read.store.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useStableMemo } from './use-stable-memo.js';
import { VisibilityContext } from './visibility-context.js';

/** State of a read hook, with the function that reads again. */
export type ReadResult<Data, Failure> = ReadState<Data, Failure> & {
  /** Reads again. Keeps its identity. */
  readonly refetch: () => void;
};

/** Serializes the parameters: equal ones share a read. */
const keyOf = (input: object | null): string =>
  JSON.stringify(input, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));

/**
 * Runs a use case that reads, after mounting and again when the parameters or keys change, but not for `null`. Nothing is fetched during
 * render or on the server. Unmounting cancels.
 */
export const useRead = <Input extends object, State extends RunState>(
  hook: string,
  pick: (useCases: UseCases) => { execute(input: Input): Observable<State> },
  input: Input | null,
  ...keys: readonly unknown[]
): ReadResult<DataOf<State>, ErrorOfRun<State>> => {
  const { client } = useLatchkeyContext(hook);
  const visibility = useContext(VisibilityContext);
  const { subscribe, snapshot, serverSnapshot, refetch } = useStableMemo(
    () => {
      const store = new ReadStore<State>(() => (input === null ? EMPTY : pick(client.useCases).execute(input)));
      const { snapshot, serverSnapshot, refetch } = store;
      const follow = (listener: () => void) => visibility.whileVisible(() => store.subscribe(listener));
      return { subscribe: input === null ? () => () => undefined : follow, snapshot, serverSnapshot, refetch };
    },
    client,
    visibility,
    keyOf(input),
    ...keys,
  );
  const state = useSyncExternalStore(subscribe, snapshot, serverSnapshot);
  return { ...state, refetch };
};
