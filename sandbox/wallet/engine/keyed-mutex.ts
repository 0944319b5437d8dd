/** Mutex by key: runs tasks with the same key one at a time. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs a task after all earlier tasks with its key have settled. */
  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const result = (this.#last.get(key) ?? Promise.resolve()).then(task, task);
    this.#last.set(key, result);
    return result;
  }
}
