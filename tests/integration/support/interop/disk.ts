import type { CoreTypes } from '@walletconnect/types';

/** What a client of the official package stores its records in. */
type KeyValueStorage = NonNullable<CoreTypes.Options['storage']>;

/** A process's hold on a disk. */
export interface OpenDisk {
  readonly storage: KeyValueStorage;
  /** From now on nothing that the process writes arrives: it is dead, whatever its timers do. */
  close(): void;
}

/** Storage that outlives the process of a client: texts, as on a real one, so that no object is shared between two of them. */
export class Disk {
  readonly #texts = new Map<string, string>();

  /** For the next process. */
  open(): OpenDisk {
    let isOpen = true;
    const texts = this.#texts;
    // A value is what it was when it was written: the official clients' interface says nothing of its shape either.
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
