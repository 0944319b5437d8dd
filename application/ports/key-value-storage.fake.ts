import type { KeyValueStorage } from './key-value-storage.port.js';

/** Behaviour of a fake storage: stores values, rejects writes, or rejects every call. */
export type FakeKeyValueStorageMode = 'working' | 'full' | 'broken';

/**
 * In-memory storage. Values are stored as JSON, so that callers share no objects.
 * @example const storage = new FakeKeyValueStorage({ 'wc@2:client:0.3:session': [] });
 */
export class FakeKeyValueStorage implements KeyValueStorage {
  readonly #texts: Map<string, string>;
  mode: FakeKeyValueStorageMode = 'working';

  constructor(values: Readonly<Record<string, unknown>> = {}) {
    this.#texts = new Map(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]));
  }

  /** Stored JSON, by key. */
  get texts(): ReadonlyMap<string, string> {
    return this.#texts;
  }

  readonly getKeys = async (): Promise<string[]> => {
    this.#check();
    return [...this.#texts.keys()];
  };

  readonly getEntries = async <Value>(): Promise<[string, Value][]> => {
    this.#check();
    // JSON of a value that was written under this key.
    return [...this.#texts].map(([key, text]): [string, Value] => [key, JSON.parse(text) as Value]);
  };

  readonly getItem = async <Value>(key: string): Promise<Value | undefined> => {
    this.#check();
    const text = this.#texts.get(key);
    // JSON of a value that was written under this key.
    return text === undefined ? undefined : (JSON.parse(text) as Value);
  };

  readonly setItem = async <Value>(key: string, value: Value): Promise<void> => {
    this.#check();
    if (this.mode === 'full') throw new Error('The storage is full');
    this.#texts.set(key, JSON.stringify(value));
  };

  readonly removeItem = async (key: string): Promise<void> => {
    this.#check();
    this.#texts.delete(key);
  };

  #check(): void {
    if (this.mode === 'broken') throw new Error('The storage is broken');
  }
}
