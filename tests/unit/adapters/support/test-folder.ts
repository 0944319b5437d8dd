import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { PLAIN_CIPHER, type RecordCipher } from '../../../../adapters/storage/node/record-cipher.js';
import { RecordFolder, type Records } from '../../../../adapters/storage/node/record-folder.js';

/** Path of a folder that does not exist yet; removed after the test. */
export const freshPath = (): string => {
  const parent = mkdtempSync(join(tmpdir(), 'latchkey-files-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return join(parent, 'deep', 'folder');
};

/** A file system error. */
const fileError = (code: string): Error => Object.assign(new Error(code), { code });

/** A real folder whose operations can be made to fail. */
export class TestFolder implements Records {
  readonly path = freshPath();
  readonly #cipher: RecordCipher;
  readonly #folder: RecordFolder;
  mode: 'working' | 'full' | 'blocked' = 'working';

  constructor(cipher: RecordCipher = PLAIN_CIPHER) {
    this.#cipher = cipher;
    this.#folder = new RecordFolder(this.path, cipher);
  }

  /** The folder as another process sees it. */
  other(): RecordFolder {
    return new RecordFolder(this.path, this.#cipher);
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
    if (this.mode === 'blocked') throw fileError('EACCES');
    return this.#folder;
  }

  get #writing(): RecordFolder {
    if (this.mode !== 'working') throw fileError(this.mode === 'full' ? 'ENOSPC' : 'EACCES');
    return this.#folder;
  }
}
