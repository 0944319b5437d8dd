/** Where a client without a browser keeps its keys and sessions. */
export class MemoryStore {
  /** What its keys begin with. Clients of one process share their inner parts unless these differ. */
  readonly prefix = `sandbox-${crypto.randomUUID()}`;
  readonly #texts = new Map<string, string>();

  /** All keys. */
  async getKeys(): Promise<string[]> {
    return [...this.#texts.keys()];
  }

  /** All keys with their values. */
  async getEntries<T>(): Promise<[string, T][]> {
    return [...this.#texts].map(([key, text]) => [key, JSON.parse(text) as T]);
  }

  /** A copy of what was stored. */
  async getItem<T>(key: string): Promise<T | undefined> {
    const text = this.#texts.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  }

  /** Stores a copy. */
  async setItem<T>(key: string, value: T): Promise<void> {
    this.#texts.set(key, JSON.stringify(value));
  }

  /** Forgets a value. */
  async removeItem(key: string): Promise<void> {
    this.#texts.delete(key);
  }
}
