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
import type { Seal } from './seal.js';

/** Files and folders are their owner's alone: they hold keys. Systems without such rights ignore this. */
const OWNER_FILE = 0o600;
const OWNER_FOLDER = 0o700;

/** Writing takes milliseconds: a file that is still being written after this long was left by a process that is gone. */
const LEFT_MS = 60_000;

/** As many as make a name that nobody else finds. */
const NAME_BYTES = 16;

/** What a record folder does; every call may throw what the file system says. */
export type Records = Pick<RecordFolder, 'entries' | 'read' | 'write' | 'claim' | 'remove'>;

/**
 * A folder with one file per record. A record is written beside its place, flushed, and moved there in one step: whoever
 * reads, also after a crash, finds the old one or the new one and never a part. Nothing is touched before the first call.
 * Names of files are hashes, because keys may be longer than a name, and equal but for letter case.
 */
export class RecordFolder {
  readonly #path: string;
  readonly #seal: Seal;
  #isReady = false;

  constructor(path: string, seal: Seal) {
    this.#path = path;
    this.#seal = seal;
  }

  /** Whether a record in it opens with the seal; `null` where there is none. */
  fits(): boolean | null {
    const names = this.#names();
    return names.length === 0 ? null : names.some((name) => this.#open(name) !== undefined);
  }

  /** Every record that can be read. */
  entries(): readonly (readonly [key: string, value: unknown])[] {
    return this.#names().flatMap((name) => {
      const found = this.#open(name);
      return found === undefined ? [] : [found];
    });
  }

  /** `undefined` where there is none, and for one that cannot be read. */
  read(key: string): unknown {
    return this.#open(nameOf(key))?.[1];
  }

  write(key: string, value: unknown): void {
    this.#beside(key, value, (file, place) => renameSync(file, place));
  }

  /** Writes where there is no record; of all processes that do so at once, one does. Whether it was this one. */
  claim(key: string, value: unknown): boolean {
    return this.#beside(key, value, (file, place) => {
      try {
        putWhereNoneIs(file, place);
        return true;
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
        if (this.read(key) !== undefined) return false;
        // What cannot be read is in nobody's way.
        renameSync(file, place);
        return true;
      }
    });
  }

  remove(key: string): void {
    rmSync(join(this.#path, nameOf(key)), { force: true });
  }

  /** Files of records; those that are still being written have a dot in their names. */
  #names(): readonly string[] {
    return (this.#ifThere(() => readdirSync(this.#path)) ?? []).filter((name) => !name.includes('.'));
  }

  #open(name: string): readonly [string, unknown] | undefined {
    const bytes = this.#ifThere(() => readFileSync(join(this.#path, name)));
    if (bytes === undefined) return undefined;
    try {
      const found: unknown = deserialize(this.#seal.open(bytes, name));
      return isEntry(found) && nameOf(found[0]) === name ? found : undefined;
    } catch {
      return undefined;
    }
  }

  /** Writes a record beside its place and has it put there. */
  #beside<T>(key: string, value: unknown, put: (file: string, place: string) => T): T {
    if (!this.#isReady) this.#prepare();
    const name = nameOf(key);
    const bytes = this.#seal.close(serialize([key, value]), name);
    // Containers on one volume all have the same process ids: only chance keeps their files apart.
    const file = join(this.#path, `${name}.${randomBytes(NAME_BYTES).toString('hex')}`);
    try {
      writeFileSync(file, bytes, { mode: OWNER_FILE, flush: true });
      return put(file, join(this.#path, name));
    } finally {
      rmSync(file, { force: true });
    }
  }

  /** Makes the folder, and clears away what a crash has left in it. */
  #prepare(): void {
    mkdirSync(this.#path, { recursive: true, mode: OWNER_FOLDER });
    for (const name of readdirSync(this.#path)) {
      const file = join(this.#path, name);
      const since = name.includes('.') ? this.#ifThere(() => statSync(file).mtimeMs) : undefined;
      if (since !== undefined && Date.now() - since > LEFT_MS) rmSync(file, { force: true });
    }
    this.#isReady = true;
  }

  #ifThere<T>(look: () => T): T | undefined {
    try {
      return look();
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  }
}

/** A second name for the same file: the system makes it only where there is none. */
const putWhereNoneIs = (file: string, place: string): void => {
  try {
    linkSync(file, place);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error;
    // Some file systems know one name per file only.
    copyFileSync(file, place, constants.COPYFILE_EXCL);
  }
};

const nameOf = (key: string): string => createHash('sha256').update(key).digest('hex');

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code;

const isEntry = (value: unknown): value is readonly [string, unknown] =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === 'string';
