import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { OfficialStorage } from './official-storage.port.js';

/** A place of the official clients in memory. */
export class FakeOfficialStorage implements OfficialStorage {
  readonly #records: Map<string, unknown>;
  /** Whether the place can be read and cleared. */
  mode: 'working' | 'blocked' = 'working';

  constructor(records: Readonly<Record<string, unknown>> = {}) {
    this.#records = new Map(Object.entries(records));
  }

  /** Names of what is there. */
  get keys(): readonly string[] {
    return [...this.#records.keys()];
  }

  readonly entries = async (): Promise<readonly (readonly [key: string, value: unknown])[]> => {
    this.#mustWork();
    return structuredClone([...this.#records]);
  };

  readonly remove = async (keys: readonly string[]): Promise<void> => {
    this.#mustWork();
    for (const key of keys) this.#records.delete(key);
  };

  #mustWork(): void {
    if (this.mode === 'blocked') throw new LatchkeyError('storage/unavailable', { reason: 'SecurityError' });
  }
}
