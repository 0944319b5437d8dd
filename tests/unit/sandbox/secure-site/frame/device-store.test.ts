import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { DeviceStore, type StoredDevice } from '../../../../../sandbox/secure-site/frame/device-store.js';
import type { SentOperation } from '../../../../../sandbox/secure-site/frame/sent-operation.js';
import { createSigningKey, exportPoint, signBytes, verifyBytes } from '../../../../../sandbox/secure-site/protocol/p256.js';
import { fill } from '../keys/support.js';

const APP = { project: 'project', origin: 'https://app.example' };
const ACCOUNTS = { eip155: { address: '0x1', publicKey: 'a' }, solana: { address: '2', publicKey: 'b' } };
const open = (factory: () => IDBFactory, app = APP): Promise<DeviceStore> => DeviceStore.open({ app, factory });

const SENT: SentOperation = {
  id: 'a',
  hash: '0x01',
  chainId: 'eip155:1',
  sender: '0x02',
  nonce: '3',
  fromBlock: '0x4',
  sentAt: 5,
  isSettled: false,
};

const device = async (changes: Partial<StoredDevice> = {}): Promise<StoredDevice> => ({
  wallet: 'wallet-1',
  device: 'device-1',
  user: { provider: 'email', email: 'alice@example.com', userName: null },
  accounts: ACCOUNTS,
  key: await createSigningKey(),
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
    await (await open(() => factory)).save(stored);
    const reloaded = await open(() => factory);
    expect(reloaded.persistence).toEqual({ kind: 'browser' });
    const { key, ...rest } = (await reloaded.load()) ?? (await device({ wallet: 'none' }));
    expect(rest).toEqual({ ...stored, key: undefined });
    const signature = await signBytes(key.privateKey, fill(1));
    expect(await verifyBytes(await exportPoint(stored.key.publicKey), signature, fill(1))).toBe(true);
    await expect(crypto.subtle.exportKey('pkcs8', key.privateKey)).rejects.toThrow();
  });

  it('never lowers the epoch that was seen, except for another wallet', async () => {
    const store = await open(() => new IDBFactory());
    await store.save(await device({ seenEpoch: 3 }));
    await store.save(await device({ seenEpoch: 2 }));
    expect((await store.load())?.seenEpoch).toBe(3);
    await store.save(await device({ wallet: 'wallet-2', seenEpoch: 1 }));
    expect((await store.load())?.seenEpoch).toBe(1);
  });

  it.each([
    ['in the browser', () => new IDBFactory()],
    [
      'in memory',
      () => {
        throw new DOMException('denied', 'SecurityError');
      },
    ],
  ])('keeps the log %s when a device is stored that was read before', async (_, create) => {
    let factory: IDBFactory | null = null;
    const store = await open(() => {
      factory ??= create();
      return factory;
    });
    const log = { wallet: 'wallet-1', spends: [], mac: 'a' };
    await store.saveLog('wallet-1', log);
    expect(await store.load('wallet-1')).toBeNull();
    await store.save(await device());
    const before = (await store.load()) ?? (await device());
    await store.saveLog('wallet-1', log);
    await store.save({ ...before, token: 'newer' });
    expect(await store.load()).toMatchObject({ token: 'newer', log });
    const withFormer = (await store.load()) ?? before;
    await store.saveLog('wallet-1', { ...log, mac: 'b' });
    await store.save(withFormer);
    expect((await store.load())?.log).toEqual({ ...log, mac: 'b' });
    await store.saveLog('wallet-1', null);
    await store.save(withFormer);
    expect(await store.load()).not.toHaveProperty('log');
  });

  it('creates no database before the first device, and one for each app', async () => {
    const factory = new IDBFactory();
    const store = await open(() => factory);
    expect(await store.load()).toBeNull();
    expect(await store.erase()).toEqual([]);
    await store.select('wallet-1');
    expect(await factory.databases()).toEqual([]);
    await store.save(await device());
    const other = await open(() => factory, { ...APP, origin: 'https://other.example' });
    expect(await other.load()).toBeNull();
  });

  it.each([
    ['in the browser', () => new IDBFactory()],
    [
      'in memory',
      () => {
        throw new DOMException('denied', 'SecurityError');
      },
    ],
  ])('keeps a device of each wallet %s, one of them current, and erases one at a time', async (_, create) => {
    let factory: IDBFactory | null = null;
    const store = await open(() => {
      factory ??= create();
      return factory;
    });
    await store.save(await device());
    await store.save(await device({ wallet: 'wallet-2', device: 'device-2' }), false);
    expect((await store.load())?.device).toBe('device-1');
    await store.select('wallet-2');
    expect((await store.load())?.device).toBe('device-2');
    await store.select('unknown');
    expect(await store.load()).toBeNull();
    expect((await store.load('wallet-1'))?.device).toBe('device-1');
    await store.select('wallet-1');
    await store.erase();
    expect(await store.load()).toBeNull();
    expect((await store.load('wallet-2'))?.device).toBe('device-2');
    await store.erase('wallet-2');
    expect(await store.load('wallet-2')).toBeNull();
  });

  it('erases everything, and says what was there', async () => {
    const factory = new IDBFactory();
    const store = await open(() => factory);
    await store.save(await device());
    expect([...((await store.erase()) ?? [])].sort()).toEqual(
      ['wallet', 'device', 'user', 'accounts', 'key', 'seenEpoch', 'token', 'vault', 'wraps'].sort(),
    );
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
    const store = await open(factory);
    expect(store.persistence).toEqual({ kind: 'memory', cause });
    const stored = await device();
    await store.save(stored);
    expect(await store.load()).toEqual(stored);
    expect(await (await open(factory)).load()).toBeNull();
    expect(await store.erase()).toContain('key');
    expect(await store.load()).toBeNull();
  });

  it.each(['DataCloneError', 'QuotaExceededError'])('when it stores the device (%s) keeps it in memory, and says so', async (name) => {
    const factory = failing('put', new DOMException('refused', name));
    const store = await open(() => factory);
    expect(store.persistence).toEqual({ kind: 'browser' });
    const stored = await device();
    await store.save(stored);
    expect(store.persistence).toEqual({ kind: 'memory', cause: name });
    expect(await store.load()).toEqual(stored);
    expect(await (await open(() => factory)).load()).toBeNull();
    expect(await store.erase()).toContain('key');
    expect(await store.load()).toBeNull();
  });

  it('when it reads says so, and has no device', async () => {
    const factory = failing('get', new DOMException('evicted', 'UnknownError'));
    await (await open(() => factory)).save(await device());
    const store = await open(() => factory);
    expect(await store.load()).toBeNull();
    expect(store.persistence).toEqual({ kind: 'memory', cause: 'UnknownError' });
  });

  it('remembers the operations of each wallet until they are erased with its device', async () => {
    const factory = new IDBFactory();
    const store = await open(() => factory);
    for (const wallet of ['wallet-1', 'wallet-2']) await store.save(await device({ wallet }));
    await store.saveOperation('wallet-1', SENT);
    await store.saveOperation('wallet-1', { ...SENT, id: 'b' });
    await store.saveOperation('wallet-2', SENT);
    await store.saveOperation('wallet-1', { ...SENT, isSettled: true });
    const reloaded = await open(() => factory);
    expect(await reloaded.operations('wallet-1')).toEqual([
      { ...SENT, isSettled: true },
      { ...SENT, id: 'b' },
    ]);
    await reloaded.eraseOperation('wallet-1', 'b');
    expect(await store.operations('wallet-1')).toEqual([{ ...SENT, isSettled: true }]);
    await store.erase('wallet-1');
    expect(await store.operations('wallet-1')).toEqual([]);
    expect(await store.operations('wallet-2')).toEqual([SENT]);
    await store.erase('wallet-2');
    expect(await factory.databases()).toEqual([]);
  });

  it('remembers operations in memory where the browser stores nothing', async () => {
    const store = await open(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    await store.save(await device());
    await store.saveOperation('wallet-1', SENT);
    expect(await store.operations('wallet-1')).toEqual([SENT]);
    expect(await store.operations('wallet-2')).toEqual([]);
    await store.eraseOperation('wallet-1', 'a');
    expect(await store.operations('wallet-1')).toEqual([]);
  });
});
