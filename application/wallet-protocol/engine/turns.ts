/** Lets what is done about one thing be done one after the other: the second finds what the first has left. Different things wait for nobody. */
export class Turns<Key> {
  readonly #last = new Map<Key, Promise<unknown>>();

  async take<Result>(key: Key, act: () => Promise<Result>): Promise<Result> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(act);
    const settled = turn.catch(() => undefined);
    this.#last.set(key, settled);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }
}
