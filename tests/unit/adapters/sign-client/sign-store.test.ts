import { describe, expect, it } from 'vitest';
import { SignStore } from '../../../../adapters/sign-client/sign-store.js';
import { FakeLogger } from '../../../../application/ports/logger.fake.js';
import { FakeRecordStore } from '../../../../application/ports/record-store.fake.js';
import { ProtocolTable } from '../../../../application/wallet-protocol/engine/protocol-table.js';

interface Thing {
  topic: string;
  expiry: number;
  peer?: { name: string; icons: string[] };
}

interface StoredThing extends Thing {
  readonly isOwn: boolean;
}

const setUp = (isVisible?: (thing: StoredThing) => boolean) => {
  const records = new FakeRecordStore();
  const deletedKeys = new Set<string>();
  const table = new ProtocolTable<string, StoredThing>({ store: records, prefix: 'thing/', read: (value) => value as StoredThing });
  const store = new SignStore<string, Thing, StoredThing>({
    name: 'thing',
    kind: 'session',
    table,
    keyOf: ({ topic }) => topic,
    toPublic: ({ isOwn: _, ...thing }) => structuredClone(thing),
    fromPublic: (thing, stored) => ({ isOwn: stored?.isOwn ?? false, ...thing }),
    isDeleted: (key) => deletedKeys.has(key),
    ...(isVisible === undefined ? {} : { isVisible }),
    logger: new FakeLogger(),
  });
  return { records, deletedKeys, table, store };
};

describe('SignStore', () => {
  it('returns the engine’s values without internal members', async () => {
    const { table, store } = setUp();
    await table.set('a', { topic: 'a', expiry: 1, isOwn: true });
    await table.set('b', { topic: 'b', expiry: 2, isOwn: false });
    expect(store.get('a')).toEqual({ topic: 'a', expiry: 1 });
    expect([store.length, store.keys, store.values]).toEqual([
      2,
      ['a', 'b'],
      [
        { topic: 'a', expiry: 1 },
        { topic: 'b', expiry: 2 },
      ],
    ]);
    expect([...store.map]).toEqual([
      ['a', { topic: 'a', expiry: 1 }],
      ['b', { topic: 'b', expiry: 2 }],
    ]);
  });

  it('hides invisible records', async () => {
    const { table, store } = setUp(({ isOwn }) => !isOwn);
    await table.set('a', { topic: 'a', expiry: 1, isOwn: true });
    await table.set('b', { topic: 'b', expiry: 2, isOwn: false });
    expect([store.length, store.keys, store.values, [...store.map.keys()]]).toEqual([1, ['b'], [{ topic: 'b', expiry: 2 }], ['b']]);
    expect(() => store.get('a')).toThrow('No matching key. thing: a');
  });

  it('returns copies', async () => {
    const { table, store } = setUp();
    await table.set('a', { topic: 'a', expiry: 1, isOwn: true, peer: { name: 'A', icons: [] } });
    store.get('a').peer?.icons.push('https://app.example');
    store.map.clear();
    expect(store.get('a').peer).toEqual({ name: 'A', icons: [] });
  });

  it('stores set and updated values, keeping internal members', async () => {
    const { records, table, store } = setUp();
    await table.set('a', { topic: 'a', expiry: 1, isOwn: true });
    await store.update('a', { expiry: 5 });
    await store.set('a', { topic: 'a', expiry: 6, peer: { name: 'A', icons: [] } });
    await store.set('b', { topic: 'b', expiry: 2 });
    expect(table.all()).toEqual([
      { topic: 'a', expiry: 6, isOwn: true, peer: { name: 'A', icons: [] } },
      { topic: 'b', expiry: 2, isOwn: false },
    ]);
    expect(records.persisted.get('thing/a')).toMatchObject({ expiry: 6 });
  });

  it('filters by members that are equal as JSON', async () => {
    const { store } = setUp();
    await store.set('a', { topic: 'a', expiry: 1, peer: { name: 'A', icons: ['x'] } });
    await store.set('b', { topic: 'b', expiry: 1, peer: { name: 'A', icons: ['x', 'y'] } });
    await store.set('c', { topic: 'c', expiry: 1 });
    const found = (filter: Partial<Thing>) => store.getAll(filter).map(({ topic }) => topic);
    expect(found({ expiry: 1 })).toEqual(['a', 'b', 'c']);
    expect(found({ peer: { icons: ['x'], name: 'A' } })).toEqual(['a']);
    expect(found({ peer: { name: 'A', icons: [] } })).toEqual([]);
    expect(store.getAll()).toHaveLength(3);
  });

  it('throws the official errors for missing and recently deleted keys', async () => {
    const { deletedKeys, store } = setUp();
    await store.set('a', { topic: 'a', expiry: 1 });
    await store.delete('a', { code: 6000, message: 'User disconnected.' });
    await store.delete('b', { code: 6000, message: 'User disconnected.' });
    deletedKeys.add('c');
    const deleted = (key: string) => ({ code: 5, message: `Missing or invalid. Record was recently deleted - thing: ${key}` });
    const missing = (key: string) => ({ code: 2, message: `No matching key. thing: ${key}` });
    const fault = (act: () => unknown): unknown => {
      try {
        return act();
      } catch (error) {
        const { code, message } = error as { readonly code: number; readonly message: string };
        return { code, message };
      }
    };
    expect(['a', 'b', 'c'].map((key) => fault(() => store.get(key)))).toEqual([deleted('a'), missing('b'), deleted('c')]);
    await expect(store.update('a', { expiry: 2 })).rejects.toMatchObject(deleted('a'));
    await store.set('a', { topic: 'a', expiry: 3 });
    expect(store.get('a').expiry).toBe(3);
  });
});
