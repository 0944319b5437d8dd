/**
 * Storage of a host, in the shape that the official clients take: values by their keys, as JSON would keep them. A host may hand over the
 * one that it has given to an official client.
 */
export interface KeyValueStorage {
  getKeys(): Promise<string[]>;
  getEntries<Value = unknown>(): Promise<[string, Value][]>;
  getItem<Value = unknown>(key: string): Promise<Value | undefined>;
  setItem<Value = unknown>(key: string, value: Value): Promise<void>;
  removeItem(key: string): Promise<void>;
}
