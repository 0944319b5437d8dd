import { beforeEach, describe, expect, it } from 'vitest';
import { openDeviceRequest } from '../../../../../sandbox/secure-site/documents/wallet-management.js';
import type { WalletSession } from '../../../../../sandbox/secure-site/documents/wallet-session.js';
import { type DeviceApproval, listDeviceRequests, refuseDeviceRequest } from '../../../../../sandbox/secure-site/frame/device-approval.js';
import type { DeviceStore } from '../../../../../sandbox/secure-site/frame/device-store.js';
import { ALICE, APP, OTHER_APP, refusalOf, SecureSiteWorld } from '../api/secure-site-world.js';
import { DIGEST, isSigned, keysOf, memoryStore, openSession, walletOf } from './open-session.js';

let world: SecureSiteWorld;

beforeEach(async () => {
  world = await SecureSiteWorld.create();
});

const openFrame = (store: DeviceStore): Promise<WalletSession> => openSession(world, store);

const login = async (session: WalletSession): Promise<void> => {
  await session.logins.requestCode(ALICE);
  await session.logins.enterCode(world.code);
};

const only = <Item>([item, ...others]: readonly Item[]): Item => {
  if (item === undefined || others.length > 0) throw new Error('Not one');
  return item;
};

const create = async (session: WalletSession): Promise<string> => {
  await session.createWallet(await session.beginWallet(), null);
  return (await session.account('eip155'))?.address ?? '';
};

describe('a session', () => {
  it('creates a wallet, and opens it again after a reload', async () => {
    const store = await memoryStore();
    const first = await openFrame(store);
    await login(first);
    expect(await walletOf(first)).toBeNull();
    const address = await create(first);
    expect(await isSigned(first)).toBe(true);
    const reloaded = await openFrame(store);
    expect(await reloaded.resume()).toBe(true);
    expect(reloaded.email).toBe(ALICE);
    expect((await reloaded.account('eip155'))?.address).toBe(address);
    expect(await isSigned(reloaded)).toBe(true);
  });

  it('whose keys the browser has deleted is no device any more, and becomes one again by the words', async () => {
    const store = await memoryStore();
    const first = await openFrame(store);
    await login(first);
    await first.createWallet(await first.beginWallet(), new Uint8Array(32).fill(2));
    const device = (await first.device())?.device ?? '';
    await keysOf.get(store)?.erase(device);
    const reloaded = await openFrame(store);
    expect(await reloaded.isConnected()).toBe(true);
    await expect(isSigned(reloaded)).rejects.toMatchObject({ code: 'no-device' });
    expect(await reloaded.isConnected()).toBe(false);
    await reloaded.recovery.recover(new Uint8Array(32).fill(2));
    expect(await isSigned(reloaded)).toBe(true);
  });

  it('tells whether the operator trusts the app now', async () => {
    const session = await openFrame(await memoryStore());
    await login(session);
    expect(await session.info()).toMatchObject({ trusted: false });
    await world.api.origins.add({ ...APP, trusted: true });
    expect(await session.info()).toMatchObject({ trusted: true });
    await world.api.origins.add({ ...APP, trusted: false });
    expect(await session.info()).toMatchObject({ trusted: false });
  });

  it('is shared by two tabs: each takes it back from the other', async () => {
    const store = await memoryStore();
    const first = await openFrame(store);
    await login(first);
    await create(first);
    const second = await openFrame(store);
    await second.resume();
    expect(await walletOf(first)).toBe(await walletOf(second));
    expect(await isSigned(second)).toBe(true);
    expect(await walletOf(first)).not.toBeNull();
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
    expect(await refusalOf(walletOf(first))).toBe('no-session');
  });

  it('unregisters its device at the server when it signs out', async () => {
    const session = await openFrame(await memoryStore());
    await login(session);
    await session.createWallet(await session.beginWallet(), new Uint8Array(32).fill(2));
    await session.signOut();
    expect(await world.rows('devices')).toEqual([]);
  });

  it('gives another account no device of this one, and keeps that for its next login', async () => {
    const store = await memoryStore();
    const first = await openFrame(store);
    await login(first);
    await create(first);
    const second = await openFrame(store);
    await second.logins.requestCode('bob@example.com');
    await second.logins.enterCode(world.code);
    expect(await walletOf(second)).toBeNull();
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

  it('becomes a device of the wallet once another device has compared its number', async () => {
    const first = await openFrame(await memoryStore());
    await login(first);
    const address = await create(first);
    const numbers: string[] = [];
    let approval: DeviceApproval | null = null;
    // The other device acts while this one waits.
    const wait = async (): Promise<void> => {
      if (approval === null) approval = await openDeviceRequest(first, only(await first.run(({ client }) => listDeviceRequests(client))));
      else if ((await approval.compare(numbers[0] ?? '')) === 'same') await first.manage(() => approval?.approve() ?? Promise.reject());
    };
    const second = await openSession(world, await memoryStore(OTHER_APP), OTHER_APP, wait);
    await login(second);
    await second.joining.joinByApproval({ onNumber: (number) => numbers.push(number), signal: new AbortController().signal });
    expect(numbers).toEqual([expect.stringMatching(/^\d{6}$/)]);
    expect((await second.account('eip155'))?.address).toBe(address);
    expect(await isSigned(second)).toBe(true);
  });

  it('waits no more for an approval that is refused, or that the user cancels', async () => {
    const first = await openFrame(await memoryStore());
    await login(first);
    await create(first);
    const controller = new AbortController();
    const refuse = async (): Promise<void> => {
      const { device } = only(await first.run(({ client }) => listDeviceRequests(client)));
      await first.run(({ client }) => refuseDeviceRequest(client, device));
    };
    const options = { onNumber: () => undefined, signal: controller.signal };
    const refused = await openSession(world, await memoryStore(OTHER_APP), OTHER_APP, refuse);
    await login(refused);
    expect(await refusalOf(refused.joining.joinByApproval(options))).toBe('no-request');
    const cancelled = await openSession(world, await memoryStore(OTHER_APP), OTHER_APP, async () =>
      controller.abort(new Error('cancelled')),
    );
    await login(cancelled);
    await expect(cancelled.joining.joinByApproval(options)).rejects.toThrow('cancelled');
    expect(await cancelled.device()).toBeNull();
  });

  it('signs nothing while the server is out of reach, also when it is unlocked', async () => {
    const session = await openFrame(await memoryStore());
    await login(session);
    await create(session);
    expect(await isSigned(session)).toBe(true);
    world.send = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(session.sign('eip155', DIGEST)).rejects.toThrow('Failed to fetch');
    // It is still connected. A page that has no session yet does not know.
    expect(await session.isConnected()).toBe(true);
  });

  it('is connected until the server ends it, also in a page that is open all the time', async () => {
    const store = await memoryStore();
    const session = await openFrame(store);
    expect(await session.isConnected()).toBe(false);
    await login(session);
    expect(await session.isConnected()).toBe(false);
    await create(session);
    expect(await session.isConnected()).toBe(true);
    const tab = await openFrame(store);
    await tab.signOut();
    expect(await session.isConnected()).toBe(false);
  });

  it('changes the address with the codes of both', async () => {
    const store = await memoryStore();
    const first = await openFrame(store);
    await login(first);
    await create(first);
    const reloaded = await openFrame(store);
    await reloaded.resume();
    expect(await refusalOf(reloaded.emailChange.confirmOld('000000'))).toBe('no-code');
    expect(await reloaded.emailChange.begin('Alice@New.example')).toBe('old-email');
    await reloaded.emailChange.confirmOld(world.code);
    expect(await refusalOf(reloaded.emailChange.confirmNew(world.wrongCode))).toBe('wrong-code');
    expect(await reloaded.emailChange.confirmNew(world.code)).toBe('alice@new.example');
    expect(reloaded.email).toBe('alice@new.example');
    expect(await store.load()).toMatchObject({ user: { email: 'alice@new.example' } });
    expect(await isSigned(reloaded)).toBe(true);
  });
});
