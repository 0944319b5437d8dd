import { beforeEach, describe, expect, it } from 'vitest';
import {
  deleteAccount,
  discardWallet,
  readOverview,
  revokeDevice,
  setIdleLock,
  setRecovery,
  switchWallet,
} from '../../../../../sandbox/secure-site/documents/wallet-management.js';
import type { WalletSession } from '../../../../../sandbox/secure-site/documents/wallet-session.js';
import type { DeviceStore } from '../../../../../sandbox/secure-site/frame/device-store.js';
import { ALICE, DAY_MS, OTHER_APP, refusalOf, SecureSiteWorld } from '../api/secure-site-world.js';
import { DIGEST, isSigned, keysOf, memoryStore, openSession, walletOf } from './open-session.js';

const MINUTE_MS = 60_000;
const secret = (byte: number): Uint8Array<ArrayBuffer> => new Uint8Array(32).fill(byte);

let world: SecureSiteWorld;
let store: DeviceStore;
let session: WalletSession;
beforeEach(async () => {
  world = await SecureSiteWorld.create();
  store = await memoryStore();
  session = await openSession(world, store);
  await login(session);
  await session.createWallet(await session.beginWallet(), null);
});

const login = async (of: WalletSession): Promise<void> => {
  await of.logins.requestCode(ALICE);
  await of.logins.enterCode(world.code);
};
/** This browser's session after a reload. */
const reload = async (): Promise<WalletSession> => {
  const reloaded = await openSession(world, store);
  await reloaded.resume();
  return reloaded;
};
const addOther = async (recovery: Uint8Array<ArrayBuffer> | null) => session.createWallet(await session.beginOtherWallet(), recovery);
/** A session of another browser, in another app, that the recovery words open. */
const recovered = async (recovery: Uint8Array<ArrayBuffer>): Promise<WalletSession> => {
  const other = await openSession(world, await memoryStore(OTHER_APP), OTHER_APP);
  await login(other);
  await other.recovery.recover(recovery);
  return other;
};

describe('recovery words', () => {
  it('that were skipped are set later: before, nothing but the device opens the wallet', async () => {
    const { address } = await readOverview(session);
    expect((await session.info()).recoverable).toBe(false);
    expect(await refusalOf(recovered(secret(9)))).toBe('no-recovery-words');
    await setRecovery(session, secret(9));
    expect(world.mails.at(-1)).toMatchObject({ to: ALICE, subject: 'Your recovery words were set' });
    expect((await session.info()).recoverable).toBe(true);
    expect((await (await recovered(secret(9))).account('eip155'))?.address).toBe(address);
    // Device and words, without the server: the wraps are stored.
    expect(JSON.parse((await store.load())?.wraps ?? '[]')).toMatchObject([{ pair: 'device-server' }, { pair: 'device-recovery' }]);
    expect(await isSigned(await reload())).toBe(true);
  });

  it('replace earlier ones, whose secret the server deletes', async () => {
    await setRecovery(session, secret(9));
    await setRecovery(session, secret(8));
    expect(await refusalOf(recovered(secret(9)))).toBe('wrong-statement');
    await recovered(secret(8));
  });

  it('are set by a registered device in its frame only, and with the management key', async () => {
    await setRecovery(session, secret(9));
    const thief = await openSession(world, await memoryStore());
    await login(thief);
    expect(await refusalOf(thief.run(({ client }) => client.call('POST', '/recovery/begin', { agreementKey: `B${'A'.repeat(86)}` })))).toBe(
      'no-device',
    );
    const body = { deviceWraps: '[]', recoveryWraps: '[]', recoveryKey: 'A'.repeat(43), signature: 'A'.repeat(86) };
    const set = (of: WalletSession) =>
      refusalOf(of.run(async ({ client }) => client.call('POST', '/recovery', { ...body, nonce: await client.nonce() })));
    expect(await set(thief)).toBe('no-device');
    expect(await set(session)).toBe('wrong-statement');
  });
});

describe('devices', () => {
  it('are listed with the origin that the server knows, and removed with the management key', async () => {
    await setRecovery(session, secret(9));
    const other = await recovered(secret(9));
    const { devices } = await readOverview(session);
    const added = devices.find(({ current }) => !current);
    expect(added).toMatchObject({ origin: OTHER_APP.origin, label: 'Test' });
    await revokeDevice(session, added?.device ?? '');
    expect(world.mails.at(-1)).toMatchObject({ to: ALICE, subject: 'A device was removed' });
    // Its wallet is still unlocked in its worker.
    expect(await refusalOf(other.sign('eip155', DIGEST))).toBe('no-session');
    expect((await readOverview(session)).devices).toHaveLength(1);
  });

  it('are all removed by another data key, which recovery words open once new ones are set', async () => {
    await setRecovery(session, secret(9));
    const other = await recovered(secret(9));
    await session.rotate();
    expect(await refusalOf(walletOf(other))).toBe('no-session');
    expect(await refusalOf(recovered(secret(9)))).toBe('no-recovery-words');
    await setRecovery(session, secret(8));
    expect(await isSigned(await recovered(secret(8)))).toBe(true);
    expect(await isSigned(await reload())).toBe(true);
  });
});

describe('the idle lock', () => {
  it('locks a wallet that was not used for the time, on the server, until the next code', async () => {
    await setIdleLock(session, 5 * MINUTE_MS);
    world.now += 4 * MINUTE_MS;
    expect(await isSigned(session)).toBe(true);
    world.now += 4 * MINUTE_MS;
    const reloaded = await openSession(world, store);
    // A read of the app is no use of keys, nor is a reload.
    expect(await reloaded.resume()).toBe(true);
    expect(await reloaded.info()).toMatchObject({ idleLockMs: 5 * MINUTE_MS, locked: false });
    world.now += MINUTE_MS;
    expect(await reloaded.info()).toMatchObject({ locked: true });
    expect(await refusalOf(reloaded.sign('eip155', DIGEST))).toBe('session-locked');
    expect(await refusalOf(setIdleLock(reloaded, null))).toBe('session-locked');
    expect(await refusalOf(reloaded.run(({ client }) => client.setPreferences({ idleLockMs: null })))).toBe('session-locked');
    await login(reloaded);
    expect(await isSigned(reloaded)).toBe(true);
  });
});

describe('another wallet', () => {
  const add = async () => (await addOther(secret(9))).eip155.address;

  it('has another seed, and is used once the user switches: apps connect again', async () => {
    await setRecovery(session, secret(8));
    const app = await recovered(secret(8));
    const { address } = await readOverview(session);
    const renewed = await add();
    expect(renewed).not.toBe(address);
    const { other, address: current } = await readOverview(session);
    expect([other?.address, current]).toEqual([renewed, address]);
    expect(await isSigned(session)).toBe(true);
    await switchWallet(session, other?.wallet ?? '');
    expect(world.mails.at(-1)).toMatchObject({ to: ALICE, subject: 'Your wallet was replaced by another one' });
    expect(await readOverview(session)).toMatchObject({ address: renewed, other: { address } });
    expect(await isSigned(session)).toBe(true);
    // In a page that is open all the time.
    expect(await app.current()).toBeNull();
    // The words of the new one are those that count.
    expect(await refusalOf(recovered(secret(8)))).toBe('wrong-statement');
    expect((await (await recovered(secret(9))).account('eip155'))?.address).toBe(renewed);
    await switchWallet(session, (await readOverview(session)).other?.wallet ?? '');
    expect(await readOverview(session)).toMatchObject({ address, other: { address: renewed } });
    expect(await isSigned(session)).toBe(true);
  });

  it('is one, until it is deleted', async () => {
    await add();
    expect(await refusalOf(add())).toBe('wallet-exists');
    const { other } = await readOverview(session);
    await discardWallet(session, other?.wallet ?? '');
    expect(await readOverview(session)).toMatchObject({ other: null });
    expect(await store.load(other?.wallet)).toBeNull();
    expect(await keysOf.get(store)?.seen(other?.wallet ?? '')).toBeNull();
    await add();
  });

  it('is added, switched to and deleted by the management key of the current one only', async () => {
    await add();
    const { other } = await readOverview(session);
    const wallet = other?.wallet ?? '';
    const device = (await store.load(wallet))?.device ?? '';
    const signature = 'A'.repeat(86);
    const forged = (path: string, body: object) =>
      refusalOf(session.run(async ({ client }) => client.call('POST', path, { ...body, nonce: await client.nonce() })));
    expect(await forged('/wallets/discard', { wallet, signature })).toBe('wrong-statement');
    expect(await forged('/wallets/switch', { wallet, device, deviceSignature: signature, managementSignature: signature })).toBe(
      'wrong-statement',
    );
    await discardWallet(session, wallet);
    const keys = { deviceKey: `B${'A'.repeat(86)}`, agreementKey: `B${'A'.repeat(86)}` };
    expect(await refusalOf(session.run(({ client }) => client.call('POST', '/wallets/begin', keys)))).toBe('wallet-exists');
    const begin = session.run(async ({ client }) =>
      client.call('POST', '/wallets/begin', { ...keys, statement: { nonce: await client.nonce(), signature } }),
    );
    expect(await refusalOf(begin)).toBe('wrong-statement');
  });
});

describe('deleting the account', () => {
  it('erases all of it at the server and here, and tells the address', async () => {
    await addOther(null);
    const { session: info, other } = await readOverview(session);
    const wallets = [info.wallet ?? '', other?.wallet ?? ''];
    expect(await world.rows('wallets')).toHaveLength(2);
    await deleteAccount(session);
    expect(world.mails.at(-1)).toMatchObject({ to: ALICE, subject: 'Your account was deleted' });
    for (const table of ['accounts', 'wallets', 'devices', 'sessions']) expect(await world.rows(table)).toEqual([]);
    expect(await store.load()).toBeNull();
    for (const wallet of wallets) expect(await keysOf.get(store)?.seen(wallet)).toBeNull();
    expect(session.hasSession).toBe(false);
  });

  it('needs a fresh code', async () => {
    world.now += 8 * DAY_MS;
    expect(await refusalOf(deleteAccount(session))).toBe('session-too-old');
    expect(await world.rows('accounts')).toHaveLength(1);
  });
});
