import { describe, expect, it } from 'vitest';
import { FakeRecordStore } from '../../../../../application/ports/record-store.fake.js';
import { ProtocolTable } from '../../../../../application/wallet-protocol/engine/protocol-table.js';

interface Item {
  readonly topic: string;
  readonly expiry: number;
}

const PREFIX = '@latchkey/wc/item/';

const read = (value: unknown): Item | null => {
  const item = Object(value) as Partial<Item>;
  return typeof item.topic === 'string' && typeof item.expiry === 'number' ? { topic: item.topic, expiry: item.expiry } : null;
};

/** A store that rejects the first write. */
const failingOnce = (): FakeRecordStore => {
  const store = new FakeRecordStore();
  const { set } = store;
  const fail = (): Promise<void> => {
    Object.assign(store, { set });
    return Promise.reject(new Error('Storage is full'));
  };
  return Object.assign(store, { set: fail });
};

const topicOf = ({ topic }: Item): string => topic;

const tableOn = (store: FakeRecordStore): ProtocolTable<string, Item> => new ProtocolTable({ store, prefix: PREFIX, read });

const loaded = async (store = new FakeRecordStore()) => {
  const table = tableOn(store);
  await table.load(topicOf);
  return { store, table };
};

/** A table with summaries that records which records it parses. */
const lazyTableOn = (store: FakeRecordStore) => {
  const parsed: unknown[] = [];
  const table = new ProtocolTable<string, Item>({
    store,
    prefix: PREFIX,
    read: (record) => {
      parsed.push(record);
      const { text } = Object(record) as { text?: unknown };
      return read(typeof text === 'string' ? JSON.parse(text) : record);
    },
    write: (item) => ({ ...item, text: JSON.stringify(item) }),
    summarize: (record) => {
      const item = read(record);
      return item === null ? null : { key: item.topic, expiry: item.expiry };
    },
  });
  return { table, parsed };
};

const packed = (item: Item, text = JSON.stringify(item)) => ({ ...item, text });
const [A, B] = [
  { topic: 'a', expiry: 1 },
  { topic: 'b', expiry: 2 },
];

describe('ProtocolTable', () => {
  it('evicts a value from memory and keeps its record until it is removed', async () => {
    const { store, table } = await loaded();
    await table.set('a', A);
    expect(table.evict('a')).toEqual(A);
    expect([table.get('a'), table.evict('a'), table.all()]).toEqual([null, null, []]);
    await table.change('a', { expiry: 2 });
    expect([...store.persisted.values()]).toEqual([A]);
    await table.remove('a');
    expect(store.persisted.size).toBe(0);
  });

  it('does not restore a value that was evicted before loading', async () => {
    const table = tableOn(new FakeRecordStore({ [`${PREFIX}a`]: A }));
    table.evict('a');
    await table.load(topicOf);
    expect(table.get('a')).toBeNull();
  });

  it('changes a value immediately and stores it for the next page load', async () => {
    const { store, table } = await loaded();
    const stored = table.set('a', A);
    expect(table.get('a')).toEqual(A);
    await stored;
    const next = tableOn(store.otherTab());
    await next.load(topicOf);
    expect(next.all()).toEqual([A]);
    expect(next.size).toBe(1);
  });

  it('changes members of an existing value, and does not restore a removed one', async () => {
    const { store, table } = await loaded();
    await table.set('a', A);
    await table.change('a', { expiry: 2 });
    expect(table.get('a')).toEqual({ topic: 'a', expiry: 2 });
    await table.remove('a');
    await table.change('a', { expiry: 3 });
    expect(table.get('a')).toBeNull();
    expect(await store.list(PREFIX)).toEqual([]);
  });

  describe('refresh', () => {
    const world = async (store = new FakeRecordStore({ [`${PREFIX}a`]: A })) => {
      return { ...(await loaded(store)), other: store.otherTab() };
    };

    it('adds records of other tabs and returns the keys of removed ones', async () => {
      const { table, other } = await world();
      await other.set(`${PREFIX}b`, B);
      await other.remove(`${PREFIX}a`);
      expect(await table.refresh(topicOf)).toEqual(['a']);
      expect(table.all()).toEqual([A, B]);
      table.evict('a');
      expect([await table.refresh(topicOf), table.all()]).toEqual([[], [B]]);
    });

    it('loads on the first call', async () => {
      const table = tableOn(new FakeRecordStore({ [`${PREFIX}a`]: A }));
      expect([await table.refresh(topicOf), table.all()]).toEqual([[], [A]]);
    });

    it('keeps existing values and concurrent changes', async () => {
      const { table, other } = await world();
      await other.set(`${PREFIX}a`, { topic: 'a', expiry: 9 });
      await other.set(`${PREFIX}b`, B);
      const refreshing = table.refresh(topicOf);
      const writing = table.set('c', { topic: 'c', expiry: 3 });
      expect(await refreshing).toEqual([]);
      await writing;
      expect(table.all()).toEqual([A, { topic: 'c', expiry: 3 }, B]);
      const again = table.refresh(topicOf);
      table.evict('b');
      expect([await again, table.get('b')]).toEqual([[], null]);
      await table.refresh(topicOf);
      expect(table.get('b')).toBeNull();
      await table.remove('b');
      await other.set(`${PREFIX}b`, B);
      await table.refresh(topicOf);
      expect(table.get('b')).toEqual(B);
    });

    it('does not report a value as removed whose write failed or is pending', async () => {
      const { table } = await world(failingOnce());
      await expect(table.set('a', A)).rejects.toThrow('full');
      const writing = table.set('b', B);
      expect(await table.refresh(topicOf)).toEqual([]);
      await writing;
      expect(await table.refresh(topicOf)).toEqual([]);
      expect(table.all()).toEqual([A, B]);
    });

    it('changes nothing if the store fails', async () => {
      const { store, table } = await world();
      Object.assign(store, { list: () => Promise.reject(new Error('Storage is gone')) });
      await expect(table.refresh(topicOf)).rejects.toThrow('gone');
      expect(table.all()).toEqual([A]);
    });

    it('parses no record that has a summary', async () => {
      const store = new FakeRecordStore({ [`${PREFIX}a`]: packed(A) });
      const { table, parsed } = lazyTableOn(store);
      await table.load(topicOf);
      await store.otherTab().set(`${PREFIX}b`, packed(B));
      expect([await table.refresh(topicOf), table.summaries().map(({ key }) => key), parsed]).toEqual([[], ['a', 'b'], []]);
    });
  });

  it('removes invalid records', async () => {
    const { store, table } = await loaded(new FakeRecordStore({ [`${PREFIX}a`]: A, [`${PREFIX}b`]: { topic: 5 }, other: 1 }));
    expect(table.all()).toEqual([A]);
    expect(Object.fromEntries(store.persisted)).toEqual({ [`${PREFIX}a`]: A, other: 1 });
  });

  it('keeps changes that were made before loading', async () => {
    const store = new FakeRecordStore({ [`${PREFIX}a`]: A, [`${PREFIX}b`]: { topic: 'b', expiry: 1 } });
    const table = tableOn(store);
    const loading = table.load(topicOf);
    await Promise.all([table.set('a', { topic: 'a', expiry: 9 }), table.remove('b'), loading]);
    expect(table.all()).toEqual([{ topic: 'a', expiry: 9 }]);
    await table.load(topicOf);
    expect(table.all()).toEqual([{ topic: 'a', expiry: 9 }]);
  });

  it('writes the changes of a key in order, even after a failure', async () => {
    const { store, table } = await loaded(failingOnce());
    await expect(table.set('a', A)).rejects.toThrow('full');
    expect(table.get('a')).toEqual(A);
    await Promise.all([table.remove('a'), table.set('a', { topic: 'a', expiry: 2 }), table.change('a', { expiry: 3 })]);
    expect(Object.fromEntries(store.persisted)).toEqual({ [`${PREFIX}a`]: { topic: 'a', expiry: 3 } });
  });

  it('writes one record per change', async () => {
    const records = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`${PREFIX}${index}`, { topic: `${index}`, expiry: 1 }]));
    const { store, table } = await loaded(new FakeRecordStore(records));
    const before = store.calls.length;
    await table.change('77', { expiry: 2 });
    expect(store.calls.slice(before)).toEqual([{ method: 'set', key: `${PREFIX}77` }]);
  });
});

describe('ProtocolTable with summaries', () => {
  it('parses a record on first access, once', async () => {
    const { table, parsed } = lazyTableOn(new FakeRecordStore({ [`${PREFIX}a`]: packed(A), [`${PREFIX}b`]: packed(B) }));
    await table.load(topicOf);
    expect(table.summaries()).toEqual([
      { key: 'a', expiry: 1 },
      { key: 'b', expiry: 2 },
    ]);
    expect(parsed).toEqual([]);
    expect([table.get('b'), table.get('b'), table.get('c')]).toEqual([B, B, null]);
    expect(parsed).toEqual([packed(B)]);
    expect([table.all(), table.size, parsed.length]).toEqual([[A, B], 2, 2]);
  });

  it('changes, evicts and removes unparsed records', async () => {
    const store = new FakeRecordStore({ [`${PREFIX}a`]: packed(A), [`${PREFIX}b`]: packed(B) });
    const { table } = lazyTableOn(store);
    await table.load(topicOf);
    await table.change('a', { expiry: 9 });
    expect(store.persisted.get(`${PREFIX}a`)).toEqual(packed({ topic: 'a', expiry: 9 }));
    expect([table.evict('b'), table.get('b')]).toEqual([B, null]);
    await table.remove('b');
    expect([...store.persisted.keys()]).toEqual([`${PREFIX}a`]);
    expect(table.summaries()).toEqual([{ key: 'a', expiry: 9 }]);
  });

  it('returns the keys that another tab has closed but not removed yet', async () => {
    const store = new FakeRecordStore({ [`${PREFIX}a`]: packed(A), [`${PREFIX}b`]: packed(B) });
    const { table } = lazyTableOn(store);
    await table.load(topicOf);
    await store.otherTab().set(`${PREFIX}a`, packed({ topic: 'a', expiry: 0 }));
    expect(await table.refresh(topicOf)).toEqual(['a']);
  });

  it('removes a corrupt record on first access', async () => {
    const store = new FakeRecordStore({ [`${PREFIX}a`]: packed(A, '{}'), [`${PREFIX}b`]: packed(B) });
    const { table } = lazyTableOn(store);
    await table.load(topicOf);
    expect(table.get('a')).toBeNull();
    expect([table.all(), table.size, table.summaries()]).toEqual([[B], 1, [{ key: 'b', expiry: 2 }]]);
    await Promise.resolve();
    await Promise.resolve();
    expect([...store.persisted.keys()]).toEqual([`${PREFIX}b`]);
  });

  it('removes a record without a summary on loading', async () => {
    const store = new FakeRecordStore({ [`${PREFIX}a`]: { text: '{}' } });
    const { table } = lazyTableOn(store);
    await table.load(topicOf);
    expect([table.summaries(), store.persisted.size]).toEqual([[], 0]);
  });

  it('keeps changes that were made before loading', async () => {
    const { table } = lazyTableOn(new FakeRecordStore({ [`${PREFIX}a`]: packed(A), [`${PREFIX}b`]: packed(B) }));
    const loading = table.load(topicOf);
    await Promise.all([table.set('a', { topic: 'a', expiry: 9 }), table.remove('b'), loading]);
    expect(table.summaries()).toEqual([{ key: 'a', expiry: 9 }]);
  });

  it('reloads a value that another tab has stored, if it should replace', async () => {
    const store = new FakeRecordStore();
    const [own, other] = [lazyTableOn(store).table, lazyTableOn(store.otherTab()).table];
    await own.set('a', A);
    await other.set('a', { ...A, expiry: 5 });
    expect([await own.reload('a', ({ expiry }) => expiry > 5), own.get('a')]).toEqual([{ ...A, expiry: 5 }, A]);
    expect([await own.reload('a', ({ expiry }) => expiry > 1), own.get('a')]).toEqual([
      { ...A, expiry: 5 },
      { ...A, expiry: 5 },
    ]);
    expect([await own.reload('b', () => true), own.get('b')]).toEqual([null, null]);
    await other.set('b', B);
    expect([await own.reload('b', () => true), own.get('b')]).toEqual([B, null]);
  });

  it('does not reload a value that is older than a pending write', async () => {
    const { table } = lazyTableOn(new FakeRecordStore());
    await table.set('a', A);
    const before = table.change('a', { expiry: 3 });
    const renewing = table.reload('a', () => true);
    await before;
    const meanwhile = table.change('a', { expiry: 4 });
    expect([await renewing, table.get('a')]).toEqual([
      { ...A, expiry: 4 },
      { ...A, expiry: 4 },
    ]);
    await meanwhile;
  });
});
