import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { OfficialStorage } from './official-storage.port.js';

/** In-memory storage of the official WalletConnect clients. */
export class FakeOfficialStorage implements OfficialStorage {
  readonly #records: Map<string, unknown>;
  /** `blocked` rejects every call. */
  mode: 'working' | 'blocked' = 'working';

  constructor(records: Readonly<Record<string, unknown>> = {}) {
    this.#records = new Map(Object.entries(records));
  }

  /** Keys of the stored records. */
  get keys(): readonly string[] {
    return [...this.#records.keys()];
  }

  readonly entries = async (): Promise<readonly (readonly [key: string, value: unknown])[]> => {
    this.#assertAvailable();
    return structuredClone([...this.#records]);
  };

  readonly remove = async (keys: readonly string[]): Promise<void> => {
    this.#assertAvailable();
    for (const key of keys) this.#records.delete(key);
  };

  #assertAvailable(): void {
    if (this.mode === 'blocked') throw new LatchkeyError('storage/unavailable', { reason: 'SecurityError' });
  }
}
