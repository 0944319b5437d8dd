import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { OfficialStorage } from '../../../application/ports/official-storage.port.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';

/** Where the official clients keep their records in Node unless they are told otherwise, beside where the process runs. */
const FOLDER = 'walletconnect.db';

/**
 * The records of the official clients in Node: a folder with one file per record, whose path is its key, the colons as slashes.
 */
export class OfficialFiles implements OfficialStorage {
  readonly #folder: string;

  /** @param folder the `storageOptions.database` of the official client */
  constructor(folder: string = FOLDER) {
    // The folder stays the same when the process moves to another one.
    this.#folder = resolve(folder);
  }

  async entries(): Promise<readonly (readonly [key: string, value: unknown])[]> {
    return this.#try(() => this.#files().map(([key, file]) => [key, readFileSync(file, 'utf8')] as const));
  }

  async remove(keys: readonly string[]): Promise<void> {
    this.#try(() => {
      // By what is there, so that no key leads out of the folder.
      for (const [key, file] of this.#files()) if (keys.includes(key)) rmSync(file, { force: true });
    });
  }

  #files(): readonly (readonly [key: string, file: string])[] {
    const files = readdirSync(this.#folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return files.map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      return [relative(this.#folder, file).split(sep).join(':'), file] as const;
    });
  }

  #try<Result>(act: () => readonly Result[]): readonly Result[];
  #try(act: () => void): void;
  #try(act: () => unknown): unknown {
    try {
      return act();
    } catch (cause) {
      const { code, name } = Object(cause) as Partial<NodeJS.ErrnoException>;
      // There is no such folder.
      if (code === 'ENOENT') return [];
      throw new LatchkeyError('storage/unavailable', { reason: code ?? name ?? 'unknown' }, { cause });
    }
  }
}
