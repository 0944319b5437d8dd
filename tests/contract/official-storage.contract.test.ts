import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KeyValueOfficialStorage } from '../../adapters/storage/key-value-official-storage.js';
import { OfficialFiles } from '../../adapters/storage/node/official-files.js';
import { FakeKeyValueStorage } from '../../application/ports/key-value-storage.fake.js';
import { FakeOfficialStorage } from '../../application/ports/official-storage.fake.js';
import { officialStorageContract } from '../../testing/contracts/official-storage.contract.js';
import { OfficialBrowser } from '../unit/adapters/support/official-browser.js';
import { freshPath } from '../unit/adapters/support/test-folder.js';

const api = { describe, it, expect };

officialStorageContract(api, 'FakeOfficialStorage', () => {
  let storage = new FakeOfficialStorage();
  return {
    make: (records) => {
      storage = new FakeOfficialStorage(records ?? {});
      return storage;
    },
    block: () => {
      storage.mode = 'blocked';
    },
    exists: () => storage.keys.length > 0,
  };
});

officialStorageContract(api, 'BrowserOfficialStorage', () => {
  const browser = new OfficialBrowser();
  return {
    make: async (records) => {
      if (records !== null) await browser.fill(records);
      return browser.storage;
    },
    block: () => {
      browser.mode = 'blocked';
    },
    exists: () => browser.exists(),
  };
});

officialStorageContract(api, 'OfficialFiles', () => {
  const folder = freshPath();
  return {
    make: (records) => {
      for (const [key, text] of Object.entries(records ?? {})) {
        const file = join(folder, ...key.split(':'));
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
      return new OfficialFiles(folder);
    },
    // A file where the folder was: it cannot be listed.
    block: () => {
      rmSync(folder, { recursive: true, force: true });
      writeFileSync(folder, '');
    },
    exists: () => existsSync(folder),
  };
});

officialStorageContract(api, 'KeyValueOfficialStorage', () => {
  const storage = new FakeKeyValueStorage();
  return {
    make: async (records) => {
      for (const [key, value] of Object.entries(records ?? {})) await storage.setItem(key, value);
      return new KeyValueOfficialStorage(storage);
    },
    block: () => {
      storage.mode = 'broken';
    },
    exists: () => storage.texts.size > 0,
  };
});
