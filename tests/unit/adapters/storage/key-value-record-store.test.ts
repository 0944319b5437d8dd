import { describe, expect, it } from 'vitest';
import { KeyValueRecordStore } from '../../../../adapters/storage/key-value-record-store.js';
import { KeyCipher } from '../../../../adapters/walletconnect/key-cipher.js';
import { KeyVault } from '../../../../adapters/walletconnect/key-vault.js';
import { FakeKeyValueStorage } from '../../../../application/ports/key-value-storage.fake.js';
import { FakeLogger } from '../../../../application/ports/logger.fake.js';

const vaultOn = (storage: FakeKeyValueStorage): KeyVault => {
  const store = new KeyValueRecordStore(storage, null);
  return new KeyVault(store, new KeyCipher(store, crypto.subtle));
};

describe('KeyValueRecordStore', () => {
  it('persists session keys, encrypted', async () => {
    const storage = new FakeKeyValueStorage();
    await vaultOn(storage).set('topic', 'c0ffee');
    expect([...storage.texts.values()].join()).not.toContain('c0ffee');
    const next = vaultOn(storage);
    expect(await next.load('topic')).toBe(true);
    expect(next.get('topic')).toBe('c0ffee');
  });

  it('uses names without slashes', async () => {
    const storage = new FakeKeyValueStorage();
    const store = new KeyValueRecordStore(storage, null);
    await store.set('@latchkey/wc/link/https://wallet.example/a', 1);
    expect([...storage.texts.keys()].join()).not.toContain('/');
    expect(await store.list('@latchkey/wc/link/')).toEqual([['@latchkey/wc/link/https://wallet.example/a', 1]]);
  });

  it('ignores entries of other clients', async () => {
    const storage = new FakeKeyValueStorage({ 'wc@2:client:0.3:session': [], '%': 1 });
    const store = new KeyValueRecordStore(storage, null);
    await store.set('a', 1);
    expect(await store.list('')).toEqual([['a', 1]]);
    await store.remove('a');
    expect([...storage.texts.keys()]).toEqual(['wc@2:client:0.3:session', '%']);
  });

  it('shares one listing among concurrent reads, and lists again after a write', async () => {
    const storage = new FakeKeyValueStorage();
    const { getKeys } = storage;
    let listings = 0;
    Object.assign(storage, {
      getKeys: () => {
        listings += 1;
        return getKeys();
      },
    });
    const store = new KeyValueRecordStore(storage, null);
    await store.set('a/1', 1);
    expect(await Promise.all([store.keys('a/'), store.list('a/'), store.keys('b/')])).toEqual([['a/1'], [['a/1', 1]], []]);
    expect(listings).toBe(1);
    const before = store.keys('a/');
    await store.set('a/2', 2);
    expect([await store.keys('a/'), (await before).includes('a/1')]).toEqual([['a/1', 'a/2'], true]);
    await store.remove('a/1');
    expect([await store.keys('a/'), await store.keys('a'), await store.keys('')]).toEqual([['a/2'], ['a/2'], ['a/2']]);
  });

  it('logs a broken storage once', async () => {
    const storage = new FakeKeyValueStorage();
    storage.mode = 'broken';
    const logger = new FakeLogger();
    const store = new KeyValueRecordStore(storage, logger);
    await store.set('a', 1);
    await store.get('b');
    await store.remove('c');
    expect(logger.entries.map(({ level }) => level)).toEqual(['error']);
  });
});
