/** Runs the actions of each key one after the other. Actions of different keys run in parallel. */
export class KeyedMutex<Key> {
  readonly #last = new Map<Key, Promise<unknown>>();

  /** True while an action of the key runs or waits. */
  isBusy(key: Key): boolean {
    return this.#last.has(key);
  }

  async run<Result>(key: Key, act: () => Promise<Result>): Promise<Result> {
    const running = (this.#last.get(key) ?? Promise.resolve()).then(act);
    const settled = running.catch(() => undefined);
    this.#last.set(key, settled);
    try {
      return await running;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }
}
