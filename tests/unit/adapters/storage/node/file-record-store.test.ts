import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileRecordStore } from '../../../../../adapters/storage/node/file-record-store.js';
import { FileTextStorage } from '../../../../../adapters/storage/node/file-text-storage.js';
import { PLAIN_CIPHER } from '../../../../../adapters/storage/node/record-cipher.js';
import { RecordFolder } from '../../../../../adapters/storage/node/record-folder.js';
import { FakeLogger } from '../../../../../application/ports/logger.fake.js';
import { freshPath, TestFolder } from '../../support/test-folder.js';

const AES: AesKeyGenParams = { name: 'AES-GCM', length: 256 };

describe('FileRecordStore', () => {
  it('lists the folder once per tick, and again after a write', async () => {
    const folder = new TestFolder();
    const { entries } = folder;
    let listings = 0;
    folder.entries = () => {
      listings += 1;
      return entries.call(folder);
    };
    const store = new FileRecordStore(folder, new FakeLogger());
    await store.set('a/1', 1);
    expect(await Promise.all([store.list('a/'), store.keys('a/'), store.list('b/')])).toEqual([[['a/1', 1]], ['a/1'], []]);
    expect(listings).toBe(1);
    const [before, , after] = [store.keys('a/'), store.set('a/2', 2), store.keys('a/'), store.remove('a/1')];
    expect([await before, [...(await after)].sort(), await store.keys('a/')]).toEqual([['a/1'], ['a/1', 'a/2'], ['a/2']]);
    folder.other().write('a/3', 3);
    expect([...(await store.keys('a/'))].sort()).toEqual(['a/2', 'a/3']);
  });

  it('logs a file system failure once', async () => {
    const path = freshPath();
    mkdirSync(join(path, '..'), { recursive: true });
    // A file at the folder’s path.
    writeFileSync(path, '');
    const logger = new FakeLogger();
    const store = new FileRecordStore(new RecordFolder(path, PLAIN_CIPHER), logger);
    await store.set('a', 1);
    await store.set('b', 2);
    expect([await store.get('a'), await store.list('')]).toEqual([
      1,
      [
        ['a', 1],
        ['b', 2],
      ],
    ]);
    expect(logger.entries).toEqual([
      expect.objectContaining({
        level: 'error',
        detail: expect.objectContaining({ code: 'storage/unavailable', context: { reason: 'EEXIST' } }),
      }),
    ]);
  });

  it('stores a new key instead of a non-extractable one, shared by all processes', async () => {
    const folder = new TestFolder();
    const [store, other] = [folder, folder.other()].map((each) => new FileRecordStore(each, new FakeLogger())) as [
      FileRecordStore,
      FileRecordStore,
    ];
    const offered = await crypto.subtle.generateKey(AES, false, ['encrypt', 'decrypt']);
    const [key, same] = (await Promise.all([store.claim('key', offered), other.claim('key', offered)])) as [CryptoKey, CryptoKey];
    expect([key.extractable, key.algorithm, key.usages]).toEqual([false, AES, ['encrypt', 'decrypt']]);
    const iv = new Uint8Array(12);
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new Uint8Array([7]));
    expect(new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, same, sealed))).toEqual(new Uint8Array([7]));
    await expect(crypto.subtle.decrypt({ name: 'AES-GCM', iv }, offered, sealed)).rejects.toThrow();
    expect((await store.list('')).map(([, value]) => value instanceof CryptoKey)).toEqual([true]);
  });

  it('keeps a key that cannot be stored in memory, and logs it', async () => {
    const folder = new TestFolder();
    const logger = new FakeLogger();
    const store = new FileRecordStore(folder, logger);
    const secret = await crypto.subtle.generateKey(AES, false, ['encrypt']);
    const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
    await store.set('set', secret);
    expect(await store.claim('claimed', privateKey)).toBeInstanceOf(CryptoKey);
    expect([(await store.get('set')) instanceof CryptoKey, folder.entries(), logger.entries.length]).toEqual([true, [], 1]);
  });

  it('sees writes of other processes immediately', async () => {
    const folder = new TestFolder();
    const [store, other] = [new FileRecordStore(folder, new FakeLogger()), new FileRecordStore(folder.other(), new FakeLogger())];
    await store.set('a', 1);
    await other.set('a', 2);
    await other.set('b', 3);
    expect([await store.get('a'), await store.list('')]).toEqual([
      2,
      [
        ['a', 2],
        ['b', 3],
      ],
    ]);
    await other.remove('a');
    expect(await store.get('a')).toBe(undefined);
  });
});

describe('FileTextStorage', () => {
  it('ignores values that are not strings', () => {
    const folder = new TestFolder();
    folder.write('a', { no: 'text' });
    expect(new FileTextStorage(folder).getItem('a')).toBe(null);
  });

  it('writes one file per key', () => {
    const folder = new TestFolder();
    const texts = new FileTextStorage(folder);
    texts.setItem('a', 'one');
    texts.setItem('b', 'two');
    const files = readdirSync(folder.path).map((name) => readFileSync(join(folder.path, name), 'utf8'));
    expect(files.map((bytes) => /one|two/.exec(bytes)?.[0]).sort()).toEqual(['one', 'two']);
  });
});
