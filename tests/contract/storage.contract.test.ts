import { describe, expect, it } from 'vitest';
import { BrowserStorage } from '../../adapters/storage/browser-storage.js';
import { FileTexts } from '../../adapters/storage/node/file-texts.js';
import { FakeLogger } from '../../application/ports/logger.fake.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { storageContract } from '../../testing/contracts/storage.contract.js';
import { TestDisk } from '../unit/adapters/support/page-storage.js';
import { TestFolder } from '../unit/adapters/support/test-folder.js';

const api = { describe, it, expect };

storageContract(api, 'FakeStorage', () => {
  const storage = new FakeStorage();
  const other = storage.otherTab();
  return {
    storage,
    reload: () => storage.reload(),
    writeInOtherTab: (key, value) => (value === null ? other.remove(key) : other.set(key, value)),
    leave: () => storage.leave(),
    comeBack: () => storage.comeBack(),
    fill: () => {
      storage.mode = 'full';
    },
    block: () => {
      storage.mode = 'blocked';
    },
  };
});

storageContract(api, 'BrowserStorage', () => {
  const disk = new TestDisk();
  const page = new EventTarget();
  let isAway = false;
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
      if (!isAway) page.dispatchEvent(disk.event(key, value));
    },
    leave: () => {
      page.dispatchEvent(new Event('pagehide'));
      isAway = true;
    },
    comeBack: () => {
      isAway = false;
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

// In Node nobody tells of the changes of other processes. What is done when somebody does is the same all the same.
storageContract(api, 'BrowserStorage over files', () => {
  const folder = new TestFolder();
  const page = new EventTarget();
  const texts = new FileTexts(folder);
  let isAway = false;
  const storage = new BrowserStorage(() => texts, page, new FakeLogger());
  return {
    storage,
    reload: () => new BrowserStorage(() => new FileTexts(folder.other()), undefined, new FakeLogger()),
    writeInOtherTab: (key, value) => {
      const other = new FileTexts(folder.other());
      if (value === null) other.removeItem(key);
      else other.setItem(key, value);
      if (!isAway) page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: value, storageArea: texts }));
    },
    leave: () => {
      page.dispatchEvent(new Event('pagehide'));
      isAway = true;
    },
    comeBack: () => {
      isAway = false;
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
