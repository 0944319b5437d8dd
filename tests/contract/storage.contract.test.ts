import { describe, expect, it } from 'vitest';
import { BrowserStorage } from '../../adapters/storage/browser-storage.js';
import { FakeLogger } from '../../application/ports/logger.fake.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { storageContract } from '../../testing/contracts/storage.contract.js';
import { TestDisk } from '../unit/adapters/support/page-storage.js';

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
