import { describe, expect, it } from 'vitest';
import { BrowserStorage } from '../../adapters/storage/browser-storage.js';
import { FileTextStorage } from '../../adapters/storage/node/file-text-storage.js';
import { FakeLogger } from '../../application/ports/logger.fake.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { storageContract } from '../../testing/contracts/storage.contract.js';
import { TestBrowserStorage } from '../unit/adapters/support/page-storage.js';
import { TestFolder } from '../unit/adapters/support/test-folder.js';

const api = { describe, it, expect };

storageContract(api, 'FakeStorage', () => {
  const storage = new FakeStorage();
  const other = storage.otherTab();
  return {
    storage,
    reload: () => storage.reload(),
    writeInOtherTab: (key, value) => (value === null ? other.remove(key) : other.set(key, value)),
    hidePage: () => storage.enterBfcache(),
    showPage: () => storage.leaveBfcache(),
    fill: () => {
      storage.mode = 'full';
    },
    block: () => {
      storage.mode = 'blocked';
    },
  };
});

storageContract(api, 'BrowserStorage', () => {
  const disk = new TestBrowserStorage();
  const page = new EventTarget();
  let isInBfcache = false;
  const storage = new BrowserStorage(disk.open, page, new FakeLogger());
  return {
    storage,
    reload: () => {
      disk.mode = 'working';
      return new BrowserStorage(disk.open, new EventTarget(), new FakeLogger());
    },
    writeInOtherTab: (key, value) => {
      if (value === null) disk.texts.delete(key);
      else disk.texts.set(key, value);
      if (!isInBfcache) page.dispatchEvent(disk.event(key, value));
    },
    hidePage: () => {
      page.dispatchEvent(new Event('pagehide'));
      isInBfcache = true;
    },
    showPage: () => {
      isInBfcache = false;
      page.dispatchEvent(new Event('pageshow'));
    },
    fill: () => {
      disk.mode = 'full';
    },
    block: () => {
      disk.mode = 'blocked';
    },
  };
});

// Node emits no storage events for other processes, so the tests dispatch them.

storageContract(api, 'BrowserStorage over files', () => {
  const folder = new TestFolder();
  const page = new EventTarget();
  const texts = new FileTextStorage(folder);
  let isInBfcache = false;
  const storage = new BrowserStorage(() => texts, page, new FakeLogger());
  return {
    storage,
    reload: () => new BrowserStorage(() => new FileTextStorage(folder.other()), undefined, new FakeLogger()),
    writeInOtherTab: (key, value) => {
      const other = new FileTextStorage(folder.other());
      if (value === null) other.removeItem(key);
      else other.setItem(key, value);
      if (!isInBfcache) page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: value, storageArea: texts }));
    },
    hidePage: () => {
      page.dispatchEvent(new Event('pagehide'));
      isInBfcache = true;
    },
    showPage: () => {
      isInBfcache = false;
      page.dispatchEvent(new Event('pageshow'));
    },
    fill: () => {
      folder.mode = 'full';
    },
    block: () => {
      folder.mode = 'blocked';
    },
  };
});
