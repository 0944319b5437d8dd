/** Reports a result that comes after its caller has aborted; a failure after that is ignored. Returns the same promise. */
export const notifyAfterAbort = <T>(promise: Promise<T>, signal: AbortSignal, notify: (value: T) => void): Promise<T> => {
  promise
    .then((value) => {
      if (signal.aborted) notify(value);
    })
    .catch(() => undefined);
  return promise;
};
