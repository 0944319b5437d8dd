import { describe, expect, it } from 'vitest';
import { KeyValueOfficialStorage } from '../../adapters/storage/key-value-official-storage.js';
import { FakeKeyValueStorage } from '../../application/ports/key-value-storage.fake.js';
import { FakeOfficialStorage } from '../../application/ports/official-storage.fake.js';
import { officialStorageContract } from '../../testing/contracts/official-storage.contract.js';
import { OfficialBrowser } from '../unit/adapters/support/official-browser.js';

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
