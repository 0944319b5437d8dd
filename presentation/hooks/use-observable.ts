import { useContext, useSyncExternalStore } from 'react';
import type { Observable } from 'rxjs';
import type { Latchkey } from '../../application/latchkey.js';
import { sameSlice } from './same-slice.js';
import { StageContext } from './stage-context.js';
import { useHeld } from './use-held.js';
import { useLatchkeyContext } from './use-latchkey.js';

/** A value that can be read at any time and followed. */
export interface Watched<Value> {
  /** The value at this moment. Called at every render: no effects. */
  readonly current: () => Value;
  /** Emits after each change; what it emits is not looked at. Subscribed once the component is mounted. */
  readonly changes: Observable<unknown>;
  /** The value on the server and while hydrating. */
  readonly server: Value;
}

const storeOf = <Value>({ current, changes, server }: Watched<Value>) => {
  let slice = server;
  return {
    subscribe: (listener: () => void) => {
      const subscription = changes.subscribe(listener);
      return () => subscription.unsubscribe();
    },
    /** An equal value keeps its identity, so that React renders only what changed. */
    snapshot: (): Value => {
      const latest = current();
      if (!sameSlice(slice, latest)) slice = latest;
      return slice;
    },
    serverSnapshot: (): Value => server,
  };
};

const later = () => () => undefined;

/**
 * The bridge from streams to React: the value now, and a render when it becomes another. One subscription per mounted
 * hook, none at render and none on the server. `watch` and the `keys` it depends on decide when the source is another.
 */
export const useObservable = <Value, Keys extends readonly unknown[]>(
  hook: string,
  watch: (client: Latchkey, ...keys: Keys) => Watched<Value>,
  ...keys: Keys
): Value => {
  const { client } = useLatchkeyContext(hook);
  const { subscribe, snapshot, serverSnapshot } = useHeld(() => storeOf(watch(client, ...keys)), client, ...keys);
  // React reads the value again as it subscribes, so nothing that happened meanwhile is missed.
  return useSyncExternalStore(useContext(StageContext) === 'drawn' ? subscribe : later, snapshot, serverSnapshot);
};
