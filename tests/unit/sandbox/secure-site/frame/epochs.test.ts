import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { approveDevice } from '../../../../../sandbox/secure-site/frame/device-approval.js';
import { signAsDevice } from '../../../../../sandbox/secure-site/frame/device-signature.js';
import { DeviceStore } from '../../../../../sandbox/secure-site/frame/device-store.js';
import type { FrameClient, SignManagement } from '../../../../../sandbox/secure-site/frame/frame-client.js';
import { beginDevice } from '../../../../../sandbox/secure-site/frame/new-device.js';
import { rotateWallet } from '../../../../../sandbox/secure-site/frame/rotate-wallet.js';
import { signOut } from '../../../../../sandbox/secure-site/frame/sign-out.js';
import { DeviceSecrets, UNSEEN } from '../../../../../sandbox/secure-site/keys/device-secrets.js';
import { type KeyWorker, KeyWorkerError } from '../../../../../sandbox/secure-site/keys/key-worker.js';
import { randomBytes } from '../../../../../sandbox/secure-site/keys/seal.js';
import { createSigningKey } from '../../../../../sandbox/secure-site/protocol/p256.js';
import { ALICE, APP, DAY_MS, refusalOf, SecureSiteWorld } from '../api/secure-site-world.js';
import {
  createRealWallet,
  newWorker,
  type RealDevice,
  type RealWallet,
  recoverWallet,
  requestApproval,
  serverOfRecovery,
  unlockDevice,
} from './real-wallet.js';

let world: SecureSiteWorld;
let frame: FrameClient;
let owner: RealWallet;
beforeEach(async () => {
  world = await SecureSiteWorld.create();
  frame = await world.frame();
  await world.login(frame);
  owner = await createRealWallet(frame);
});

const signer =
  (worker: KeyWorker): SignManagement =>
  (statement) =>
    worker.request('sign-statement', { statement });
const keyErrorOf = (result: Promise<unknown>): Promise<string | null> =>
  result.then(
    () => null,
    (error: unknown) => {
      if (error instanceof KeyWorkerError) return error.code;
      throw error;
    },
  );
/** Gives the wallet its next epoch. */
const rotate = async ({ withWords = true, of = frame } = {}) => {
  const { vault, server } = await unlockDevice(of, owner);
  const recovery = withWords ? { recovery: owner.recovery, server: await serverOfRecovery(of, owner) } : null;
  return rotateWallet(of, { ...owner, vault, serverSecret: server, recovery });
};
/** A second device, whose wallet is unlocked. */
const addDevice = async (approver: RealDevice = owner): Promise<{ readonly client: FrameClient; readonly device: RealDevice }> => {
  const client = await world.frame();
  await world.login(client);
  const added = await beginDevice(client, { key: await createSigningKey(), label: 'Second' });
  const { request, accept, ...device } = await requestApproval(client, added);
  await approveDevice(frame, approver, request.members);
  await accept();
  await unlockDevice(client, device);
  return { client, device };
};
/** Columns that hold vault and wraps, as an operator can copy and restore them. */
const backup = async () => {
  const [wallets, devices] = [await world.rows('wallets'), await world.rows('devices')];
  return async ({ vault = true, wraps = true } = {}) => {
    // The test's rows have the columns of the tables.
    for (const row of wallets as readonly Readonly<Record<string, string>>[])
      if (vault)
        await world.query('UPDATE secure_site_wallets SET vault = $1, recovery_wraps = $2 WHERE id = $3', [
          row['vault'],
          row['recovery_wraps'],
          row['id'],
        ]);
    for (const row of devices as readonly Readonly<Record<string, string>>[])
      if (wraps) await world.query('UPDATE secure_site_devices SET wraps = $1 WHERE id = $2', [row['wraps'], row['id']]);
  };
};

describe('another data key', () => {
  it('gives the same accounts, the next epoch and another management key, and the owner is told', async () => {
    const { epoch, vault, deviceWraps } = await rotate();
    expect([epoch, vault.epoch, ...deviceWraps.map((wrap) => wrap.epoch)]).toEqual([2, 2, 2, 2]);
    expect(world.mails.at(-1)).toMatchObject({ to: ALICE, subject: 'The keys of your wallet were replaced' });
    const again = { ...owner, worker: newWorker(owner.devices) };
    const unlocked = await unlockDevice(frame, again, { seenEpoch: 2 });
    expect(unlocked).toMatchObject({ epoch: 2, accounts: owner.accounts });
    expect(unlocked.managementKey).not.toBe(owner.managementKey);
    const recovering = await world.frame();
    await world.login(recovering);
    expect(await recoverWallet(recovering, newWorker(), owner.recovery)).toMatchObject({ epoch: 2, accounts: owner.accounts });
    await rotate();
    expect(await unlockDevice(frame, again, { seenEpoch: 2 })).toMatchObject({ epoch: 3 });
  });

  it('takes the management of the wallet from a device that has the former one, and removes the others', async () => {
    const { client, device } = await addDevice();
    await rotate();
    expect(await refusalOf(client.session())).toBe('no-session');
    expect((await frame.devices()).map((listed) => listed.device)).toEqual([owner.device]);
    // Its worker still has the former data key, and its user can read the mails.
    await world.login(client);
    expect(await refusalOf(client.revokeDevice(owner.device, signer(device.worker)))).toBe('wrong-statement');
    expect(await refusalOf(client.deleteAccount(signer(device.worker)))).toBe('wrong-statement');
    expect(await refusalOf(unlockDevice(client, device))).toBe('no-device');
  });

  it('ends recovery by the words if it has no wrap for them', async () => {
    await rotate({ withWords: false });
    const recovering = await world.frame();
    await world.login(recovering);
    expect(await refusalOf(recoverWallet(recovering, newWorker(), owner.recovery))).toBe('no-recovery-words');
    expect(await frame.session()).toMatchObject({ recoverable: false });
  });

  it('is refused to the key of another epoch or wallet, to the wrong epoch, and without a device', async () => {
    const { vault, server } = await unlockDevice(frame, owner);
    const former = { ...owner, worker: newWorker(owner.devices) };
    await unlockDevice(frame, former);
    const options = { vault, serverSecret: server, recovery: null };
    await rotateWallet(frame, { ...owner, ...options });
    expect(await refusalOf(rotateWallet(frame, { ...former, ...options }))).toBe('wrong-statement');
    expect(await keyErrorOf(rotateWallet(frame, { ...owner, ...options }))).toBe('epochs-differ');
    const thief = await world.frame();
    await world.login(thief);
    const now = await unlockDevice(frame, owner);
    expect(await refusalOf(rotateWallet(thief, { ...owner, vault: now.vault, serverSecret: server, recovery: null }))).toBe('no-device');
    await world.query('UPDATE secure_site_wallets SET epoch = 7', []);
    expect(await refusalOf(rotateWallet(frame, { ...owner, vault: now.vault, serverSecret: server, recovery: null }))).toBe('wrong-epoch');
    // The wallet is unlocked in the epoch before.
    expect(
      (
        await owner.worker.request('sign-statement', {
          statement: { action: 'x', wallet: owner.wallet, nonce: 'n'.repeat(22), parameters: [] },
        })
      ).publicKey,
    ).toBe(now.managementKey);
  });
});

describe('a device', () => {
  it('refuses vault and wraps that the server rolls back, together or one of them', async () => {
    const restore = await backup();
    await rotate();
    const unlock = () => keyErrorOf(unlockDevice(frame, { ...owner, worker: newWorker(owner.devices) }, { seenEpoch: 2 }));
    expect(await unlock()).toBeNull();
    await restore({ wraps: false });
    expect(await unlock()).toBe('epochs-differ');
    await restore();
    expect(await unlock()).toBe('rolled-back');
  });

  it('refuses the share and the wraps of another device, and of another wallet', async () => {
    const { device: other } = await addDevice();
    const own = await unlockDevice(frame, owner);
    const unlock = (server: Uint8Array<ArrayBuffer>, { wrap = own.wrap, vault = own.vault, devices = owner.devices } = {}) =>
      // The worker erases nothing of ours: messages are copies.
      keyErrorOf(newWorker(devices).request('unlock', { wallet: owner.wallet, seenEpoch: 1, vault, wrap, secrets: { server } }));
    expect(await unlock(own.server)).toBeNull();
    const forged = new DeviceSecrets(null);
    await forged.add(owner.device, {
      wallet: owner.wallet,
      seen: UNSEEN,
      secret: (await other.devices.secret(other.device, owner.wallet)) ?? new Uint8Array(),
    });
    expect(await unlock(own.server, { devices: forged })).toBe('not-opened');
    expect(await unlock(own.server, { devices: other.devices })).toBe('no-secret');
    const eveFrame = await world.frame();
    await world.login(eveFrame, 'eve@example.com');
    const eve = await unlockDevice(eveFrame, await createRealWallet(eveFrame));
    expect(await unlock(eve.server)).toBe('not-opened');
    expect(await unlock(own.server, { wrap: { ...eve.wrap, wallet: owner.wallet, device: owner.device } })).toBe('not-opened');
    expect(await unlock(own.server, { wrap: eve.wrap, vault: eve.vault })).toBe('other-wallet');
  });
});

describe('a pair that may have been copied', () => {
  it('opens the copies for ever, so the user moves to another seed: both wallets sign until it is done', async () => {
    const copied = await unlockDevice(frame, owner);
    await rotate();
    const secrets = { server: copied.server };
    // It has the secret of the device, and has not seen what came later.
    const stolen = new DeviceSecrets(null);
    await stolen.add(owner.device, {
      wallet: owner.wallet,
      seen: UNSEEN,
      secret: (await owner.devices.secret(owner.device, owner.wallet)) ?? new Uint8Array(),
    });
    const thief = newWorker(stolen);
    const { wallet } = owner;
    expect((await thief.request('unlock', { wallet, seenEpoch: 0, vault: copied.vault, wrap: copied.wrap, secrets })).accounts).toEqual(
      owner.accounts,
    );
    // The other wallet, with secrets of its own, in the same worker.
    const wraps = [{ pair: 'device-server', device: 'device-2', secrets: { server: randomBytes(32) } }] as const;
    const moved = await owner.worker.request('create', { wallet: 'wallet-2', wraps });
    expect(moved.accounts).not.toEqual(owner.accounts);
    const payloads = [{ kind: 'evm-digest', bytes: new Uint8Array(32).fill(1) }] as const;
    for (const id of [wallet, 'wallet-2'])
      expect((await owner.worker.request('sign', { wallet: id, origin: APP.origin, payloads })).signatures[0]).toHaveLength(65);
    // Nothing of the former one opens it.
    for (const wrap of [copied.wrap, { ...copied.wrap, wallet: 'wallet-2' }])
      expect(
        await keyErrorOf(thief.request('unlock', { wallet: 'wallet-2', seenEpoch: 0, vault: moved.vault, wrap, secrets })),
      ).not.toBeNull();
    expect(
      await keyErrorOf(thief.request('unlock', { wallet: 'wallet-2', seenEpoch: 0, vault: moved.vault, wrap: moved.wraps[0]!, secrets })),
    ).toBe('no-secret');
  });
});

describe('devices and the account', () => {
  it('are managed by the client: list, revoke, delete', async () => {
    const { client, device } = await addDevice();
    const devices = await frame.devices();
    expect(devices).toHaveLength(2);
    expect(devices).toContainEqual(expect.objectContaining({ device: device.device, label: 'Second', current: false }));
    expect(devices).toContainEqual(expect.objectContaining({ device: owner.device, origin: APP.origin, current: true }));
    await frame.revokeDevice(device.device, signer(owner.worker));
    expect(await refusalOf(client.session())).toBe('no-session');
    expect(await refusalOf(client.revokeDevice(owner.device, signer(newWorker())))).toBe('no-session');
    await frame.deleteAccount(signer(owner.worker));
    const dump = await world.dump();
    for (const text of [ALICE, owner.wallet, owner.device, owner.vault.sealed]) expect(dump).not.toContain(text);
    expect(frame.token).toBeNull();
  });
});

describe('signing out', () => {
  const stored = async (factory = new IDBFactory()) => {
    const store = await DeviceStore.open({ app: APP, factory: () => factory });
    const { wallet, device, key, vault, wraps } = owner;
    await store.save({
      wallet,
      device,
      key,
      user: { provider: 'email', email: ALICE, userName: null },
      accounts: owner.accounts,
      seenEpoch: 1,
      token: frame.token,
      vault: JSON.stringify(vault),
      wraps: JSON.stringify(wraps),
    });
    return { store, factory };
  };

  it('erases device, session, keys and storage, and reports it', async () => {
    const { store, factory } = await stored();
    const { token } = frame;
    expect(await signOut({ client: frame, keys: owner.worker, startKeys: () => owner.worker, store })).toEqual({
      isSessionEnded: true,
      isDeviceRevoked: true,
      wallets: [owner.wallet],
      stored: expect.arrayContaining(['wallet', 'device', 'key', 'user', 'seenEpoch', 'token', 'vault', 'wraps']),
      isDeviceKept: false,
    });
    expect(await factory.databases()).toEqual([]);
    expect(await owner.devices.secret(owner.device, owner.wallet)).toBeNull();
    expect(await world.rows('sessions')).toEqual([]);
    expect(await world.rows('devices')).toEqual([]);
    expect(frame.token).toBeNull();
    frame.token = token;
    expect(await refusalOf(frame.session())).toBe('no-session');
    expect(await keyErrorOf(owner.worker.request('wipe', {}))).toBe('stopped');
  });

  it('reports a secret that it could not erase, and starts no second worker for it', async () => {
    const { store } = await stored();
    let started = 0;
    const startKeys = (): KeyWorker => {
      started += 1;
      const worker = newWorker(owner.devices);
      worker.stop();
      return worker;
    };
    expect(await signOut({ client: frame, keys: null, startKeys, store })).toMatchObject({ isDeviceRevoked: true, stored: null });
    expect(started).toBe(1);
    expect(await store.load()).toBeNull();
  });

  it('unregisters the device of a wallet that is locked, also when its code is a week ago', async () => {
    const { store } = await stored();
    world.now += 8 * DAY_MS;
    expect(await signOut({ client: frame, keys: null, startKeys: () => newWorker(owner.devices), store })).toMatchObject({
      isDeviceRevoked: true,
      wallets: [],
    });
    expect(await world.rows('sessions')).toEqual([]);
    expect(await world.rows('devices')).toEqual([]);
  });

  it('keeps the last device of a wallet without recovery words, locked, until the next code', async () => {
    await rotate({ withWords: false });
    const { store } = await stored();
    expect(await signOut({ client: frame, keys: owner.worker, startKeys: () => owner.worker, store })).toMatchObject({
      isSessionEnded: true,
      isDeviceRevoked: false,
      wallets: [owner.wallet],
      stored: ['token'],
      isDeviceKept: true,
    });
    expect(await owner.devices.secret(owner.device, owner.wallet)).not.toBeNull();
    expect(await world.rows('sessions')).toEqual([]);
    expect(await store.load()).toMatchObject({ token: null, device: owner.device });
    await world.login(frame);
    const again = { ...owner, worker: newWorker(owner.devices) };
    expect(await unlockDevice(frame, again, { seenEpoch: 2 })).toMatchObject({ accounts: owner.accounts });
    await addDevice(again);
    expect(await signOut({ client: frame, keys: null, startKeys: () => newWorker(owner.devices), store })).toMatchObject({
      isDeviceRevoked: true,
      isDeviceKept: false,
    });
    expect(await world.rows('devices')).toHaveLength(1);
  });

  it('leaves a wallet without recovery words one device, also when the last two sign out at the same time', async () => {
    await rotate({ withWords: false });
    const { store } = await stored();
    const { client, device } = await addDevice();
    const remove = async (of: FrameClient, leaving: Pick<RealDevice, 'device' | 'key'>): Promise<string | null> => {
      const nonce = await of.nonce();
      const signature = await signAsDevice(of, leaving, { action: 'remove-device', nonce, parameters: [] });
      return refusalOf(of.call('POST', '/devices/remove', { device: leaving.device, nonce, signature }));
    };
    const results = await Promise.all([remove(frame, owner), remove(client, device)]);
    expect(results).toContain('last-device');
    expect((await world.rows('devices')).length).toBeGreaterThan(0);
    // One that stays can be used, and is counted again.
    const [left] = (await world.rows('devices')) as readonly { readonly leaving: boolean }[];
    expect(left?.leaving).toBe(false);
    expect(await store.load()).not.toBeNull();
  });

  it('needs the key of the device', async () => {
    const { store } = await stored();
    const device = await store.load();
    if (device === null) throw new Error('Nothing stored');
    await store.save({ ...device, key: await createSigningKey() });
    expect(await signOut({ client: frame, keys: null, startKeys: () => newWorker(owner.devices), store })).toMatchObject({
      isDeviceRevoked: false,
      isSessionEnded: true,
    });
    expect(await world.rows('devices')).toHaveLength(1);
  });

  it('erases keys and storage also when the server cannot be reached', async () => {
    const { store, factory } = await stored();
    frame.call = async () => {
      throw new TypeError('Failed to fetch');
    };
    expect(await signOut({ client: frame, keys: owner.worker, startKeys: () => owner.worker, store })).toMatchObject({
      isSessionEnded: false,
      isDeviceRevoked: false,
      wallets: [owner.wallet],
      stored: expect.arrayContaining(['key', 'token']),
    });
    expect(await factory.databases()).toEqual([]);
  });
});
