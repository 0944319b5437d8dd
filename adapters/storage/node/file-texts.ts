import type { PageStorage } from '../browser-storage.js';
import type { Records } from './record-folder.js';

/** Texts in a folder, in the shape of a page's storage; every call may throw what the file system says. */
export class FileTexts implements PageStorage {
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
