const listenersOf = new WeakMap<AbortSignal, { readonly all: Set<() => void>; readonly run: () => void }>();

/**
 * Calls `listener` when the signal is aborted, unless the returned function is called first. All calls for one signal share one
 * event listener, because Node warns of a leak at more than ten; it is removed with the last call. Does nothing on a signal that
 * is already aborted.
 * @see https://nodejs.org/api/events.html#eventsdefaultmaxlisteners
 */
export const onAbort = (signal: AbortSignal, listener: () => void): (() => void) => {
  // A new function, so that the same listener can be added twice.
  const entry = (): void => listener();
  const listeners = listenersOf.get(signal) ?? listenOn(signal);
  listeners.all.add(entry);
  return () => {
    if (!listeners.all.delete(entry) || listeners.all.size > 0) return;
    signal.removeEventListener('abort', listeners.run);
    listenersOf.delete(signal);
  };
};

const listenOn = (signal: AbortSignal) => {
  const all = new Set<() => void>();
  const run = (): void => {
    listenersOf.delete(signal);
    for (const listener of [...all]) if (all.delete(listener)) listener();
  };
  const listeners = { all, run };
  listenersOf.set(signal, listeners);
  signal.addEventListener('abort', run, { once: true });
  return listeners;
};
