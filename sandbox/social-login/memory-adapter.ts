import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Stored {
  readonly payload: AdapterPayload;
  readonly expiresAt: number;
}

/** What a provider stores, in memory. */
export class MemoryStorage {
  readonly #stored = new Map<string, Stored>();
  readonly #onRead: (kind: string, payload: AdapterPayload) => AdapterPayload;

  /** @param onRead may change what is read, to simulate faults */
  constructor(onRead: (kind: string, payload: AdapterPayload) => AdapterPayload) {
    this.#onRead = onRead;
  }

  /** The storage of one kind of data. */
  of(kind: string): Adapter {
    const keyOf = (id: string): string => `${kind} ${id}`;
    const read = (isFound: (key: string, payload: AdapterPayload) => boolean): AdapterPayload | undefined => {
      const found = [...this.#stored].find(([key, { payload }]) => key.startsWith(`${kind} `) && isFound(key, payload));
      if (found === undefined || found[1].expiresAt <= Date.now()) return undefined;
      return this.#onRead(kind, found[1].payload);
    };
    return {
      upsert: async (id, payload, expiresIn) => {
        for (const [key, { expiresAt }] of this.#stored) if (expiresAt <= Date.now()) this.#stored.delete(key);
        this.#stored.set(keyOf(id), { payload, expiresAt: expiresIn === undefined ? Infinity : Date.now() + expiresIn * 1_000 });
      },
      find: async (id) => read((key) => key === keyOf(id)),
      findByUid: async (uid) => read((_, payload) => payload.uid === uid),
      findByUserCode: async (userCode) => read((_, payload) => payload.userCode === userCode),
      consume: async (id) => {
        const stored = this.#stored.get(keyOf(id));
        if (stored === undefined) return;
        this.#stored.set(keyOf(id), { ...stored, payload: { ...stored.payload, consumed: Math.floor(Date.now() / 1_000) } });
      },
      destroy: async (id) => {
        this.#stored.delete(keyOf(id));
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, { payload }] of this.#stored) if (payload.grantId === grantId) this.#stored.delete(key);
      },
    };
  }
}
