import { describe, expect, it } from 'vitest';
import { PrefixedRecordStore } from '../../adapters/shared/prefixed-record-store.js';
import { RecordKeyValueStorage } from '../../adapters/storage/record-key-value-storage.js';
import { FakeKeyValueStorage } from '../../application/ports/key-value-storage.fake.js';
import { FakeRecordStore } from '../../application/ports/record-store.fake.js';
import { keyValueStorageContract } from '../../testing/contracts/key-value-storage.contract.js';
import { Disk } from '../integration/support/interop/disk.js';

const api = { describe, it, expect };

keyValueStorageContract(api, 'FakeKeyValueStorage', () => new FakeKeyValueStorage());
keyValueStorageContract(
  api,
  'RecordKeyValueStorage',
  () => new RecordKeyValueStorage(new PrefixedRecordStore(new FakeRecordStore({ other: 1 }), 'values/')),
);
keyValueStorageContract(api, 'Disk of the interoperability tests', () => new Disk().open().storage);
