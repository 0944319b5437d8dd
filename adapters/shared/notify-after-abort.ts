/** Notifies of a result that arrives after an abort; errors of the promise or of `notify` are swallowed. Returns the same promise. */
export const notifyAfterAbort = <T>(promise: Promise<T>, signal: AbortSignal, notify: (value: T) => void): Promise<T> => {
  promise
    .then((value) => {
      if (signal.aborted) notify(value);
    })
    .catch(() => undefined);
  return promise;
};
