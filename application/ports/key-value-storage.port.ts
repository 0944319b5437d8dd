/**
 * Key-value storage of an app, with the interface that the official WalletConnect clients accept. Values are JSON-serializable. An app may
 * pass the instance that it uses with an official client.
 */
export interface KeyValueStorage {
  getKeys(): Promise<string[]>;
  getEntries<Value = unknown>(): Promise<[string, Value][]>;
  getItem<Value = unknown>(key: string): Promise<Value | undefined>;
  setItem<Value = unknown>(key: string, value: Value): Promise<void>;
  removeItem(key: string): Promise<void>;
}
