import { describe, expect, it } from 'vitest';
import { RecordSpace } from '../../adapters/shared/record-space.js';
import { RecordKeyValues } from '../../adapters/storage/record-key-values.js';
import { FakeKeyValueStorage } from '../../application/ports/key-value-storage.fake.js';
import { FakeRecordStore } from '../../application/ports/record-store.fake.js';
import { keyValueStorageContract } from '../../testing/contracts/key-value-storage.contract.js';
import { Disk } from '../integration/support/interop/disk.js';

const api = { describe, it, expect };

keyValueStorageContract(api, 'FakeKeyValueStorage', () => new FakeKeyValueStorage());
keyValueStorageContract(api, 'RecordKeyValues', () => new RecordKeyValues(new RecordSpace(new FakeRecordStore({ other: 1 }), 'values/')));
keyValueStorageContract(api, 'the disk of the interoperation tests', () => new Disk().open().storage);
