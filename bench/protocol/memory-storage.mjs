/** In-memory storage of an app for both clients; counts written characters of JSON. */
export class MemoryStorage {
  #texts = new Map();
  #keep;
  written = 0;

  /** @param isOutside whether values are stored outside of the heap, so that the heap contains the client only */
  constructor(records = {}, isOutside = false) {
    this.#keep = isOutside ? (text) => Buffer.from(text) : (text) => text;
    for (const [key, value] of Object.entries(records)) this.#texts.set(key, this.#keep(JSON.stringify(value)));
  }

  async getKeys() {
    return [...this.#texts.keys()];
  }

  async getEntries() {
    return [...this.#texts].map(([key, text]) => [key, JSON.parse(text)]);
  }

  async getItem(key) {
    const text = this.#texts.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  }

  async setItem(key, value) {
    const text = JSON.stringify(value);
    this.written += text.length;
    this.#texts.set(key, this.#keep(text));
  }

  async removeItem(key) {
    this.#texts.delete(key);
  }
}
