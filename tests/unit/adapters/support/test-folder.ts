import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { RecordFolder, type Records } from '../../../../adapters/storage/node/record-folder.js';
import { OPEN_SEAL, type Seal } from '../../../../adapters/storage/node/seal.js';

/** A path for a folder that does not exist yet; what is made there is removed after the test. */
export const freshPath = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'latchkey-files-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return join(made, 'deep', 'folder');
};

/** What a file system says. */
const refusal = (code: string): Error => Object.assign(new Error(code), { code });

/** A real folder on a file system that can be made to fail. */
export class TestFolder implements Records {
  readonly path = freshPath();
  readonly #seal: Seal;
  readonly #folder: RecordFolder;
  mode: 'working' | 'full' | 'blocked' = 'working';

  constructor(seal: Seal = OPEN_SEAL) {
    this.#seal = seal;
    this.#folder = new RecordFolder(this.path, seal);
  }

  /** As another process sees the folder. */
  other(): RecordFolder {
    return new RecordFolder(this.path, this.#seal);
  }

  entries(): ReturnType<Records['entries']> {
    return this.#reading.entries();
  }

  read(key: string): unknown {
    return this.#reading.read(key);
  }

  write(key: string, value: unknown): void {
    this.#writing.write(key, value);
  }

  claim(key: string, value: unknown): boolean {
    return this.#writing.claim(key, value);
  }

  remove(key: string): void {
    this.#reading.remove(key);
  }

  get #reading(): RecordFolder {
    if (this.mode === 'blocked') throw refusal('EACCES');
    return this.#folder;
  }

  get #writing(): RecordFolder {
    if (this.mode !== 'working') throw refusal(this.mode === 'full' ? 'ENOSPC' : 'EACCES');
    return this.#folder;
  }
}
