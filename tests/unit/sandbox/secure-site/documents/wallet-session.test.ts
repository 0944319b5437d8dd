import { secp256k1 } from '@noble/curves/secp256k1.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../../../sandbox/process/open-database.js';
import { WalletSession } from '../../../../../sandbox/secure-site/documents/wallet-session.js';
import { DeviceStore } from '../../../../../sandbox/secure-site/frame/device-store.js';
import { KeyService } from '../../../../../sandbox/secure-site/keys/key-service.js';
import { KeyWorker } from '../../../../../sandbox/secure-site/keys/key-worker.js';
import { isStatementSigned } from '../../../../../sandbox/secure-site/keys/statement.js';
import { fromBase64Url } from '../../../../../sandbox/secure-site/protocol/encoding.js';
import { ALICE, APP, refusalOf, SecureSiteWorld } from '../api/secure-site-world.js';

let database: Database;
let world: SecureSiteWorld;
const DIGEST = new Uint8Array(32).fill(5);

beforeAll(async () => {
  database = await openDatabase(null);
});
afterAll(() => database.stop());
beforeEach(async () => {
  world = await SecureSiteWorld.create(database.query);
});

/** The worker in this thread. */
const inlineWorker = (): KeyWorker => {
  const listeners: ((event: { readonly data: unknown }) => void)[] = [];
  const post = (data: unknown): void => {
    for (const listener of listeners) listener({ data: structuredClone(data) });
  };
  const service = new KeyService({ post });
  return new KeyWorker({
    postMessage: (message) => void service.handle(structuredClone(message)),
    addEventListener: (type: string, listener: (event: { readonly data: unknown }) => void) => {
      if (type === 'message') listeners.push(listener);
    },
    terminate: () => undefined,
  });
};

/** Shared by all frames of the test that are given it. */
const memoryStore = (): Promise<DeviceStore> =>
  DeviceStore.open({
    app: APP,
    factory: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });

/** A frame. Frames with one store are of one browser and app: tabs, or one after a reload. */
const openFrame = async (store: DeviceStore): Promise<WalletSession> => {
  const api = world.instance({ verify: (statement, signature, publicKey) => isStatementSigned(statement, { publicKey, signature }) });
  const client = await world.unregisteredFrame(api);
  let last: Promise<unknown> = Promise.resolve();
  return new WalletSession({
    client,
    app: APP,
    store,
    startKeys: inlineWorker,
    runExclusive: (task) => {
      const result = last.then(task);
      last = result.catch(() => undefined);
      return result;
    },
    label: 'Test',
  });
};

const login = async (session: WalletSession): Promise<void> => {
  await session.requestCode(ALICE);
  await session.enterCode(world.code);
};

const create = async (session: WalletSession): Promise<string> => {
  await session.createWallet(await session.beginWallet(), { device: crypto.getRandomValues(new Uint8Array(32)), recovery: null });
  return (await session.account('eip155'))?.address ?? '';
};

/** Whether the wallet has signed the digest. */
const isSigned = async (session: WalletSession): Promise<boolean> => {
  const signature = await session.sign('eip155', DIGEST);
  const key = fromBase64Url((await session.account('eip155'))?.publicKey ?? '');
  return secp256k1.verify(signature.subarray(0, 64), DIGEST, key, { prehash: false });
};

describe('a session', () => {
  it('creates a wallet, and opens it again after a reload', async () => {
    const store = await memoryStore();
    const first = await openFrame(store);
    await login(first);
    expect(await first.walletId()).toBeNull();
    const address = await create(first);
    expect(await isSigned(first)).toBe(true);
    const reloaded = await openFrame(store);
    expect(await reloaded.resume()).toBe(true);
    expect(reloaded.email).toBe(ALICE);
    expect((await reloaded.account('eip155'))?.address).toBe(address);
    expect(await isSigned(reloaded)).toBe(true);
  });

  it('is shared by two tabs: each takes it back from the other', async () => {
    const store = await memoryStore();
    const first = await openFrame(store);
    await login(first);
    await create(first);
    const second = await openFrame(store);
    await second.resume();
    expect(await first.walletId()).toBe(await second.walletId());
    expect(await isSigned(second)).toBe(true);
    expect(await first.walletId()).not.toBeNull();
  });

  it('does not resume without a device, nor after its sign-out in another tab', async () => {
    const store = await memoryStore();
    const first = await openFrame(store);
    await login(first);
    await create(first);
    const second = await openFrame(store);
    await second.resume();
    expect(await second.signOut()).toMatchObject({ isSessionEnded: true, isDeviceKept: true });
    expect(await store.load()).toMatchObject({ token: null });
    expect(await (await openFrame(store)).resume()).toBe(false);
    expect(await refusalOf(first.walletId())).toBe('no-session');
  });

  it('unregisters its device at the server when it signs out', async () => {
    const session = await openFrame(await memoryStore());
    await login(session);
    await session.createWallet(await session.beginWallet(), { device: new Uint8Array(32).fill(1), recovery: new Uint8Array(32).fill(2) });
    await session.signOut();
    expect(await world.rows('devices')).toEqual([]);
  });

  it('gives another account no device of this one, and keeps that for its next login', async () => {
    const store = await memoryStore();
    const first = await openFrame(store);
    await login(first);
    await create(first);
    const second = await openFrame(store);
    await second.requestCode('bob@example.com');
    await second.enterCode(world.code);
    expect(await second.walletId()).toBeNull();
    expect(await store.load()).toBeNull();
    expect(await second.account('eip155')).toBeNull();
    const address = await create(second);
    await login(second);
    expect((await second.account('eip155'))?.address).not.toBe(address);
    expect(await isSigned(second)).toBe(true);
  });

  it('needs a new code to use keys when the last one is a week ago', async () => {
    const store = await memoryStore();
    const first = await openFrame(store);
    await login(first);
    await create(first);
    world.now += 8 * 86_400_000;
    const reloaded = await openFrame(store);
    expect(await reloaded.resume()).toBe(true);
    expect(await refusalOf(reloaded.sign('eip155', DIGEST))).toBe('session-too-old');
    await login(reloaded);
    expect(await isSigned(reloaded)).toBe(true);
  });

  it('changes the address with the codes of both', async () => {
    const store = await memoryStore();
    const first = await openFrame(store);
    await login(first);
    await create(first);
    const reloaded = await openFrame(store);
    await reloaded.resume();
    expect(await refusalOf(reloaded.confirmOldEmail('000000'))).toBe('no-code');
    expect(await reloaded.beginEmailChange('Alice@New.example')).toBe('old-email');
    await reloaded.confirmOldEmail(world.code);
    expect(await refusalOf(reloaded.confirmNewEmail(world.wrongCode))).toBe('wrong-code');
    expect(await reloaded.confirmNewEmail(world.code)).toBe('alice@new.example');
    expect(reloaded.email).toBe('alice@new.example');
    expect(await store.load()).toMatchObject({ email: 'alice@new.example' });
    expect(await isSigned(reloaded)).toBe(true);
  });
});
