import { describe, expect, it } from 'vitest';
import { RecordSpace } from '../../../../adapters/shared/record-space.js';
import { RecordKeyValues } from '../../../../adapters/storage/record-key-values.js';
import { FakeRecordStore } from '../../../../application/ports/record-store.fake.js';

describe('a storage on the records of a client', () => {
  it('keeps values by their keys, apart from all other records', async () => {
    const store = new FakeRecordStore({ '@latchkey/wc/session/a': 1 });
    const storage = new RecordKeyValues(new RecordSpace(store, 'values/'));
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
