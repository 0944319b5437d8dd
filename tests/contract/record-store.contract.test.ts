import { describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { PrefixedRecordStore } from '../../adapters/shared/prefixed-record-store.js';
import { BrowserRecordStore } from '../../adapters/storage/browser-record-store.js';
import { KeyValueRecordStore } from '../../adapters/storage/key-value-record-store.js';
import { FileRecordStore } from '../../adapters/storage/node/file-record-store.js';
import { PLAIN_CIPHER, secretCipher } from '../../adapters/storage/node/record-cipher.js';
import { FakeKeyValueStorage } from '../../application/ports/key-value-storage.fake.js';
import { FakeLogger } from '../../application/ports/logger.fake.js';
import { FakeRecordStore } from '../../application/ports/record-store.fake.js';
import type { RecordStore } from '../../application/ports/record-store.port.js';
import { type RecordStoreHarness, recordStoreContract } from '../../testing/contracts/record-store.contract.js';
import { TestDatabase } from '../unit/adapters/support/test-database.js';
import { TestFolder } from '../unit/adapters/support/test-folder.js';

const api = { describe, it, expect };

recordStoreContract(api, 'FakeRecordStore', () => {
  const store = new FakeRecordStore();
  return {
    store,
    otherTab: () => store.otherTab(),
    reload: () => store.reload(),
    fill: () => {
      store.mode = 'full';
    },
    block: () => {
      store.mode = 'blocked';
    },
  };
});

recordStoreContract(api, 'BrowserRecordStore', () => {
  const browser = new TestDatabase();
  const newTab = (): BrowserRecordStore => new BrowserRecordStore(browser.page, SYSTEM_CLOCK, new FakeLogger());
  const store = newTab();
  return {
    store,
    otherTab: newTab,
    reload: () => {
      store.dispose();
      browser.mode = 'working';
      return newTab();
    },
    fill: () => {
      browser.mode = 'full';
    },
    block: () => {
      browser.mode = 'blocked';
    },
  };
});

describe.each([
  ['FileRecordStore', PLAIN_CIPHER],
  ['FileRecordStore with a secret', secretCipher('a secret of at least 32 characters')],
])('files', (name, cipher) => {
  recordStoreContract(api, name, () => {
    const folder = new TestFolder(cipher);
    const store = new FileRecordStore(folder, new FakeLogger());
    const otherProcess = (): FileRecordStore => new FileRecordStore(folder.other(), new FakeLogger());
    return {
      store,
      otherTab: otherProcess,
      reload: () => {
        store.dispose();
        return otherProcess();
      },
      fill: () => {
        folder.mode = 'full';
      },
      block: () => {
        folder.mode = 'blocked';
      },
    };
  });
});

const keyValueHarness = (wrap: (store: KeyValueRecordStore) => RecordStore): RecordStoreHarness => {
  const storage = new FakeKeyValueStorage();
  const newTab = (): RecordStore => wrap(new KeyValueRecordStore(storage, new FakeLogger()));
  const store = newTab();
  return {
    store,
    otherTab: newTab,
    reload: () => {
      store.dispose();
      storage.mode = 'working';
      return newTab();
    },
    fill: () => {
      storage.mode = 'full';
    },
    block: () => {
      storage.mode = 'broken';
    },
  };
};

recordStoreContract(api, 'KeyValueRecordStore', () => keyValueHarness((store) => store));
recordStoreContract(api, 'PrefixedRecordStore', () => keyValueHarness((store) => new PrefixedRecordStore(store, '@latchkey/sign/')));
