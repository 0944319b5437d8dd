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

describe('ProtocolTable', () => {
  it('takes a value out of memory and leaves its record until it is removed', async () => {
    const store = new FakeRecordStore();
    const table = tableOn(store);
    await table.load(topicOf);
    await table.set('a', { topic: 'a', expiry: 1 });
    expect(table.take('a')).toEqual({ topic: 'a', expiry: 1 });
    expect([table.get('a'), table.take('a'), table.all()]).toEqual([null, null, []]);
    await table.change('a', { expiry: 2 });
    expect([...store.persisted.values()]).toEqual([{ topic: 'a', expiry: 1 }]);
    await table.remove('a');
    expect(store.persisted.size).toBe(0);
  });

  it('does not bring a value back that was taken out before the stored ones were read', async () => {
    const table = tableOn(new FakeRecordStore({ [`${PREFIX}a`]: { topic: 'a', expiry: 1 } }));
    table.take('a');
    await table.load(topicOf);
    expect(table.get('a')).toBeNull();
  });

  it('shows a change at once and keeps it for the next page', async () => {
    const store = new FakeRecordStore();
    const table = tableOn(store);
    await table.load(topicOf);
    const stored = table.set('a', { topic: 'a', expiry: 1 });
    expect(table.get('a')).toEqual({ topic: 'a', expiry: 1 });
    await stored;
    const next = tableOn(store.otherTab());
    await next.load(topicOf);
    expect(next.all()).toEqual([{ topic: 'a', expiry: 1 }]);
    expect(next.size).toBe(1);
  });

  it('changes members of what is there, and brings nothing back that is gone', async () => {
    const store = new FakeRecordStore();
    const table = tableOn(store);
    await table.load(topicOf);
    await table.set('a', { topic: 'a', expiry: 1 });
    await table.change('a', { expiry: 2 });
    expect(table.get('a')).toEqual({ topic: 'a', expiry: 2 });
    await table.remove('a');
    await table.change('a', { expiry: 3 });
    expect(table.get('a')).toBeNull();
    expect(await store.list(PREFIX)).toEqual([]);
  });

  it('removes records that are none', async () => {
    const store = new FakeRecordStore({ [`${PREFIX}a`]: { topic: 'a', expiry: 1 }, [`${PREFIX}b`]: { topic: 5 }, other: 1 });
    const table = tableOn(store);
    await table.load(topicOf);
    expect(table.all()).toEqual([{ topic: 'a', expiry: 1 }]);
    expect(Object.fromEntries(store.persisted)).toEqual({ [`${PREFIX}a`]: { topic: 'a', expiry: 1 }, other: 1 });
  });

  it('takes what was said before the stored values were there for the last word', async () => {
    const store = new FakeRecordStore({ [`${PREFIX}a`]: { topic: 'a', expiry: 1 }, [`${PREFIX}b`]: { topic: 'b', expiry: 1 } });
    const table = tableOn(store);
    const loading = table.load(topicOf);
    await Promise.all([table.set('a', { topic: 'a', expiry: 9 }), table.remove('b'), loading]);
    expect(table.all()).toEqual([{ topic: 'a', expiry: 9 }]);
    await table.load(topicOf);
    expect(table.all()).toEqual([{ topic: 'a', expiry: 9 }]);
  });

  it('writes the changes of one key in their order, also after one that failed', async () => {
    const store = failingOnce();
    const table = tableOn(store);
    await table.load(topicOf);
    await expect(table.set('a', { topic: 'a', expiry: 1 })).rejects.toThrow('full');
    expect(table.get('a')).toEqual({ topic: 'a', expiry: 1 });
    await Promise.all([table.remove('a'), table.set('a', { topic: 'a', expiry: 2 }), table.change('a', { expiry: 3 })]);
    expect(Object.fromEntries(store.persisted)).toEqual({ [`${PREFIX}a`]: { topic: 'a', expiry: 3 } });
  });

  it('writes one record for one change, however many values there are', async () => {
    const records = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`${PREFIX}${index}`, { topic: `${index}`, expiry: 1 }]));
    const store = new FakeRecordStore(records);
    const table = tableOn(store);
    await table.load(topicOf);
    const before = store.calls.length;
    await table.change('77', { expiry: 2 });
    expect(store.calls.slice(before)).toEqual([{ method: 'set', key: `${PREFIX}77` }]);
  });
});
