import type { WebStorage } from '../browser-storage.js';
import type { Records } from './record-folder.js';

/** Strings in a folder, with the API of web storage. Throws file system errors. */
export class FileTextStorage implements WebStorage {
  readonly #folder: Records;

  constructor(folder: Records) {
    this.#folder = folder;
  }

  getItem(key: string): string | null {
    const text = this.#folder.read(key);
    return typeof text === 'string' ? text : null;
  }

  setItem(key: string, value: string): void {
    this.#folder.write(key, value);
  }

  removeItem(key: string): void {
    this.#folder.remove(key);
  }
}
