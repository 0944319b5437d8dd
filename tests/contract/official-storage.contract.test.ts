import { describe, expect, it } from 'vitest';
import { FakeOfficialStorage } from '../../application/ports/official-storage.fake.js';
import { officialStorageContract } from '../../testing/contracts/official-storage.contract.js';

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
