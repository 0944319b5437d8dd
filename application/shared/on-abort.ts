const leavesOf = new WeakMap<AbortSignal, { readonly all: Set<() => void>; readonly run: () => void }>();

/**
 * Calls `leave` once the signal is aborted, until the returned function is called. However many wait for one signal, it has one
 * listener, which goes with the last of them: from the eleventh on, Node takes listeners for a leak. Nothing happens on a signal that
 * is aborted already.
 * @see https://nodejs.org/api/events.html#eventsdefaultmaxlisteners
 */
export const onAbort = (signal: AbortSignal, leave: () => void): (() => void) => {
  // Its own, so that one function can wait twice.
  const own = (): void => leave();
  const leaves = leavesOf.get(signal) ?? listenOn(signal);
  leaves.all.add(own);
  return () => {
    if (!leaves.all.delete(own) || leaves.all.size > 0) return;
    signal.removeEventListener('abort', leaves.run);
    leavesOf.delete(signal);
  };
};

const listenOn = (signal: AbortSignal) => {
  const all = new Set<() => void>();
  const run = (): void => {
    leavesOf.delete(signal);
    for (const leave of [...all]) if (all.delete(leave)) leave();
  };
  const leaves = { all, run };
  leavesOf.set(signal, leaves);
  signal.addEventListener('abort', run, { once: true });
  return leaves;
};
