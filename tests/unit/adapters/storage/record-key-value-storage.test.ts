import { describe, expect, it } from 'vitest';
import { PrefixedRecordStore } from '../../../../adapters/shared/prefixed-record-store.js';
import { RecordKeyValueStorage } from '../../../../adapters/storage/record-key-value-storage.js';
import { FakeRecordStore } from '../../../../application/ports/record-store.fake.js';

describe('RecordKeyValueStorage', () => {
  it('stores values by key, apart from other records', async () => {
    const store = new FakeRecordStore({ '@latchkey/wc/session/a': 1 });
    const storage = new RecordKeyValueStorage(new PrefixedRecordStore(store, 'values/'));
    await storage.setItem('a', { list: [1] });
    await storage.setItem('b', 'text');
    expect([await storage.getItem('a'), await storage.getItem('c'), await storage.getKeys(), await storage.getEntries()]).toEqual([
      { list: [1] },
      undefined,
      ['a', 'b'],
      [
        ['a', { list: [1] }],
        ['b', 'text'],
      ],
    ]);
    await storage.removeItem('a');
    expect([...store.persisted.keys()]).toEqual(['@latchkey/wc/session/a', 'values/b']);
  });
});
