import { useContext, useSyncExternalStore } from 'react';
import type { Observable, Subscription } from 'rxjs';
import type { Latchkey } from '../../application/latchkey.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useStableMemo } from './use-stable-memo.js';
import { VisibilityContext } from './visibility-context.js';

/** Depth of the comparison: the slice itself, and the lists or records in it. */
const COMPARE_DEPTH = 2;

const isPlain = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
};

const isEqual = (a: unknown, b: unknown, depth: number): boolean => {
  if (Object.is(a, b)) return true;
  if (depth === 0 || !isPlain(a) || !isPlain(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const before = Object.entries(a);
  const after = new Map(Object.entries(b));
  return before.length === after.size && before.every(([key, value]) => after.has(key) && isEqual(value, after.get(key), depth - 1));
};

/** True if two slices have equal content. The older one is then kept, so that nothing renders. */
export const isSameSlice = (a: unknown, b: unknown): boolean => isEqual(a, b, COMPARE_DEPTH);

/** A value that can be read at any time and observed. */
export interface Watched<Value> {
  /** The current value. Called on every render, so it must have no side effects. */
  readonly current: () => Value;
  /** Emits after each change; the emitted value is ignored. Subscribed after mounting. */
  readonly changes: Observable<unknown>;
  /** The value on the server and during hydration. */
  readonly serverValue: Value;
}

/** Arguments of `useSyncExternalStore`. */
interface Store<Value> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => Value;
  readonly getServerSnapshot: () => Value;
}

const createStore = <Value>({ current, changes, serverValue }: Watched<Value>): Store<Value> => {
  const listeners = new Set<() => void>();
  let slice = serverValue;
  let subscription: Subscription | null = null;
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      subscription ??= changes.subscribe(() => {
        for (const each of listeners) each();
      });
      // The value may have changed since the last render, or while the component was hidden.
      listener();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        subscription?.unsubscribe();
        subscription = null;
      };
    },
    /** Keeps the identity of an equal value, so that React renders only changes. */
    getSnapshot: () => {
      const latest = current();
      if (!isSameSlice(slice, latest)) slice = latest;
      return slice;
    },
    getServerSnapshot: () => serverValue,
  };
};

type Watch<Value, Keys extends readonly unknown[]> = (client: Latchkey, ...keys: Keys) => Watched<Value>;

/** Stores of sources without keys, by client and source. All hooks of such a source share one subscription. */
const stores = new WeakMap<Latchkey, WeakMap<object, unknown>>();

const getSharedStore = <Value, Keys extends readonly unknown[]>(client: Latchkey, watch: Watch<Value, Keys>, keys: Keys): Store<Value> => {
  const clientStores = stores.get(client) ?? new WeakMap<object, unknown>();
  stores.set(client, clientStores);
  // A source only maps to the store created from it.
  const store = (clientStores.get(watch) as Store<Value> | undefined) ?? createStore(watch(client, ...keys));
  clientStores.set(watch, store);
  return store;
};

/**
 * Connects a stream to React: returns the current value and renders again when it changes. Nothing is subscribed during render or on the
 * server. Without keys, all mounted hooks of a client share one subscription. `watch` must be a module-level function; another `watch` or
 * other `keys` select another source.
 */
export const useObservable = <Value, Keys extends readonly unknown[]>(hook: string, watch: Watch<Value, Keys>, ...keys: Keys): Value => {
  const { client } = useLatchkeyContext(hook);
  const visibility = useContext(VisibilityContext);
  const { subscribe, getSnapshot, getServerSnapshot } = useStableMemo(
    () => {
      const isKeyed = keys.some((key) => key !== undefined);
      const store = isKeyed ? createStore(watch(client, ...keys)) : getSharedStore(client, watch, keys);
      // A shared subscription is cheap enough to keep while hidden.
      const follow = isKeyed ? visibility.whileVisible : visibility.onceVisible;
      return { ...store, subscribe: (listener: () => void) => follow(() => store.subscribe(listener)) };
    },
    client,
    visibility,
    ...keys,
  );
  return useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot);
};
