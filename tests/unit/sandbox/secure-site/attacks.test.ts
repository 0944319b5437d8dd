import { createHash, createHmac } from 'node:crypto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { OutsideKey } from '../../../../sandbox/secure-site/api/outside-key.js';
import { signAsDevice } from '../../../../sandbox/secure-site/frame/device-signature.js';
import { DeviceStore, type StoredDevice } from '../../../../sandbox/secure-site/frame/device-store.js';
import type { FrameClient } from '../../../../sandbox/secure-site/frame/frame-client.js';
import { type KeyWorker, KeyWorkerError } from '../../../../sandbox/secure-site/keys/key-worker.js';
import { randomBytes } from '../../../../sandbox/secure-site/keys/seal.js';
import { PAIRS, type SecretName, type Secrets, unwrapDataKey, type Wrap } from '../../../../sandbox/secure-site/keys/vault.js';
import { digestOf, encodeFields, fromBase64Url, toUtf8 } from '../../../../sandbox/secure-site/protocol/encoding.js';
import { createSigningKey, exportPoint } from '../../../../sandbox/secure-site/protocol/p256.js';
import { createAgreementKey } from '../../../../sandbox/secure-site/protocol/sealed-message.js';
import { ALICE, APP, refusalOf, SecureSiteWorld } from './api/secure-site-world.js';
import { createRealWallet, newWorker, type RealWallet, recoverWallet, unlockDevice } from './frame/real-wallet.js';

const KEY = new Uint8Array(32).fill(7);

let world: SecureSiteWorld;
let frame: FrameClient;
let owner: RealWallet;
beforeEach(async () => {
  world = await SecureSiteWorld.create(KEY);
  frame = await world.frame();
  await world.login(frame);
  owner = await createRealWallet(frame);
});

/** All texts in JSON, at any depth, also inside of texts that are JSON. */
const textsOf = (value: unknown): readonly string[] => {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf);
  if (typeof value !== 'string') return [];
  try {
    const inner: unknown = JSON.parse(value);
    return typeof inner === 'object' ? [value, ...textsOf(inner)] : [value];
  } catch {
    return [value];
  }
};

/** Candidates of which all pairs are tried: each try takes a millisecond. */
const FEW = 24;

/** All that has the length of a secret in texts: each run of 32 bytes of what is base64url, and the hash of every text. */
const candidatesOf = (texts: readonly string[]): readonly Uint8Array<ArrayBuffer>[] => {
  const encoded = texts.filter((text) => /^(1\.)?[\w-]+$/.test(text));
  const runs = encoded.flatMap((text) => {
    // Sealed secrets begin with their version.
    const bytes = Buffer.from(text.replace(/^1\./, ''), 'base64url');
    return Array.from({ length: Math.max(0, bytes.length - 31) }, (_, start) => new Uint8Array(bytes.subarray(start, start + 32)));
  });
  return [...runs, ...texts.map((text) => new Uint8Array(createHash('sha256').update(text).digest()))];
};

/** Whether one of the wraps opens with two of the candidates, or one of them and what is known. */
const opens = async (wraps: readonly Wrap[], candidates: readonly Uint8Array<ArrayBuffer>[], known: Secrets = {}): Promise<boolean> => {
  const choices = (name: SecretName) => (known[name] === undefined ? candidates : [known[name]]);
  for (const wrap of wraps) {
    const [first, second] = PAIRS[wrap.pair];
    for (const one of choices(first))
      for (const two of choices(second)) if ((await unwrapDataKey(wrap, { [first]: one, [second]: two })) !== null) return true;
  }
  return false;
};

/** The secret of a device, which its browser stores on the origin of the keys. */
const secretOf = async ({ devices, device, wallet }: RealWallet): Promise<Uint8Array<ArrayBuffer>> =>
  (await devices.secret(device, wallet)) ?? new Uint8Array();

const rowsOf = (table: string): Promise<string> =>
  world.rows(table).then((rows) => JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)));

describe('a mail thief with every mail', () => {
  it('gets no key and changes none, with any request of the API', async () => {
    const before = await Promise.all(['wallets', 'devices', 'accounts'].map(rowsOf));
    const thief = await world.frame();
    const received: string[] = [];
    const call = thief.call.bind(thief);
    thief.call = async (method, path, body) => {
      const result = await call(method, path, body);
      received.push(JSON.stringify(result));
      return result;
    };
    await world.login(thief);
    // The code of a mail is the thief's only secret: everything else it makes itself.
    const key = await createSigningKey();
    const worker = newWorker();
    const forged = await worker.request('create', {
      wallet: owner.wallet,
      wraps: [{ pair: 'device-server', device: owner.device, secrets: { server: randomBytes(32) } }],
    });
    const agreementKey = await exportPoint((await createAgreementKey()).publicKey);
    const { account } = await thief.session();
    const byManagement = async (action: string, parameters: readonly string[]) => {
      const nonce = await thief.nonce();
      const { signature } = await worker.request('sign-statement', { statement: { action, wallet: owner.wallet, nonce, parameters } });
      return { nonce, signature };
    };
    const byDevice = async (action: Parameters<typeof signAsDevice>[2]['action'], parameters: readonly string[], device = owner.device) => {
      const nonce = await thief.nonce();
      return { nonce, signature: await signAsDevice(thief, { device, key }, { action, nonce, parameters }) };
    };
    const both = async () => {
      const { nonce, signature } = await byManagement('add-device', [owner.device]);
      return { nonce, deviceSignature: signature, managementSignature: signature };
    };
    const { device } = owner;
    const texts = { vault: JSON.stringify(forged.vault), deviceWraps: JSON.stringify(forged.wraps), recoveryWraps: '[]' };
    const { managementKey } = forged;
    const deviceKey = await exportPoint(key.publicKey);
    // All is right but the management key.
    const addition = async () => {
      const { nonce, signature: deviceSignature } = await byDevice('register-device', [owner.wallet], own.device);
      const { device: id } = own;
      const parameters = [id, deviceKey, await digestOf(toUtf8(texts.deviceWraps))];
      const statement = { action: 'add-device', wallet: owner.wallet, nonce, parameters };
      const { signature: managementSignature } = await worker.request('sign-statement', { statement });
      return { device: id, deviceWraps: texts.deviceWraps, nonce, deviceSignature, managementSignature };
    };
    // The thief opens a device of its own, and asks for approval.
    const own = (await thief.call('POST', '/devices/begin', { deviceKey, agreementKey, label: 'Your phone' })) as {
      readonly device: string;
    };
    await thief.call('POST', '/device-requests', { device: own.device, agreementKey, commitment: 'A'.repeat(43) });
    const newEmail = 'thief@example.com';
    await thief.beginEmailChange(newEmail);
    await thief.confirmOldEmail(newEmail, world.code);
    const newCode = world.code;
    const attempts: readonly (readonly [path: string, body: unknown, refusal: string])[] = [
      ['/wallets/begin', { deviceKey, agreementKey }, 'wallet-exists'],
      [
        '/wallets',
        { ...texts, wallet: owner.wallet, managementKey, recoveryKey: managementKey, label: '', ...(await both()) },
        'no-wallet',
      ],
      [
        '/wallets/rotate',
        { ...texts, epoch: 2, managementKey, recoveryKey: managementKey, ...(await byManagement('replace-data-key', [])) },
        'no-device',
      ],
      ['/devices/secret', { device, agreementKey, ...(await byDevice('release-secret', [agreementKey])) }, 'wrong-statement'],
      [
        '/devices/secret',
        { device: own.device, agreementKey, ...(await byDevice('release-secret', [agreementKey], own.device)) },
        'no-device',
      ],
      ['/devices', await addition(), 'wrong-statement'],
      ['/recovery/secret', { agreementKey, ...(await byManagement('recover', [agreementKey, thief.id, APP.origin])) }, 'wrong-statement'],
      ['/session/resume', { token: frame.token, device, ...(await byDevice('resume-session', [])) }, 'wrong-statement'],
      ['/sessions/grant', { frame: thief.id, ...(await byDevice('grant-session', [thief.id])) }, 'no-device'],
      ['/device-requests/open', { device: own.device, random: 'A'.repeat(43), ...(await byDevice('open-request', [])) }, 'no-device'],
      ['/device-requests/secret', { device: own.device, agreementKey, ...(await byDevice('release-secret', [])) }, 'no-device'],
      ['/device-requests/approve', { device: own.device, deviceWraps: '[]', answer: '{}', ...(await both()) }, 'no-device'],
      ['/device-requests/refuse', { device: own.device }, 'no-device'],
      ['/devices/revoke', { device, ...(await byManagement('revoke-device', [device])) }, 'wrong-statement'],
      ['/email/new-code', { email: newEmail, code: newCode, statement: await byManagement('change-email', []) }, 'wrong-statement'],
      ['/preferences', { idleLockMs: null }, 'no-device'],
      ['/account/delete', { statement: await byManagement('delete-account', [account]) }, 'wrong-statement'],
      ['/account/delete', { statement: null }, 'wrong-statement'],
    ];
    for (const [path, body, refusal] of attempts) expect([path, await refusalOf(thief.call('POST', path, body))]).toEqual([path, refusal]);
    for (const path of ['/session', '/devices', '/preferences']) await thief.call('GET', path);
    expect(await Promise.all(['wallets', 'devices', 'accounts'].map(rowsOf))).toEqual(before);
    const known = [...received, ...world.mails.map(({ text }) => text)].join();
    for (const secret of [owner.vault.sealed, ...owner.wraps.map(({ sealed }) => sealed)]) expect(known).not.toContain(secret);
    expect((await unlockDevice(frame, { ...owner, worker: newWorker(owner.devices) })).accounts).toEqual(owner.accounts);
  });
});

describe('a dump of the database without the outside key', () => {
  it('has no two texts that open a wrap, also with a stolen device or known words beside it', async () => {
    const candidates = candidatesOf(textsOf(JSON.parse(await world.dump())));
    expect(candidates.length).toBeGreaterThan(100);
    const { recovery, wraps } = owner;
    const device = await secretOf(owner);
    expect(await opens(wraps.slice(0, 1), candidates, { device })).toBe(false);
    expect(await opens(wraps.slice(2), candidates, { recovery })).toBe(false);
    // Of all pairs, those of the server's own values.
    const sealed = candidatesOf(textsOf(JSON.parse(await rowsOf('devices')))).slice(0, FEW);
    expect(await opens(wraps, sealed)).toBe(false);
    // With the secret among the candidates the search finds it.
    const { server } = await unlockDevice(frame, owner);
    expect(await opens(wraps.slice(0, 1), [...candidates, server], { device })).toBe(true);
  });

  it('has no key that the digits of a code can be tried with', async () => {
    await frame.call('POST', '/codes', { email: ALICE, purpose: 'login' });
    const { code } = world;
    // The test's rows have the columns of the table.
    const [row] = (await world.rows('codes')) as readonly { readonly digest: string; readonly subject: string }[];
    const first = Math.floor(Number(code) / 100) * 100;
    const codes = Array.from({ length: 100 }, (_, index) => String(first + index).padStart(6, '0'));
    const messageOf = (each: string) => encodeFields('code', each, ALICE, frame.id, APP.origin, 'login');
    const texts = textsOf(JSON.parse(await world.dump()));
    const find = (keys: readonly Uint8Array[]): string | undefined =>
      codes.find((each) => {
        const message = messageOf(each);
        const digests = [
          createHash('sha256').update(message),
          createHash('sha256').update(each),
          ...keys.map((key) => createHmac('sha256', key).update(message)),
        ];
        return digests.some((digest) => digest.digest('base64url') === row?.digest);
      });
    const keys = [...texts.map((text) => Buffer.from(text)), ...texts.map((text) => Buffer.from(text, 'base64url'))];
    expect(find(keys)).toBeUndefined();
    // The message is the right one: under the outside key it is found.
    const outside = await OutsideKey.import(KEY);
    expect(await outside.hmac('code', code, ALICE, frame.id, APP.origin, 'login')).toBe(row?.digest);
  });
});

describe('a malicious operator', () => {
  it('with database and outside key has the server secrets, which open nothing without a device or the words', async () => {
    const outside = await OutsideKey.import(KEY);
    // The test's rows have the columns of the tables.
    const [device] = (await world.rows('devices')) as readonly { readonly secret: string }[];
    const [wallet] = (await world.rows('wallets')) as readonly { readonly recovery_secret: string }[];
    const servers = [
      await outside.open(device?.secret ?? '', ['device-secret', owner.wallet, owner.device]),
      await outside.open(wallet?.recovery_secret ?? '', ['recovery-secret', owner.wallet, '']),
    ];
    const texts = textsOf(JSON.parse(await rowsOf('wallets')));
    const candidates = [...servers, ...candidatesOf(texts).slice(0, FEW), new Uint8Array(32)];
    expect(await opens(owner.wraps, candidates)).toBe(false);
    // With the device, or with the words, each of them opens.
    expect(await opens(owner.wraps.slice(0, 1), servers, { device: await secretOf(owner) })).toBe(true);
    expect(await opens(owner.wraps.slice(2), servers, { recovery: owner.recovery })).toBe(true);
  });

  it('gives a new device another wallet than the words belong to: it does not open', async () => {
    const eveFrame = await world.frame();
    await world.login(eveFrame, 'eve@example.com');
    const eve = await createRealWallet(eveFrame);
    const { rows } = await world.query('SELECT vault, recovery_wraps FROM secure_site_wallets WHERE id = $1', [eve.wallet]);
    // The test's rows have the columns of the table.
    const [copied] = rows as readonly { readonly vault: string; readonly recovery_wraps: string }[];
    const relabel = (text: string | undefined) => (text ?? '').replaceAll(eve.wallet, owner.wallet);
    await world.query('UPDATE secure_site_wallets SET vault = $1, recovery_wraps = $2 WHERE id = $3', [
      relabel(copied?.vault),
      relabel(copied?.recovery_wraps),
      owner.wallet,
    ]);
    const victim = await world.frame();
    await world.login(victim);
    await expect(recoverWallet(victim, newWorker(), owner.recovery)).rejects.toMatchObject({ code: 'not-opened' });
  });
});

/** What code reads from the browser's storage of the site's origin. */
const readStored = async (): Promise<StoredDevice> => {
  const factory = new IDBFactory();
  const store = await DeviceStore.open({ app: APP, factory: () => factory });
  const { wallet, device, key, vault, wraps } = owner;
  const texts = { vault: JSON.stringify(vault), wraps: JSON.stringify(wraps.filter(({ pair }) => pair !== 'server-recovery')) };
  const user = { provider: 'email', email: ALICE, userName: null } as const;
  await store.save({ wallet, device, user, accounts: owner.accounts, key, seenEpoch: 1, token: frame.token, ...texts });
  const stored = await (await DeviceStore.open({ app: APP, factory: () => factory })).load();
  if (stored === null) throw new Error('Nothing is stored');
  return stored;
};

describe('a stolen device', () => {
  it('has one secret of two in its storage, and a key that it cannot copy', async () => {
    const stolen = await readStored();
    const wraps = JSON.parse(stolen.wraps) as readonly Wrap[];
    expect(await opens(wraps, candidatesOf(textsOf([stolen.wraps, stolen.vault])), { device: await secretOf(owner) })).toBe(false);
    await expect(crypto.subtle.exportKey('jwk', stolen.key.privateKey)).rejects.toThrow();
  });

  it('gets the other secret until it is revoked, and not afterwards', async () => {
    const { wallet, device, key } = await readStored();
    const { devices } = owner;
    const thief = { wallet, device, key, devices, worker: newWorker(devices) };
    expect((await unlockDevice(frame, thief)).accounts).toEqual(owner.accounts);
    await frame.revokeDevice(device, (statement) => owner.worker.request('sign-statement', { statement }));
    await world.login(frame);
    expect(await refusalOf(unlockDevice(frame, { ...thief, worker: newWorker(devices) }))).toBe('no-device');
  });
});

describe('code in the frame', () => {
  const codeOf = (worker: KeyWorker): Promise<string> =>
    worker
      .request('sign', { wallet: owner.wallet, origin: APP.origin, payloads: [{ kind: 'evm-digest', bytes: new Uint8Array(32).fill(1) }] })
      .then(
        () => 'signed',
        (error: unknown) => (error instanceof KeyWorkerError ? error.code : 'defect'),
      );

  it('that brings its own cryptography has the secret of the server, and none that it opens the wallet with', async () => {
    const stored = await readStored();
    // The device's key, which it uses, has the server release its secret.
    const { server, wrap } = await unlockDevice(frame, owner);
    const { key: _, ...readable } = stored;
    const candidates = candidatesOf(textsOf(JSON.parse(JSON.stringify(readable))));
    expect(candidates.length).toBeGreaterThan(50);
    expect(await opens([wrap], candidates, { server })).toBe(false);
    expect(await opens([wrap], [...candidates, await secretOf(owner)], { server })).toBe(true);
  });

  it('has the worker sign anything while the wallet is unlocked, and nothing once it is locked', async () => {
    expect(await codeOf(owner.worker)).toBe('signed');
    await owner.worker.request('wipe', {});
    expect(await codeOf(owner.worker)).toBe('locked');
  });

  it('has no request that returns a seed or a key: other actions than those of the worker are malformed', async () => {
    // The type forbids it, as it does for our own code.
    for (const action of ['export', 'seed', 'reveal', 'private-key', '__proto__', 'constructor'])
      expect(
        await owner.worker.request(action as 'wipe', {}).catch((error: unknown) => (error instanceof KeyWorkerError ? error.code : '')),
      ).toBe('malformed');
  });
});

describe('a host page', () => {
  it('cannot call the API: another origin than the site is refused, also with the signature of a frame', async () => {
    for (const origin of [APP.origin, 'null', null]) {
      const request = await frame.sign('GET', '/session');
      const headers = new Headers(request.headers);
      if (origin !== null) headers.set('origin', origin);
      const response = await world.api.handle(new Request(request, { headers }));
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
        403,
        expect.not.stringContaining(APP.origin),
      ]);
    }
  });

  it('that reads address and code uses them in no frame but the one that began', async () => {
    await frame.call('POST', '/codes', { email: ALICE, purpose: 'login' });
    const { code } = world;
    const other = await world.frame();
    expect(await refusalOf(world.check(other, code))).toBe('no-code');
    // A frame of its own gets another code, whose mail says where it was asked for.
    await other.call('POST', '/codes', { email: ALICE, purpose: 'login' });
    if (world.code !== code) expect(await refusalOf(world.check(other, code))).toBe('wrong-code');
    expect(world.mails.at(-1)?.text).toContain(APP.origin);
  });

  it('that reads a token uses it in no other frame', async () => {
    const other = await world.frame();
    other.token = frame.token;
    expect(await refusalOf(other.session())).toBe('no-session');
    expect(fromBase64Url(frame.token ?? '')).toHaveLength(32);
  });
});
