import { useContext, useSyncExternalStore } from 'react';
import type { Observable, Subscription } from 'rxjs';
import type { Latchkey } from '../../application/latchkey.js';
import { StageContext } from './stage-context.js';
import { useHeld } from './use-held.js';
import { useLatchkeyContext } from './use-latchkey.js';

/** How deep slices are compared: the slice itself, and the lists or records in it. */
const DEPTH = 2;

const isPlain = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
};

const same = (a: unknown, b: unknown, depth: number): boolean => {
  if (Object.is(a, b)) return true;
  if (depth === 0 || !isPlain(a) || !isPlain(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const before = Object.entries(a);
  const after = new Map(Object.entries(b));
  return before.length === after.size && before.every(([key, value]) => after.has(key) && same(value, after.get(key), depth - 1));
};

/** Whether two slices of the state say the same, so that the older one can stay and nothing renders again. */
export const sameSlice = (a: unknown, b: unknown): boolean => same(a, b, DEPTH);

/** A value that can be read at any time and followed. */
export interface Watched<Value> {
  /** The value at this moment. Called at every render: no effects. */
  readonly current: () => Value;
  /** Emits after each change; what it emits is not looked at. Subscribed once the component is mounted. */
  readonly changes: Observable<unknown>;
  /** The value on the server and while hydrating. */
  readonly server: Value;
}

/** What {@link useObservable} hands to React. */
interface Store<Value> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => Value;
  readonly serverSnapshot: () => Value;
}

const storeOf = <Value>({ current, changes, server }: Watched<Value>): Store<Value> => {
  const listeners = new Set<() => void>();
  let slice = server;
  let source: Subscription | null = null;
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      source ??= changes.subscribe(() => {
        for (const each of listeners) each();
      });
      // Something may have changed since it was read, at the render or when its stage was last on screen.
      listener();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        source?.unsubscribe();
        source = null;
      };
    },
    /** An equal value keeps its identity, so that React renders only what changed. */
    snapshot: () => {
      const latest = current();
      if (!sameSlice(slice, latest)) slice = latest;
      return slice;
    },
    serverSnapshot: () => server,
  };
};

type Watch<Value, Keys extends readonly unknown[]> = (client: Latchkey, ...keys: Keys) => Watched<Value>;

/** The stores of what needs no key, by client and source: all that follow such a source share one subscription. */
const stores = new WeakMap<Latchkey, WeakMap<object, unknown>>();

const sharedStoreOf = <Value, Keys extends readonly unknown[]>(client: Latchkey, watch: Watch<Value, Keys>, keys: Keys): Store<Value> => {
  const ofClient = stores.get(client) ?? new WeakMap<object, unknown>();
  stores.set(client, ofClient);
  // Whatever a source has here was made from it.
  const store = (ofClient.get(watch) as Store<Value> | undefined) ?? storeOf(watch(client, ...keys));
  ofClient.set(watch, store);
  return store;
};

/**
 * The bridge from streams to React: the value now, and a render when it becomes another. None is followed at render and
 * none on the server; where no key is set, one subscription serves all mounted hooks of a client. `watch`, a function of a
 * module, and the `keys` it depends on decide when the source is another.
 */
export const useObservable = <Value, Keys extends readonly unknown[]>(hook: string, watch: Watch<Value, Keys>, ...keys: Keys): Value => {
  const { client } = useLatchkeyContext(hook);
  const stage = useContext(StageContext);
  const { subscribe, snapshot, serverSnapshot } = useHeld(
    () => {
      const isKeyed = keys.some((key) => key !== undefined);
      const store = isKeyed ? storeOf(watch(client, ...keys)) : sharedStoreOf(client, watch, keys);
      // To follow what many share costs nothing while it is not on screen.
      const follow = isKeyed ? stage.whileShown : stage.whenShown;
      return { ...store, subscribe: (listener: () => void) => follow(() => store.subscribe(listener)) };
    },
    client,
    stage,
    ...keys,
  );
  return useSyncExternalStore(subscribe, snapshot, serverSnapshot);
};
