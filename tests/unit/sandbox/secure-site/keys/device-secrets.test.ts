import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { DeviceSecrets, UNSEEN } from '../../../../../sandbox/secure-site/keys/device-secrets.js';
import { fill } from './support.js';

const browser = (): (() => IDBFactory) => {
  const factory = new IDBFactory();
  return () => factory;
};

/** A browser that has run out of space. */
const full = (): (() => IDBFactory) => {
  const factory = new IDBFactory();
  factory.open = () => {
    throw new DOMException('refused', 'QuotaExceededError');
  };
  return () => factory;
};

const denied = (): (() => IDBFactory) => () => {
  throw new DOMException('denied', 'SecurityError');
};

/** Chromium, where the user has blocked the site's data. */
const blocked = (): (() => IDBFactory) => {
  const factory = new IDBFactory();
  factory.open = () => {
    throw new DOMException('The user denied permission to access the database.', 'UnknownError');
  };
  return () => factory;
};

const of = (wallet: string, byte = 1, seen = UNSEEN) => ({ wallet, secret: fill(byte), seen });

describe('secrets of devices', () => {
  it('are there for each worker of the browser, by device and wallet, until they are erased', async () => {
    const factory = browser();
    const secrets = new DeviceSecrets(factory);
    expect(await secrets.secret('device-1', 'wallet-1')).toBeNull();
    expect(await secrets.add('device-1', of('wallet-1'))).toBe(true);
    expect(await secrets.add('device-2', of('wallet-2', 2))).toBe(true);
    const other = new DeviceSecrets(factory);
    expect(await other.secret('device-1', 'wallet-1')).toEqual(fill(1));
    expect(await other.secret('device-1', 'wallet-2')).toBeNull();
    await other.erase('device-1');
    expect(await secrets.secret('device-1', 'wallet-1')).toBeNull();
    expect(await secrets.secret('device-2', 'wallet-2')).toEqual(fill(2));
  });

  it('are copies, and never replaced, by workers of two tabs at once neither', async () => {
    const factory = browser();
    const secrets = new DeviceSecrets(factory);
    const added = [1, 2].map((byte) => new DeviceSecrets(factory).add('device-1', of('wallet-1', byte)));
    expect((await Promise.all(added)).filter(Boolean)).toHaveLength(1);
    const stored = await secrets.secret('device-1', 'wallet-1');
    expect(await secrets.add('device-1', of('wallet-1', 3))).toBe(false);
    expect(await secrets.secret('device-1', 'wallet-1')).toEqual(stored);
    (await secrets.secret('device-1', 'wallet-1'))?.fill(0);
    expect(await secrets.secret('device-1', 'wallet-1')).toEqual(stored);
  });

  it.each([
    ['in the browser', browser, true],
    ['in memory', () => null, true],
    ['in memory where storage is denied', denied, false],
    ['in memory where it is denied in the request', blocked, false],
  ])('remember the highest epoch and policy of their wallet, %s', async (_, factory, canStore) => {
    const secrets = new DeviceSecrets(factory());
    expect(await secrets.seen('wallet-1')).toBeNull();
    for (const device of ['device-1', 'device-2']) await secrets.add(device, of('wallet-1'));
    await secrets.add('device-3', of('wallet-2'));
    await secrets.see('wallet-1', { epoch: 3, policy: 1 });
    await secrets.see('wallet-1', { epoch: 2, policy: 4 });
    expect(await secrets.seen('wallet-1')).toEqual({ epoch: 3, policy: 4 });
    expect(await secrets.seen('wallet-2')).toEqual(UNSEEN);
    // A further device opens nothing older either, and one of another browser nothing older than that had opened.
    await secrets.erase('device-1');
    await secrets.add('device-4', of('wallet-1', 1, { epoch: 1, policy: 5 }));
    await secrets.erase('device-2');
    expect(await secrets.seen('wallet-1')).toEqual({ epoch: 3, policy: 5 });
    expect(await secrets.secret('device-4', 'wallet-1')).toEqual(fill(1));
    expect(await secrets.canStore()).toBe(canStore);
  });

  it('count as stored once the browser has committed them', async () => {
    const factory = browser();
    await new DeviceSecrets(factory).add('device-1', of('wallet-1'));
    const { put } = IDBObjectStore.prototype;
    const aborted = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...values) {
      const request = put.apply(this, values);
      request.addEventListener('success', () => this.transaction.abort());
      return request;
    });
    await expect(new DeviceSecrets(factory).add('device-2', of('wallet-1'))).rejects.toThrow();
    aborted.mockRestore();
    expect(await new DeviceSecrets(factory).secret('device-2', 'wallet-1')).toBeNull();
  });

  it('that cannot be stored or read are an error, and not taken for secrets that are gone', async () => {
    await expect(new DeviceSecrets(full()).add('device-1', of('wallet-1'))).rejects.toThrow('refused');
    const factory = browser();
    await new DeviceSecrets(factory).add('device-1', of('wallet-1'));
    const { open } = factory();
    factory().open = full()().open;
    await expect(new DeviceSecrets(factory).secret('device-1', 'wallet-1')).rejects.toThrow('refused');
    factory().open = open;
    expect(await new DeviceSecrets(factory).secret('device-1', 'wallet-1')).toEqual(fill(1));
  });
});
