/**
 * Runs a task while no other document of this origin has the lock. Without one where storage is denied, since locks are denied too.
 * @param signal ends the wait for the lock
 * @throws the reason of the signal, or what the task throws
 */
export const withLock = async <Result>(name: string, task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> => {
  try {
    return await navigator.locks.request(name, signal === undefined ? {} : { signal }, async () => task());
  } catch (error) {
    if (error instanceof DOMException && error.name === 'SecurityError') return task();
    throw error;
  }
};
