/**
 * A host's storage in memory, as both clients take one; counts what is written, in characters of JSON. What it keeps lies outside of the heap:
 * a real storage's does not count to the client either.
 */
export class MemoryStorage {
  #texts = new Map();
  written = 0;

  constructor(records = {}) {
    for (const [key, value] of Object.entries(records)) this.#texts.set(key, Buffer.from(JSON.stringify(value)));
  }

  async getKeys() {
    return [...this.#texts.keys()];
  }

  async getEntries() {
    return [...this.#texts].map(([key, text]) => [key, JSON.parse(text.toString())]);
  }

  async getItem(key) {
    const text = this.#texts.get(key);
    return text === undefined ? undefined : JSON.parse(text.toString());
  }

  async setItem(key, value) {
    const text = JSON.stringify(value);
    this.written += text.length;
    this.#texts.set(key, Buffer.from(text));
  }

  async removeItem(key) {
    this.#texts.delete(key);
  }
}
