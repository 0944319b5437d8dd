import { beforeEach, describe, expect, it } from 'vitest';
import { isUnreachable } from '../../../../../sandbox/secure-site/documents/error-message.js';
import {
  areOtherWords,
  checkRecovery,
  createKit,
  exportKitPhrase,
  exportPhrase,
  KitMismatchError,
  openKit,
  readKitFile,
} from '../../../../../sandbox/secure-site/documents/kit-management.js';
import { readOverview, setRecovery } from '../../../../../sandbox/secure-site/documents/wallet-management.js';
import type { WalletSession } from '../../../../../sandbox/secure-site/documents/wallet-session.js';
import type { DeviceStore } from '../../../../../sandbox/secure-site/frame/device-store.js';
import { KeyWorkerError } from '../../../../../sandbox/secure-site/keys/key-worker.js';
import { kitText, MAX_KIT_BYTES, makeKit, readKit } from '../../../../../sandbox/secure-site/keys/recovery-kit.js';
import { ALICE, OTHER_APP, refusalOf, SecureSiteWorld } from '../api/secure-site-world.js';
import { isSigned, keysOf, memoryStore, openSession } from './open-session.js';

const BOB = 'bob@example.com';
const secret = (byte: number): Uint8Array<ArrayBuffer> => new Uint8Array(32).fill(byte);
const words = () => secret(9);
const byWords = (byte = 9) => ({ recovery: secret(byte), passkey: null });

let world: SecureSiteWorld;
let store: DeviceStore;
let session: WalletSession;
beforeEach(async () => {
  world = await SecureSiteWorld.create();
  store = await memoryStore();
  session = await openSession(world, store);
  await login(session);
  await session.createWallet(await session.beginWallet(), words());
});

const login = async (of: WalletSession, email = ALICE): Promise<void> => {
  await of.logins.requestCode(email);
  await of.logins.enterCode(world.code);
};
/** A session of another browser that is logged in. */
const newBrowser = async (email = ALICE): Promise<WalletSession> => {
  const other = await openSession(world, await memoryStore(OTHER_APP), OTHER_APP);
  await login(other, email);
  return other;
};
const stopServer = (): void => {
  world.send = () => Promise.reject(new TypeError('Failed to fetch'));
};
const errorOf = (result: Promise<unknown>): Promise<unknown> =>
  result.then(
    () => null,
    (error: unknown) => error,
  );
const keyErrorOf = async (result: Promise<unknown>): Promise<string> => {
  const error = await errorOf(result);
  return error instanceof KeyWorkerError ? error.code : `not a refusal: ${String(error)}`;
};

describe('a recovery kit', () => {
  it('opens with its words when server and device are gone, and has the same phrase', async () => {
    const { address, solanaAddress } = await readOverview(session);
    const phrase = await exportPhrase(session, byWords());
    const text = kitText(await createKit(session, words()));
    stopServer();
    const stranger = await openSession(world, await memoryStore());
    const kit = await readKitFile(new Blob([text]));
    if (typeof kit === 'string') throw new Error(kit);
    expect(kit.accounts).toEqual({ eip155: address, solana: solanaAddress });
    await openKit(stranger, kit, words());
    expect(await exportKitPhrase(stranger, kit, words())).toEqual(phrase);
    expect(new Set(phrase).size).toBeGreaterThan(1);
    const error = await errorOf(openKit(stranger, kit, secret(8)));
    expect(areOtherWords(error)).toBe(true);
  });

  it('makes a new browser a device of the wallet, which signs there', async () => {
    const kit = await createKit(session, words());
    const other = await newBrowser();
    await other.recovery.restore(kit, words());
    expect((await readOverview(other)).devices).toHaveLength(2);
    expect(await isSigned(other)).toBe(true);
    expect((await other.account('eip155'))?.address).toBe(kit.accounts.eip155);
  });

  it('also after the words were replaced, with the words of its time; the device does not open with those', async () => {
    const kit = await createKit(session, words());
    await setRecovery(session, secret(8));
    const other = await newBrowser();
    expect(await refusalOf(other.recovery.recover(words()))).toBe('wrong-statement');
    expect(await keyErrorOf(other.recovery.restore(kit, secret(8)))).toBe('not-opened');
    await other.recovery.restore(kit, words());
    expect(await isSigned(other)).toBe(true);
    expect(JSON.parse((await other.device())?.wraps ?? '[]')).toMatchObject([{ pair: 'device-server' }]);
    expect(await errorOf(checkRecovery(other, words())).then(areOtherWords)).toBe(true);
    await checkRecovery(other, secret(8));
  });

  it('of a data key that was replaced adds no device, and still has the phrase', async () => {
    const phrase = await exportPhrase(session, byWords());
    const kit = await createKit(session, words());
    await session.rotate();
    const other = await newBrowser();
    expect(await refusalOf(other.recovery.restore(kit, words()))).toBe('wrong-statement');
    expect(await refusalOf(other.sign('eip155', secret(5)))).toBe('no-device');
    expect(await exportKitPhrase(other, kit, words())).toEqual(phrase);
    // Where the newer epoch was opened, the older one is not unlocked.
    expect(await keyErrorOf(session.recovery.restore(kit, words()))).toBe('rolled-back');
  });

  it('has its phrase shown by the words and the server where the browser has deleted the keys of the device', async () => {
    const phrase = await exportPhrase(session, byWords());
    const { wallet = '', device = '' } = (await session.device()) ?? {};
    await keysOf.get(store)?.erase(device);
    expect(await keysOf.get(store)?.secret(device, wallet)).toBeNull();
    expect(await exportPhrase(session, byWords())).toEqual(phrase);
  });

  it('of another wallet is not restored in this account', async () => {
    const kit = await createKit(session, words());
    const bob = await newBrowser(BOB);
    expect(await refusalOf(bob.recovery.restore(kit, words()))).toBe('no-wallet');
    await bob.createWallet(await bob.beginWallet(), secret(7));
    expect(await keyErrorOf(bob.recovery.restore(kit, words()))).toBe('other-wallet');
    expect(await keyErrorOf(openKit(bob, kit, secret(7)))).toBe('not-opened');
    expect(await isSigned(bob)).toBe(true);
  });

  it('is made by the worker: none for a locked wallet, and what another tab has changed is opened again', async () => {
    const tab = await openSession(world, store);
    await tab.resume();
    await tab.rotate();
    await setRecovery(tab, words());
    // The worker of the first tab still has the former data key.
    const kit = await createKit(session, words());
    expect(kit.vault.epoch).toBe(2);
    await openKit(session, kit, words());
    world.now += 8 * 86_400_000;
    session.lock();
    expect(await refusalOf(createKit(session, words()))).toBe('session-too-old');
  });

  it('that names other addresses than its wallet has is told', async () => {
    const kit = await createKit(session, words());
    const accounts = { ...kit.accounts, eip155: `0x${'1'.repeat(40)}` };
    const forged = readKit(kitText(makeKit({ ...kit, accounts, secret: secret(0), createdAt: new Date(0) })));
    if (typeof forged === 'string') throw new Error(forged);
    // Its secret is another one, so nothing opens.
    expect(await keyErrorOf(openKit(session, forged, words()))).toBe('not-opened');
    expect(await errorOf(openKit(session, { ...forged, secret: kit.secret }, words()))).toBeInstanceOf(KitMismatchError);
  });

  it('is not read from a file that is larger than any kit', async () => {
    const file = new Blob(['x'.repeat(MAX_KIT_BYTES + 1)]);
    expect(await readKitFile(file)).toBe('too-big');
    expect(await readKitFile(new Blob(['{}']))).toBe('no-kit');
  });
});

describe('the phrase', () => {
  it('is exported with the words and what the device has stored, while the server is stopped', async () => {
    const phrase = await exportPhrase(session, byWords());
    stopServer();
    const reloaded = await openSession(world, store);
    expect(await exportPhrase(reloaded, byWords())).toEqual(phrase);
    expect(await keyErrorOf(exportPhrase(reloaded, byWords(8)))).toBe('not-opened');
  });

  it('is exported on a device that was added without the words: with what the server has', async () => {
    const phrase = await exportPhrase(session, byWords());
    const kit = await createKit(session, words());
    const other = await newBrowser();
    await other.recovery.restore(kit, words());
    expect(await exportPhrase(other, byWords())).toEqual(phrase);
    expect(await errorOf(exportPhrase(other, byWords(8))).then(areOtherWords)).toBe(true);
    stopServer();
    expect(isUnreachable(await errorOf(exportPhrase(other, byWords())))).toBe(true);
  });

  it('of a wallet without words cannot be asked for', async () => {
    const bob = await newBrowser(BOB);
    await bob.createWallet(await bob.beginWallet(), null);
    expect(await refusalOf(exportPhrase(bob, byWords()))).toBe('no-recovery-words');
  });
});
