import { hexToBytes, serializeTransaction } from 'viem';
import { beforeEach, describe, expect, it } from 'vitest';
import { createKit, exportPhrase } from '../../../../../sandbox/secure-site/documents/kit-management.js';
import { PasskeyError } from '../../../../../sandbox/secure-site/documents/passkey-error.js';
import { listPasskeys, recoveringPasskeys } from '../../../../../sandbox/secure-site/documents/passkey-list.js';
import {
  type Authenticator,
  addPasskey,
  logInWithPasskey,
  removePasskey,
  renamePasskey,
  setLimits,
} from '../../../../../sandbox/secure-site/documents/passkey-management.js';
import { readPasskeyRecovery } from '../../../../../sandbox/secure-site/documents/passkey-opening.js';
import { readOverview, setRecovery } from '../../../../../sandbox/secure-site/documents/wallet-management.js';
import type { WalletSession } from '../../../../../sandbox/secure-site/documents/wallet-session.js';
import type { DeviceStore } from '../../../../../sandbox/secure-site/frame/device-store.js';
import { ApiError } from '../../../../../sandbox/secure-site/frame/frame-client.js';
import { KeyWorkerError } from '../../../../../sandbox/secure-site/keys/key-worker.js';
import type { Confirm } from '../../../../../sandbox/secure-site/keys/to-confirm.js';
import { ALICE, OTHER_APP, SecureSiteWorld, SITE } from '../api/secure-site-world.js';
import { type SoftwarePasskey, softwarePasskey } from '../keys/software-passkey.js';
import { DIGEST, isSigned, keysOf, memoryStore, openSession } from './open-session.js';

const SITE_APP = { project: 'secure-site', origin: SITE };
const secret = (byte: number): Uint8Array<ArrayBuffer> => new Uint8Array(32).fill(byte);

/** An authenticator with one passkey, as a browser offers it. */
const authenticatorOf = (own: SoftwarePasskey, output: Uint8Array<ArrayBuffer> | null): Authenticator => ({
  create: async ({ existing }) => {
    if (existing.includes(own.passkey.id)) throw new PasskeyError('exists');
    return { passkey: own.passkey, hasPrf: output !== null, output: null };
  },
  use: async ({ challenge, passkeys, prfInput }) => {
    if (passkeys !== null && !passkeys.includes(own.passkey.id)) throw new PasskeyError('cancelled');
    return { assertion: own.assert(challenge), output: prfInput === undefined ? null : (output?.slice() ?? null) };
  },
});

const confirmBy =
  (own: SoftwarePasskey): Confirm =>
  async ({ challenge }) =>
    own.assert(challenge);

const withPrf = softwarePasskey(1);
const withoutPrf = softwarePasskey(2);
const first = authenticatorOf(withPrf, secret(0x7f));
const second = authenticatorOf(withoutPrf, null);

let world: SecureSiteWorld;
let store: DeviceStore;
let session: WalletSession;
/** Answers as the user who confirms. */
let confirm: Confirm;

const login = async (of: WalletSession, email = ALICE): Promise<WalletSession> => {
  await of.logins.requestCode(email);
  await of.logins.enterCode(world.code);
  return of;
};

/** A session of the site's own window. */
const openWindow = (of: DeviceStore): Promise<WalletSession> => openSession(world, of, SITE_APP, undefined, (asked) => confirm(asked));

beforeEach(async () => {
  world = await SecureSiteWorld.create();
  await world.api.origins.add(SITE_APP);
  confirm = confirmBy(withPrf);
  store = await memoryStore(SITE_APP);
  session = await login(await openWindow(store));
  await session.createWallet(await session.beginWallet(), null);
});

/** The code of a refusal of API, worker, or authenticator; `null` if there is none. */
const codeOf = (result: Promise<unknown>): Promise<string | null> =>
  result.then(
    () => null,
    (error: unknown) => {
      if (error instanceof ApiError || error instanceof KeyWorkerError || error instanceof PasskeyError) return error.code;
      throw error;
    },
  );

/** Whether the wallet signs a digest without a passkey. */
const signs = (of: WalletSession): Promise<string | null> => codeOf(isSigned(of));

/** A frame of an app, in another browser, whose user has logged in by code. */
const openElsewhere = async (app = OTHER_APP): Promise<WalletSession> => login(await openSession(world, await memoryStore(app), app));

describe('a passkey with PRF', () => {
  it('is added with a mail, and from then on the worker signs nothing without it that it cannot read', async () => {
    expect(await signs(session)).toBeNull();
    expect(await addPasskey(session, 'Phone', first)).toBe(true);
    expect(world.mails.at(-1)).toMatchObject({ to: ALICE, subject: 'A passkey was added' });
    const { passkeys, session: info } = await readOverview(session);
    expect(passkeys).toMatchObject([{ credential: withPrf.passkey.id, label: 'Phone', recovers: true, usedAt: null }]);
    expect(info).toMatchObject({ policy: 1, passkeyRecovers: true, recoverable: false });
    expect(await keysOf.get(store)?.seen(info.wallet ?? '')).toMatchObject({ policy: 1 });
    confirm = async () => {
      throw new PasskeyError('cancelled');
    };
    expect(await signs(session)).toBe('cancelled');
    const payloads = [{ kind: 'evm-digest', bytes: DIGEST }] as const;
    const assertion = withPrf.assert(DIGEST);
    expect(await session.signApproved({ origin: SITE, payloads, assertion })).toHaveLength(1);
    // The server has it sealed only, and no one else is asked.
    expect(JSON.stringify(await world.rows('wallets'))).not.toContain(withPrf.passkey.id);
    expect(await codeOf(addPasskey(session, 'Again', first))).toBe('exists');
  });

  it('opens the wallet on a new device, which holds the same policy', async () => {
    await addPasskey(session, 'Phone', first);
    const { address } = await readOverview(session);
    const app = await openElsewhere();
    const wallet = (await app.info()).wallet ?? '';
    const { recovery, passkey } = await readPasskeyRecovery(wallet, await recoveringPasskeys(app), first.use);
    await app.recovery.recover(recovery, passkey);
    expect(world.mails.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['Your wallet was recovered', 'A device was added']));
    expect((await app.account('eip155'))?.address).toBe(address);
    expect(await signs(app)).toBe('passkey-needed');
    expect((await listPasskeys(session))[0]?.usedAt).toBe(world.now);
  });

  it('opens the phrase, as the words do', async () => {
    await addPasskey(session, 'Phone', first);
    await setRecovery(session, secret(9));
    const { wallet } = await session.info();
    const used = await readPasskeyRecovery(wallet ?? '', await recoveringPasskeys(session), first.use);
    const phrase = await exportPhrase(session, used);
    expect(phrase).toHaveLength(12);
    expect(await exportPhrase(session, { recovery: secret(9), passkey: null })).toEqual(phrase);
    expect(await codeOf(exportPhrase(session, { ...used, recovery: secret(3) }))).toBe('wrong-statement');
  });

  it('confirms a recovery kit, and holds where one restores the wallet, also one that is older than the passkey', async () => {
    await setRecovery(session, secret(9));
    const older = await createKit(session, secret(9));
    await addPasskey(session, 'Phone', first);
    const kit = await createKit(session, secret(9));
    expect([older.vault.version, kit.vault.version]).toEqual([1, 2]);
    for (const each of [older, kit]) {
      const other = await openElsewhere();
      await other.recovery.restore(each, secret(9));
      expect(await signs(other)).toBe('passkey-needed');
    }
    confirm = async () => {
      throw new PasskeyError('cancelled');
    };
    session.lock();
    expect(await codeOf(createKit(session, secret(9)))).toBe('cancelled');
  });

  it('opens nothing with another output, for another wallet, and once it is removed', async () => {
    await addPasskey(session, 'Phone', first);
    const app = await openElsewhere();
    expect(await codeOf(app.recovery.recover(secret(3), withPrf.passkey.id))).toBe('wrong-statement');
    const eve = await login(await openSession(world, await memoryStore(OTHER_APP), OTHER_APP), 'eve@example.com');
    await eve.createWallet(await eve.beginWallet(), null);
    expect(await codeOf(eve.recovery.recover(secret(3), withPrf.passkey.id))).toBe('other-account');
    const wallet = (await app.info()).wallet ?? '';
    const passkeys = await recoveringPasskeys(app);
    const { recovery } = await readPasskeyRecovery(wallet, passkeys, first.use);
    await removePasskey(session, withPrf.passkey.id);
    expect(world.mails.at(-1)).toMatchObject({ to: ALICE, subject: 'A passkey was removed' });
    expect(await codeOf(app.recovery.recover(recovery, withPrf.passkey.id))).toBe('no-passkey');
    expect(await recoveringPasskeys(app)).toEqual([]);
    // The wallet signs as before.
    expect(await signs(session)).toBeNull();
    // Where the authenticator computes no output, or another passkey was used.
    expect(await codeOf(readPasskeyRecovery(wallet, passkeys, authenticatorOf(withPrf, null).use))).toBe('no-prf');
    const stranger = async () => ({ assertion: withoutPrf.assert(DIGEST), output: null });
    expect(await codeOf(readPasskeyRecovery(wallet, passkeys, stranger))).toBe('other-account');
  });

  it('keeps the last device of a wallet from being the only way in', async () => {
    await addPasskey(session, 'Phone', first);
    expect(await session.signOut()).toMatchObject({ isDeviceKept: false, isDeviceRevoked: true });
  });
});

describe('a passkey without PRF', () => {
  it('confirms and logs in, and does not open the wallet', async () => {
    confirm = confirmBy(withoutPrf);
    expect(await addPasskey(session, 'Key', second)).toBe(false);
    expect((await readOverview(session)).session).toMatchObject({ policy: 1, passkeyRecovers: false });
    expect(await recoveringPasskeys(session)).toEqual([]);
    expect(await signs(session)).toBeNull();
    expect(await codeOf((await openElsewhere()).recovery.recover(secret(3), withoutPrf.passkey.id))).toBe('no-passkey');
  });
});

describe('a login by passkey', () => {
  it('replaces the code in a window of the site: fresh, with the user’s device', async () => {
    await addPasskey(session, 'Phone', first);
    world.now += 8 * 86_400_000;
    const window = await openWindow(store);
    await window.resume();
    expect(await codeOf(window.manage(async () => undefined))).toBe('session-too-old');
    await logInWithPasskey(window, first);
    expect(window.email).toBe(ALICE);
    expect((await readOverview(window)).passkeys[0]?.usedAt).toBe(world.now);
  });

  it('is refused in the frame of an app, for another frame, with a passkey that was removed, or of none', async () => {
    await addPasskey(session, 'Phone', first);
    const app = await openSession(world, await memoryStore(OTHER_APP), OTHER_APP);
    expect(await codeOf(logInWithPasskey(app, first))).toBe('unknown-frame');
    const window = await openWindow(await memoryStore(SITE_APP));
    const elsewhere = { use: async () => ({ assertion: withPrf.assert(secret(9)), output: null }) };
    expect(await codeOf(logInWithPasskey(window, elsewhere))).toBe('wrong-passkey');
    expect(await codeOf(logInWithPasskey(window, second))).toBe('no-passkey');
    await removePasskey(session, withPrf.passkey.id);
    expect(await codeOf(logInWithPasskey(window, first))).toBe('no-passkey');
  });
});

describe('several passkeys', () => {
  it('are added and removed by one that is there, and named', async () => {
    await addPasskey(session, 'Phone', first);
    confirm = confirmBy(withoutPrf);
    expect(await codeOf(addPasskey(session, 'Key', second))).toBe('unknown-passkey');
    confirm = confirmBy(withPrf);
    await addPasskey(session, 'Key', second);
    await renamePasskey(session, withoutPrf.passkey.id, 'Blue key');
    expect((await listPasskeys(session)).map(({ label }) => label)).toEqual(['Phone', 'Blue key']);
    confirm = confirmBy(withoutPrf);
    await removePasskey(session, withPrf.passkey.id);
    expect((await listPasskeys(session)).map(({ label }) => label)).toEqual(['Blue key']);
    expect(await codeOf(renamePasskey(session, withPrf.passkey.id, 'Gone'))).toBe('no-passkey');
  });

  it('that are lost are removed with the recovery words', async () => {
    await setRecovery(session, secret(9));
    await addPasskey(session, 'Phone', first);
    confirm = async () => {
      throw new PasskeyError('cancelled');
    };
    expect(await codeOf(removePasskey(session, withPrf.passkey.id))).toBe('cancelled');
    expect(await codeOf(session.recovery.unlock(secret(8)))).toBe('wrong-statement');
    await session.recovery.unlock(secret(9));
    await removePasskey(session, withPrf.passkey.id);
    expect(await signs(session)).toBeNull();
  });

  it('confirm new recovery words, which open the wallet elsewhere', async () => {
    await addPasskey(session, 'Phone', first);
    confirm = async () => {
      throw new PasskeyError('cancelled');
    };
    expect(await codeOf(setRecovery(session, secret(9)))).toBe('cancelled');
    confirm = confirmBy(withPrf);
    await setRecovery(session, secret(9));
    await (await openElsewhere()).recovery.recover(secret(9));
  });

  it('confirm another data key, and stay: they recover no more, until they are added again', async () => {
    await addPasskey(session, 'Phone', first);
    await session.rotate();
    expect((await readOverview(session)).passkeys).toMatchObject([{ recovers: false }]);
    confirm = async () => {
      throw new PasskeyError('cancelled');
    };
    expect(await signs(session)).toBe('cancelled');
    // The log was sealed with the former data key.
    expect(await store.load()).not.toHaveProperty('log');
  });
});

describe('the policy', () => {
  const limits = [{ origin: OTHER_APP.origin, assets: [{ asset: 'eip155:1/native', amount: '100' }], contracts: [] }];

  it('is changed with the passkey and a mail, and other devices learn of it', async () => {
    await addPasskey(session, 'Phone', first);
    const app = await openElsewhere();
    const { recovery, passkey } = await readPasskeyRecovery((await app.info()).wallet ?? '', [withPrf.passkey.id], first.use);
    await app.recovery.recover(recovery, passkey);
    await setLimits(session, limits);
    expect(world.mails.at(-1)).toMatchObject({ subject: 'Your limits were changed' });
    expect((await app.info()).policy).toBe(2);
    expect((await app.device())?.policy?.counter).toBe(1);
    await app.refreshPolicy();
    expect((await app.device())?.policy).toMatchObject({ counter: 2, limits });
  });

  it('has limits that hold over all tabs of an app together', async () => {
    await setLimits(session, [{ origin: SITE, assets: [{ asset: 'eip155:1/native', amount: '100' }], contracts: [] }]);
    const tab = await openWindow(store);
    await tab.resume();
    // Both have the wallet open before one spends.
    for (const each of [tab, session]) await each.manage(async () => undefined);
    const spend = (of: WalletSession, nonce: number) => {
      const transaction = { type: 'eip1559', chainId: 1, nonce, to: `0x${'1'.repeat(40)}`, value: 39n, gas: 1n, maxFeePerGas: 1n } as const;
      const payload = { kind: 'evm-transaction', bytes: new Uint8Array(hexToBytes(serializeTransaction(transaction))) } as const;
      return codeOf(of.signApproved({ origin: SITE, payloads: [payload], assertion: null }));
    };
    expect([await spend(session, 0), await spend(tab, 1), await spend(session, 2), await spend(tab, 2)]).toEqual([
      null,
      null,
      'over-limit',
      'over-limit',
    ]);
    expect((await store.load())?.log?.spends).toHaveLength(2);
  });

  it('that the server rolls back is refused, with or without a passkey in it', async () => {
    const { rows } = await world.query('SELECT vault FROM secure_site_wallets', []);
    await addPasskey(session, 'Phone', first);
    // The test's rows have the columns of the table.
    const [former] = rows as readonly { readonly vault: string }[];
    await world.query('UPDATE secure_site_wallets SET vault = $1, policy_counter = 0', [former?.vault]);
    const reloaded = await openWindow(store);
    await reloaded.resume();
    expect(await signs(reloaded)).toBe('rolled-back');
  });

  it('that two devices change at once is changed by the first', async () => {
    await addPasskey(session, 'Phone', first);
    const other = await openWindow(await memoryStore(SITE_APP));
    await login(other);
    const { recovery, passkey } = await readPasskeyRecovery((await other.info()).wallet ?? '', [withPrf.passkey.id], first.use);
    await other.recovery.recover(recovery, passkey);
    await setLimits(other, limits);
    expect(await codeOf(setLimits(session, []))).toBe('policy-changed');
    await session.refreshPolicy();
    await setLimits(session, []);
  });

  it('is set with the management key, by a device', async () => {
    const signature = 'A'.repeat(86);
    const body = { epoch: 1, counter: 1, vault: '{}', added: null, removed: null, signature };
    const set = (of: WalletSession) =>
      codeOf(of.run(async ({ client }) => client.call('POST', '/policy', { ...body, nonce: await client.nonce() })));
    expect(await set(session)).toBe('wrong-statement');
    const thief = await openElsewhere();
    expect(await set(thief)).toBe('no-device');
    const begin = { agreementKey: `B${'A'.repeat(86)}` };
    expect(await codeOf(thief.run(({ client }) => client.call('POST', '/passkeys/begin', begin)))).toBe('no-device');
    expect(await codeOf(renamePasskey(thief, withPrf.passkey.id, 'Mine'))).toBe('no-device');
  });
});
