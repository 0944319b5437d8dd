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

/** A host's store that rejects the first record. */
const failingOnce = (): FakeRecordStore => {
  const store = new FakeRecordStore();
  const { set } = store;
  const fail = (): Promise<void> => {
    Object.assign(store, { set });
    return Promise.reject(new Error('The disk is full'));
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

/** A table whose records say of themselves what they are about, and which counts what it reads. */
const lazyOn = (store: FakeRecordStore) => {
  const asked: unknown[] = [];
  const table = new ProtocolTable<string, Item>({
    store,
    prefix: PREFIX,
    read: (record) => {
      asked.push(record);
      const { text } = Object(record) as { text?: unknown };
      return read(typeof text === 'string' ? JSON.parse(text) : record);
    },
    write: (item) => ({ ...item, text: JSON.stringify(item) }),
    brief: (record) => {
      const item = read(record);
      return item === null ? null : { key: item.topic, expiry: item.expiry };
    },
  });
  return { table, asked };
};

const packed = (item: Item, text = JSON.stringify(item)) => ({ ...item, text });
const [A, B] = [
  { topic: 'a', expiry: 1 },
  { topic: 'b', expiry: 2 },
];

describe('ProtocolTable', () => {
  it('takes a value out of memory and leaves its record until it is removed', async () => {
    const { store, table } = await loaded();
    await table.set('a', A);
    expect(table.take('a')).toEqual(A);
    expect([table.get('a'), table.take('a'), table.all()]).toEqual([null, null, []]);
    await table.change('a', { expiry: 2 });
    expect([...store.persisted.values()]).toEqual([A]);
    await table.remove('a');
    expect(store.persisted.size).toBe(0);
  });

  it('does not bring a value back that was taken out before the stored ones were read', async () => {
    const table = tableOn(new FakeRecordStore({ [`${PREFIX}a`]: A }));
    table.take('a');
    await table.load(topicOf);
    expect(table.get('a')).toBeNull();
  });

  it('shows a change at once and keeps it for the next page', async () => {
    const { store, table } = await loaded();
    const stored = table.set('a', A);
    expect(table.get('a')).toEqual(A);
    await stored;
    const next = tableOn(store.otherTab());
    await next.load(topicOf);
    expect(next.all()).toEqual([A]);
    expect(next.size).toBe(1);
  });

  it('changes members of what is there, and brings nothing back that is gone', async () => {
    const { store, table } = await loaded();
    await table.set('a', A);
    await table.change('a', { expiry: 2 });
    expect(table.get('a')).toEqual({ topic: 'a', expiry: 2 });
    await table.remove('a');
    await table.change('a', { expiry: 3 });
    expect(table.get('a')).toBeNull();
    expect(await store.list(PREFIX)).toEqual([]);
  });

  describe('that reads again what is stored', () => {
    const world = async (store = new FakeRecordStore({ [`${PREFIX}a`]: A })) => {
      return { ...(await loaded(store)), other: store.otherTab() };
    };

    it('has what another tab has stored, and names what is gone', async () => {
      const { table, other } = await world();
      await other.set(`${PREFIX}b`, B);
      await other.remove(`${PREFIX}a`);
      expect(await table.refresh(topicOf)).toEqual(['a']);
      expect(table.all()).toEqual([A, B]);
      table.take('a');
      expect([await table.refresh(topicOf), table.all()]).toEqual([[], [B]]);
    });

    it('loads, the first time', async () => {
      const table = tableOn(new FakeRecordStore({ [`${PREFIX}a`]: A }));
      expect([await table.refresh(topicOf), table.all()]).toEqual([[], [A]]);
    });

    it('keeps what is there as it is, and what was written or taken out meanwhile', async () => {
      const { table, other } = await world();
      await other.set(`${PREFIX}a`, { topic: 'a', expiry: 9 });
      await other.set(`${PREFIX}b`, B);
      const refreshing = table.refresh(topicOf);
      const writing = table.set('c', { topic: 'c', expiry: 3 });
      expect(await refreshing).toEqual([]);
      await writing;
      expect(table.all()).toEqual([A, { topic: 'c', expiry: 3 }, B]);
      const again = table.refresh(topicOf);
      table.take('b');
      expect([await again, table.get('b')]).toEqual([[], null]);
      await table.refresh(topicOf);
      expect(table.get('b')).toBeNull();
      await table.remove('b');
      await other.set(`${PREFIX}b`, B);
      await table.refresh(topicOf);
      expect(table.get('b')).toEqual(B);
    });

    it('takes a value for none that is gone whose record could not be stored, or is on its way', async () => {
      const { table } = await world(failingOnce());
      await expect(table.set('a', A)).rejects.toThrow('full');
      const writing = table.set('b', B);
      expect(await table.refresh(topicOf)).toEqual([]);
      await writing;
      expect(await table.refresh(topicOf)).toEqual([]);
      expect(table.all()).toEqual([A, B]);
    });

    it('changes nothing where the store fails', async () => {
      const { store, table } = await world();
      Object.assign(store, { list: () => Promise.reject(new Error('The disk is gone')) });
      await expect(table.refresh(topicOf)).rejects.toThrow('gone');
      expect(table.all()).toEqual([A]);
    });

    it('reads no record that says what it is about', async () => {
      const store = new FakeRecordStore({ [`${PREFIX}a`]: packed(A) });
      const { table, asked } = lazyOn(store);
      await table.load(topicOf);
      await store.otherTab().set(`${PREFIX}b`, packed(B));
      expect([await table.refresh(topicOf), table.briefs().map(({ key }) => key), asked]).toEqual([[], ['a', 'b'], []]);
    });
  });

  it('removes records that are none', async () => {
    const { store, table } = await loaded(new FakeRecordStore({ [`${PREFIX}a`]: A, [`${PREFIX}b`]: { topic: 5 }, other: 1 }));
    expect(table.all()).toEqual([A]);
    expect(Object.fromEntries(store.persisted)).toEqual({ [`${PREFIX}a`]: A, other: 1 });
  });

  it('takes what was said before the stored values were there for the last word', async () => {
    const store = new FakeRecordStore({ [`${PREFIX}a`]: A, [`${PREFIX}b`]: { topic: 'b', expiry: 1 } });
    const table = tableOn(store);
    const loading = table.load(topicOf);
    await Promise.all([table.set('a', { topic: 'a', expiry: 9 }), table.remove('b'), loading]);
    expect(table.all()).toEqual([{ topic: 'a', expiry: 9 }]);
    await table.load(topicOf);
    expect(table.all()).toEqual([{ topic: 'a', expiry: 9 }]);
  });

  it('writes the changes of one key in their order, also after one that failed', async () => {
    const { store, table } = await loaded(failingOnce());
    await expect(table.set('a', A)).rejects.toThrow('full');
    expect(table.get('a')).toEqual(A);
    await Promise.all([table.remove('a'), table.set('a', { topic: 'a', expiry: 2 }), table.change('a', { expiry: 3 })]);
    expect(Object.fromEntries(store.persisted)).toEqual({ [`${PREFIX}a`]: { topic: 'a', expiry: 3 } });
  });

  it('writes one record for one change, however many values there are', async () => {
    const records = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`${PREFIX}${index}`, { topic: `${index}`, expiry: 1 }]));
    const { store, table } = await loaded(new FakeRecordStore(records));
    const before = store.calls.length;
    await table.change('77', { expiry: 2 });
    expect(store.calls.slice(before)).toEqual([{ method: 'set', key: `${PREFIX}77` }]);
  });
});

describe('ProtocolTable whose records say what they are about', () => {
  it('reads none of them before somebody asks for it, and each once', async () => {
    const { table, asked } = lazyOn(new FakeRecordStore({ [`${PREFIX}a`]: packed(A), [`${PREFIX}b`]: packed(B) }));
    await table.load(topicOf);
    expect(table.briefs()).toEqual([
      { key: 'a', expiry: 1 },
      { key: 'b', expiry: 2 },
    ]);
    expect(asked).toEqual([]);
    expect([table.get('b'), table.get('b'), table.get('c')]).toEqual([B, B, null]);
    expect(asked).toEqual([packed(B)]);
    expect([table.all(), table.size, asked.length]).toEqual([[A, B], 2, 2]);
  });

  it('changes, takes out and removes what nobody has read', async () => {
    const store = new FakeRecordStore({ [`${PREFIX}a`]: packed(A), [`${PREFIX}b`]: packed(B) });
    const { table } = lazyOn(store);
    await table.load(topicOf);
    await table.change('a', { expiry: 9 });
    expect(store.persisted.get(`${PREFIX}a`)).toEqual(packed({ topic: 'a', expiry: 9 }));
    expect([table.take('b'), table.get('b')]).toEqual([B, null]);
    await table.remove('b');
    expect([...store.persisted.keys()]).toEqual([`${PREFIX}a`]);
    expect(table.briefs()).toEqual([{ key: 'a', expiry: 9 }]);
  });

  it('names what another tab has ended, and has not removed yet', async () => {
    const store = new FakeRecordStore({ [`${PREFIX}a`]: packed(A), [`${PREFIX}b`]: packed(B) });
    const { table } = lazyOn(store);
    await table.load(topicOf);
    await store.otherTab().set(`${PREFIX}a`, packed({ topic: 'a', expiry: 0 }));
    expect(await table.refresh(topicOf)).toEqual(['a']);
  });

  it('removes a damaged one when it is first looked at', async () => {
    const store = new FakeRecordStore({ [`${PREFIX}a`]: packed(A, '{}'), [`${PREFIX}b`]: packed(B) });
    const { table } = lazyOn(store);
    await table.load(topicOf);
    expect(table.get('a')).toBeNull();
    expect([table.all(), table.size, table.briefs()]).toEqual([[B], 1, [{ key: 'b', expiry: 2 }]]);
    await Promise.resolve();
    await Promise.resolve();
    expect([...store.persisted.keys()]).toEqual([`${PREFIX}b`]);
  });

  it('removes one that says nothing of itself at once', async () => {
    const store = new FakeRecordStore({ [`${PREFIX}a`]: { text: '{}' } });
    const { table } = lazyOn(store);
    await table.load(topicOf);
    expect([table.briefs(), store.persisted.size]).toEqual([[], 0]);
  });

  it('takes what was said before for the last word', async () => {
    const { table } = lazyOn(new FakeRecordStore({ [`${PREFIX}a`]: packed(A), [`${PREFIX}b`]: packed(B) }));
    const loading = table.load(topicOf);
    await Promise.all([table.set('a', { topic: 'a', expiry: 9 }), table.remove('b'), loading]);
    expect(table.briefs()).toEqual([{ key: 'a', expiry: 9 }]);
  });

  it('takes up what another tab has stored of a value, where that is worth it', async () => {
    const store = new FakeRecordStore();
    const [here, other] = [lazyOn(store).table, lazyOn(store.otherTab()).table];
    await here.set('a', A);
    await other.set('a', { ...A, expiry: 5 });
    expect([await here.renew('a', ({ expiry }) => expiry > 5), here.get('a')]).toEqual([{ ...A, expiry: 5 }, A]);
    expect([await here.renew('a', ({ expiry }) => expiry > 1), here.get('a')]).toEqual([
      { ...A, expiry: 5 },
      { ...A, expiry: 5 },
    ]);
    expect([await here.renew('b', () => true), here.get('b')]).toEqual([null, null]);
    await other.set('b', B);
    expect([await here.renew('b', () => true), here.get('b')]).toEqual([B, null]);
  });

  it('takes up no older value than the one that is being written', async () => {
    const { table } = lazyOn(new FakeRecordStore());
    await table.set('a', A);
    const before = table.change('a', { expiry: 3 });
    const renewing = table.renew('a', () => true);
    await before;
    const meanwhile = table.change('a', { expiry: 4 });
    expect([await renewing, table.get('a')]).toEqual([
      { ...A, expiry: 4 },
      { ...A, expiry: 4 },
    ]);
    await meanwhile;
  });
});
