import { createHash, randomBytes } from 'node:crypto';
import {
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { RecordCipher } from './record-cipher.js';

/** Only the owner may access files and folders, since they hold keys. Systems without permissions ignore this. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Writes take milliseconds: an older temporary file was left by a crashed process. */
const STALE_MS = 60_000;

/** Enough for a unique name. */
const NAME_BYTES = 16;

/** Operations of a record folder; each may throw file system errors. */
export type Records = Pick<RecordFolder, 'entries' | 'read' | 'write' | 'claim' | 'remove'>;

/**
 * A folder with one file per record. A record is written to a temporary file, flushed and renamed atomically: readers see the old or the
 * new value, even after a crash. Nothing is created before the first write. File names are hashes, because keys may exceed the length limit
 * or differ only in letter case.
 */
export class RecordFolder {
  readonly #path: string;
  readonly #cipher: RecordCipher;
  #isReady = false;

  constructor(path: string, cipher: RecordCipher) {
    this.#path = path;
    this.#cipher = cipher;
  }

  /** Checks that at least one record can be decrypted; `null` if there is none. */
  canDecrypt(): boolean | null {
    const names = this.#names();
    return names.length === 0 ? null : names.some((name) => this.#open(name) !== undefined);
  }

  /** Every readable record. */
  entries(): readonly (readonly [key: string, value: unknown])[] {
    return this.#names().flatMap((name) => {
      const found = this.#open(name);
      return found === undefined ? [] : [found];
    });
  }

  /** `undefined` for a missing or unreadable record. */
  read(key: string): unknown {
    return this.#open(nameOf(key))?.[1];
  }

  write(key: string, value: unknown): void {
    this.#writeAtomically(key, value, (file, target) => renameSync(file, target));
  }

  /** Writes if there is no record; of several concurrent processes, one succeeds. Returns `true` if it was this one. */
  claim(key: string, value: unknown): boolean {
    return this.#writeAtomically(key, value, (file, target) => {
      try {
        linkIfAbsent(file, target);
        return true;
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
        if (this.read(key) !== undefined) return false;
        // An unreadable record is replaced.
        renameSync(file, target);
        return true;
      }
    });
  }

  remove(key: string): void {
    rmSync(join(this.#path, nameOf(key)), { force: true });
  }

  /** Record files; temporary files have a dot in their names. */
  #names(): readonly string[] {
    return (this.#ifExists(() => readdirSync(this.#path)) ?? []).filter((name) => !name.includes('.'));
  }

  #open(name: string): readonly [string, unknown] | undefined {
    const bytes = this.#ifExists(() => readFileSync(join(this.#path, name)));
    if (bytes === undefined) return undefined;
    try {
      const found: unknown = deserialize(this.#cipher.decrypt(bytes, name));
      return isEntry(found) && nameOf(found[0]) === name ? found : undefined;
    } catch {
      return undefined;
    }
  }

  /** Writes a record to a temporary file, then calls `put` to move it to its target. */
  #writeAtomically<T>(key: string, value: unknown, put: (file: string, target: string) => T): T {
    if (!this.#isReady) this.#prepare();
    const name = nameOf(key);
    const bytes = this.#cipher.encrypt(serialize([key, value]), name);
    // Containers on a shared volume have equal process ids, so the name is random.
    const file = join(this.#path, `${name}.${randomBytes(NAME_BYTES).toString('hex')}`);
    try {
      writeFileSync(file, bytes, { mode: FILE_MODE, flush: true });
      return put(file, join(this.#path, name));
    } finally {
      rmSync(file, { force: true });
    }
  }

  /** Creates the folder and removes stale temporary files. */
  #prepare(): void {
    mkdirSync(this.#path, { recursive: true, mode: FOLDER_MODE });
    for (const name of readdirSync(this.#path)) {
      const file = join(this.#path, name);
      const since = name.includes('.') ? this.#ifExists(() => statSync(file).mtimeMs) : undefined;
      if (since !== undefined && Date.now() - since > STALE_MS) rmSync(file, { force: true });
    }
    this.#isReady = true;
  }

  #ifExists<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  }
}

/** Creates a hard link, which fails atomically if the target exists. */
const linkIfAbsent = (file: string, target: string): void => {
  try {
    linkSync(file, target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error;
    // Some file systems do not support hard links.
    copyFileSync(file, target, constants.COPYFILE_EXCL);
  }
};

const nameOf = (key: string): string => createHash('sha256').update(key).digest('hex');

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code;

const isEntry = (value: unknown): value is readonly [string, unknown] =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === 'string';
