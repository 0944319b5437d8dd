/** Runs tasks of one key one after another, so that two transactions never take the same nonce. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs a task when all earlier ones of its key have ended, well or not. */
  take<T>(key: string, task: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(task, task);
    this.#last.set(key, turn);
    return turn;
  }
}
