import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { DeviceStore, type StoredDevice } from '../../../../../sandbox/secure-site/frame/device-store.js';
import { createSigningKey, exportPoint, signBytes, verifyBytes } from '../../../../../sandbox/secure-site/protocol/p256.js';
import { fill } from '../keys/support.js';

const device = async (changes: Partial<StoredDevice> = {}): Promise<StoredDevice> => ({
  wallet: 'wallet-1',
  device: 'device-1',
  key: await createSigningKey(),
  secret: fill(0xd1),
  seenEpoch: 2,
  token: 'token',
  vault: '{}',
  wraps: '[]',
  ...changes,
});

/** An IndexedDB in which `method` of stores fails. */
const failing = (method: 'put' | 'get', error: DOMException): IDBFactory => {
  const factory = new IDBFactory();
  return wrap(factory, method, () => {
    throw error;
  });
};
/** Replaces a method of all object stores that come from a factory. */
const wrap = (factory: IDBFactory, method: 'put' | 'get', replacement: () => never): IDBFactory =>
  new Proxy(factory, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name !== 'open') return value.bind(target);
      return (...parameters: readonly unknown[]) => {
        const request: IDBOpenDBRequest = Reflect.apply(value, target, parameters);
        request.addEventListener('success', () => {
          const { transaction } = request.result;
          request.result.transaction = (...args) => {
            const opened = Reflect.apply(transaction, request.result, args);
            const { objectStore } = opened;
            opened.objectStore = (store) => Object.assign(Reflect.apply(objectStore, opened, [store]), { [method]: replacement });
            return opened;
          };
        });
        return request;
      };
    },
  });

describe('a device store', () => {
  it('keeps the device over reloads, with a key that signs and cannot be exported', async () => {
    const factory = new IDBFactory();
    const stored = await device();
    await (await DeviceStore.open(() => factory)).save(stored);
    const reloaded = await DeviceStore.open(() => factory);
    expect(reloaded.persistence).toEqual({ kind: 'browser' });
    const { key, ...rest } = (await reloaded.load()) ?? (await device({ wallet: 'none' }));
    expect(rest).toEqual({ ...stored, key: undefined });
    const signature = await signBytes(key.privateKey, fill(1));
    expect(await verifyBytes(await exportPoint(stored.key.publicKey), signature, fill(1))).toBe(true);
    await expect(crypto.subtle.exportKey('pkcs8', key.privateKey)).rejects.toThrow();
  });

  it('never lowers the epoch that was seen, except for another wallet', async () => {
    const store = await DeviceStore.open(() => new IDBFactory());
    await store.save(await device({ seenEpoch: 3 }));
    await store.save(await device({ seenEpoch: 2 }));
    expect((await store.load())?.seenEpoch).toBe(3);
    await store.save(await device({ wallet: 'wallet-2', seenEpoch: 1 }));
    expect((await store.load())?.seenEpoch).toBe(1);
  });

  it('erases everything, and says what was there', async () => {
    const factory = new IDBFactory();
    const store = await DeviceStore.open(() => factory);
    await store.save(await device());
    expect(await store.erase()).toEqual(['wallet', 'device', 'key', 'secret', 'seenEpoch', 'token', 'vault', 'wraps']);
    expect(await factory.databases()).toEqual([]);
    expect(await store.load()).toBeNull();
    expect(await store.erase()).toEqual([]);
  });
});

describe('a browser that denies storage', () => {
  it.each([
    [
      'in the getter of indexedDB',
      () => {
        throw new DOMException('denied', 'SecurityError');
      },
      'SecurityError',
    ],
    ['without indexedDB', () => Object(globalThis)['noSuchFactory'].open, 'TypeError'],
  ])('%s keeps the device in memory, and says so', async (_, factory, cause) => {
    const store = await DeviceStore.open(factory);
    expect(store.persistence).toEqual({ kind: 'memory', cause });
    const stored = await device();
    await store.save(stored);
    expect(await store.load()).toEqual(stored);
    expect(await (await DeviceStore.open(factory)).load()).toBeNull();
    expect(await store.erase()).toContain('secret');
    expect(stored.secret).toEqual(fill(0));
    expect(await store.load()).toBeNull();
  });

  it.each(['DataCloneError', 'QuotaExceededError'])('when it stores the device (%s) keeps it in memory, and says so', async (name) => {
    const factory = failing('put', new DOMException('refused', name));
    const store = await DeviceStore.open(() => factory);
    expect(store.persistence).toEqual({ kind: 'browser' });
    const stored = await device();
    await store.save(stored);
    expect(store.persistence).toEqual({ kind: 'memory', cause: name });
    expect(await store.load()).toEqual(stored);
    expect(await (await DeviceStore.open(() => factory)).load()).toBeNull();
  });

  it('when it reads says so, and has no device', async () => {
    const factory = failing('get', new DOMException('evicted', 'UnknownError'));
    const store = await DeviceStore.open(() => factory);
    expect(await store.load()).toBeNull();
    expect(store.persistence).toEqual({ kind: 'memory', cause: 'UnknownError' });
  });
});
