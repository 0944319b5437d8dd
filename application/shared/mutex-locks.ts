import type { Locks } from '../ports/locks.port.js';
import { KeyedMutex } from './keyed-mutex.js';
import { onAbort } from './on-abort.js';

/** Locks within one page, for environments without locks across tabs. */
export class MutexLocks implements Locks {
  readonly #mutex = new KeyedMutex<string>();

  async run<Result>(
    name: string,
    action: () => Promise<Result>,
    signal: AbortSignal,
    onWait: () => void = () => undefined,
  ): Promise<Result> {
    signal.throwIfAborted();
    if (this.#mutex.isBusy(name)) onWait();
    return new Promise<Result>((resolve, reject) => {
      const removeListener = onAbort(signal, () => reject(signal.reason));
      const start = (): Promise<Result> => {
        signal.throwIfAborted();
        removeListener();
        return action();
      };
      this.#mutex.run(name, start).then(resolve, reject).finally(removeListener);
    });
  }
}
