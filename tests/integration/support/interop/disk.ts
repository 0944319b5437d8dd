import type { CoreTypes } from '@walletconnect/types';

/** Storage of an official client. */
type KeyValueStorage = NonNullable<CoreTypes.Options['storage']>;

/** A process's access to a disk. */
export interface OpenDisk {
  readonly storage: KeyValueStorage;
  /** Discards all later writes of the process, even of its running timers. */
  close(): void;
}

/** Storage that outlives the process of a client. Values are stored as text, so that processes share no objects. */
export class Disk {
  readonly #texts = new Map<string, string>();

  /** Opens the disk for the next process. */
  open(): OpenDisk {
    let isOpen = true;
    const texts = this.#texts;
    // The interface of the official clients does not validate types either.
    const read = <Value>(text: string): Value => JSON.parse(text) as Value;
    const storage: KeyValueStorage = {
      getKeys: async () => [...texts.keys()],
      getEntries: async <Value>() => [...texts].map(([key, text]): [string, Value] => [key, read(text)]),
      getItem: async <Value>(key: string) => {
        const text = texts.get(key);
        return text === undefined ? undefined : read<Value>(text);
      },
      setItem: async (key, value) => {
        if (isOpen) texts.set(key, JSON.stringify(value));
      },
      removeItem: async (key) => {
        if (isOpen) texts.delete(key);
      },
    };
    return {
      storage,
      close: () => {
        isOpen = false;
      },
    };
  }
}
