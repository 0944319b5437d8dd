import { beforeEach, describe, expect, it } from 'vitest';
import { OutsideKey } from '../../../../../sandbox/secure-site/api/outside-key.js';
import type { FrameClient } from '../../../../../sandbox/secure-site/frame/frame-client.js';
import { fromBase64Url, toBase64Url } from '../../../../../sandbox/secure-site/protocol/encoding.js';
import { createSigningKey, exportPoint } from '../../../../../sandbox/secure-site/protocol/p256.js';
import { createAgreementKey, openMessage, type SealedMessage } from '../../../../../sandbox/secure-site/protocol/sealed-message.js';
import {
  ALICE,
  APP,
  beginWallet,
  createWallet,
  DAY_MS,
  DEVICE_WRAPS,
  nonceOf,
  OTHER_APP,
  RECOVERY_WRAPS,
  refusalOf,
  releaseSecret,
  resumeSession,
  SecureSiteWorld,
  signStatement,
  type TestDevice,
  VAULT,
} from './secure-site-world.js';

const KEY = new Uint8Array(32).fill(7);

let world: SecureSiteWorld;
let frame: FrameClient;
beforeEach(async () => {
  world = await SecureSiteWorld.create(KEY);
  frame = await world.frame();
  await world.login(frame);
});

/** A statement of the wallet's management key, for a request. */
const managed = async ({ wallet, managementSeed }: TestDevice, action: string, parameters: readonly string[], of = frame) => {
  const nonce = await nonceOf(of);
  return { nonce, signature: signStatement({ action, wallet, nonce, parameters }, managementSeed) };
};

const revoke = async (owner: TestDevice, { device = owner.device, of = frame } = {}) =>
  of.call('POST', '/devices/revoke', { device, ...(await managed(owner, 'revoke-device', [device], of)) });
/** A session that no device has proven. */
const otherSession = async () => {
  const other = await world.frame();
  await world.login(other);
  return other;
};

describe('creating a wallet', () => {
  it('needs a session of the last seven days', async () => {
    expect(await refusalOf(createWallet(await world.frame()))).toBe('no-session');
    world.now += 7 * DAY_MS;
    expect(await refusalOf(createWallet(frame))).toBe('session-too-old');
    world.now -= 1;
    expect(await refusalOf(createWallet(frame))).toBeNull();
  });

  it('issues different secrets, and stores what the frame made of them', async () => {
    const { wallet, device, secret, recoverySecret } = await createWallet(frame);
    expect(fromBase64Url(secret)).toHaveLength(32);
    expect(fromBase64Url(recoverySecret)).toHaveLength(32);
    expect(secret).not.toBe(recoverySecret);
    expect(await frame.call('GET', '/session')).toMatchObject({ wallet, device });
    expect(await world.rows('pending_wallets')).toEqual([]);
  });

  it.each([
    ['the vault', { vault: '{"version":1}' }],
    ['the wraps of the device', { deviceWraps: '[]' }],
    ['the wraps for recovery', { recoveryWraps: '[]' }],
    ['the recovery key', { recoveryKey: 'A'.repeat(43) }],
    ['the management key', { managementKey: toBase64Url(new Uint8Array(32).fill(1)) }],
  ])('is refused if %s is not the signed one', async (_, change) => {
    const { body } = await beginWallet(frame);
    expect(await refusalOf(frame.call('POST', '/wallets', { ...body, ...change }))).toBe('wrong-statement');
    expect(await world.rows('wallets')).toEqual([]);
  });

  it('is refused with a device that does not sign, a used nonce, no JSON, or a huge vault', async () => {
    const { body } = await beginWallet(frame);
    expect(await refusalOf(frame.call('POST', '/wallets', { ...body, vault: 'text' }))).toBe('invalid-request');
    expect(await refusalOf(frame.call('POST', '/wallets', { ...body, vault: `"${'a'.repeat(8_192)}"` }))).toBe('invalid-request');
    expect(await refusalOf(frame.call('POST', '/wallets', { ...body, deviceSignature: 'A'.repeat(86) }))).toBe('wrong-statement');
    expect(await refusalOf(frame.call('POST', '/wallets', body))).toBe('invalid-nonce');
    const agreement = await createAgreementKey();
    const keys = { deviceKey: await exportPoint((await createSigningKey()).publicKey), agreementKey: `B${'_'.repeat(86)}` };
    expect(await refusalOf(frame.call('POST', '/wallets/begin', keys))).toBe('invalid-request');
    expect(await exportPoint(agreement.publicKey)).toHaveLength(87);
  });

  it('is for the frame and account that began, within ten minutes', async () => {
    const { body } = await beginWallet(frame);
    const bob = await world.frame();
    await world.login(bob, 'bob@example.com');
    expect(await refusalOf(bob.call('POST', '/wallets', { ...body, nonce: await nonceOf(bob) }))).toBe('no-wallet');
    world.now += 600_000;
    expect(await refusalOf(frame.call('POST', '/wallets', { ...body, nonce: await nonceOf(frame) }))).toBe('no-wallet');
  });

  it('succeeds once for an account, of two at the same time', async () => {
    const other = await world.frame();
    await world.login(other);
    const [{ body: first }, { body: second }] = [await beginWallet(frame), await beginWallet(other)];
    const results = await Promise.all([
      refusalOf(frame.call('POST', '/wallets', first)),
      refusalOf(other.call('POST', '/wallets', second)),
    ]);
    expect(results.toSorted()).toEqual([null, 'wallet-exists'].toSorted());
    expect(await world.rows('wallets')).toHaveLength(1);
    expect(await world.rows('devices')).toHaveLength(1);
    expect(await refusalOf(beginWallet(frame))).toBe('wallet-exists');
  });
});

describe("a device's secret", () => {
  it('is released to the device in any session of its account, encrypted to the frame', async () => {
    const owner = await createWallet(frame);
    const other = await world.frame();
    await world.login(other);
    const released = await releaseSecret(other, owner);
    expect(released).toMatchObject({ secret: owner.secret, vault: VAULT, deviceWraps: DEVICE_WRAPS });
  });

  it('is refused with another key, frame, app, agreement key, or a nonce that was used, expired or is of another frame', async () => {
    const owner = await createWallet(frame);
    const other = await world.frame();
    const refused = async (changes: Parameters<typeof releaseSecret>[2]) => refusalOf(releaseSecret(frame, owner, changes));
    expect(await refused({ key: await createSigningKey() })).toBe('wrong-statement');
    expect(await refused({ signedFrame: other.id })).toBe('wrong-statement');
    expect(await refused({ signedOrigin: OTHER_APP.origin })).toBe('wrong-statement');
    expect(await refused({ signedAgreementKey: `B${'A'.repeat(86)}` })).toBe('wrong-statement');
    expect(await refused({ device: 'A'.repeat(22) })).toBe('no-device');
    expect(await refused({ nonce: await nonceOf(other) })).toBe('invalid-nonce');
    const nonce = await nonceOf(frame);
    expect(await refused({ nonce })).toBeNull();
    expect(await refused({ nonce })).toBe('invalid-nonce');
    const late = await nonceOf(frame);
    world.now += 120_000;
    expect(await refused({ nonce: late })).toBe('invalid-nonce');
  });

  it('is refused without a session, with an old one, and with that of another account', async () => {
    const owner = await createWallet(frame);
    const other = await world.frame();
    expect(await refusalOf(releaseSecret(other, owner))).toBe('no-session');
    await world.login(other, 'bob@example.com');
    expect(await refusalOf(releaseSecret(other, owner))).toBe('no-device');
    world.now += 7 * DAY_MS;
    expect(await refusalOf(releaseSecret(frame, owner))).toBe('session-too-old');
  });

  it('opens in its frame, for its nonce, only', async () => {
    const owner = await createWallet(frame);
    // The sealed message as it was on the wire.
    const messages: SealedMessage[] = [];
    const spy = await world.frame();
    spy.token = null;
    await world.login(spy);
    const call = spy.call.bind(spy);
    spy.call = async (method, path, body) => {
      const result = await call(method, path, body);
      if (path === '/devices/secret') messages.push((result as { readonly secret: SealedMessage }).secret);
      return result;
    };
    const { agreement, context } = await releaseSecret(spy, owner);
    const [message] = messages;
    expect(toBase64Url(await openMessage(agreement, context, message!))).toBe(owner.secret);
    await expect(openMessage(await createAgreementKey(), context, message!)).rejects.toThrow();
    await expect(openMessage(agreement, [...context.slice(0, -1), 'other'], message!)).rejects.toThrow();
    const bytes = fromBase64Url(message!.ciphertext);
    for (let index = 0; index < bytes.length; index += 1) {
      const flipped = bytes.map((byte, at) => (at === index ? byte ^ 1 : byte));
      await expect(openMessage(agreement, context, { ...message!, ciphertext: toBase64Url(flipped) })).rejects.toThrow();
    }
  });
});

describe('the recovery secret', () => {
  const recover = async (of: FrameClient, { wallet, recoverySeed }: TestDevice, signedFrame = of.id) => {
    const agreement = await createAgreementKey();
    const agreementKey = await exportPoint(agreement.publicKey);
    const nonce = await nonceOf(of);
    const parameters = [agreementKey, signedFrame, APP.origin];
    const signature = signStatement({ action: 'recover', wallet, nonce, parameters }, recoverySeed);
    // The test fails if the API returns something else.
    const released = (await of.call('POST', '/recovery/secret', { agreementKey, nonce, signature })) as {
      readonly secret: SealedMessage;
    };
    const secret = await openMessage(agreement, ['recovery-secret', wallet, '', of.id, nonce], released.secret);
    return { ...released, secret: toBase64Url(secret) };
  };

  it('is released to the recovery key with a session of the account, and the owner is told', async () => {
    const owner = await createWallet(frame);
    const other = await world.frame();
    expect(await refusalOf(recover(other, owner))).toBe('no-session');
    await world.login(other);
    expect(await refusalOf(recover(other, { ...owner, recoverySeed: owner.managementSeed }))).toBe('wrong-statement');
    expect(await refusalOf(recover(other, owner, frame.id))).toBe('wrong-statement');
    expect(await recover(other, owner)).toMatchObject({ secret: owner.recoverySecret, vault: VAULT, recoveryWraps: RECOVERY_WRAPS });
    expect(world.mails.at(-1)).toMatchObject({ to: ALICE, subject: 'Your wallet was recovered' });
  });
});

describe('a mail thief', () => {
  it('gets a session, but no secret, vault or wrap, and changes nothing', async () => {
    const owner = await createWallet(frame);
    const thief = await world.frame();
    await world.login(thief);
    const key = await createSigningKey();
    const received: string[] = [];
    const call = thief.call.bind(thief);
    thief.call = async (method, path, body) => {
      const result = await call(method, path, body);
      received.push(JSON.stringify(result));
      return result;
    };
    await thief.call('GET', '/session');
    await thief.call('GET', '/devices');
    expect(await refusalOf(releaseSecret(thief, owner, { key }))).toBe('wrong-statement');
    expect(await refusalOf(resumeSession(thief, { ...owner, key }, frame.token ?? ''))).toBe('wrong-statement');
    expect(await refusalOf(beginWallet(thief))).toBe('wallet-exists');
    const forged = { ...owner, managementSeed: new Uint8Array(32).fill(1) };
    const { device } = owner;
    const statement = await managed(forged, 'revoke-device', [device], thief);
    expect(await refusalOf(thief.call('POST', '/devices/revoke', { device, ...statement }))).toBe('wrong-statement');
    expect(await refusalOf(thief.call('POST', '/account/delete', { statement: null }))).toBe('wrong-statement');
    for (const secret of [owner.secret, owner.recoverySecret, 'ciphertext', 'pair']) expect(received.join()).not.toContain(secret);
    expect(await releaseSecret(frame, owner)).toMatchObject({ secret: owner.secret });
  });
});

describe('a dump of the database', () => {
  it('has no secret of the server, and opens under the outside key only, in its own row only', async () => {
    const owner = await createWallet(frame);
    const dump = await world.dump();
    expect(dump).not.toContain(owner.secret);
    expect(dump).not.toContain(owner.recoverySecret);
    // The test's rows have the columns of the table.
    const [row] = (await world.rows('devices')) as readonly { readonly secret: string }[];
    const [key, other] = [await OutsideKey.import(KEY), await OutsideKey.import(new Uint8Array(32).fill(8))];
    const context = ['device-secret', owner.wallet, owner.device];
    expect(toBase64Url(await key.open(row!.secret, context))).toBe(owner.secret);
    await expect(other.open(row!.secret, context)).rejects.toThrow();
    await expect(key.open(row!.secret, ['device-secret', owner.wallet, 'A'.repeat(22)])).rejects.toThrow();
    await expect(key.open(row!.secret, ['recovery-secret', owner.wallet, owner.device])).rejects.toThrow();
    // Copied into the row of another account, it is not released.
    const bob = await world.frame();
    await world.login(bob, 'bob@example.com');
    const ofBob = await createWallet(bob);
    await world.query('UPDATE secure_site_devices SET secret = $1 WHERE id = $2', [row!.secret, ofBob.device]);
    expect(await refusalOf(releaseSecret(bob, ofBob))).toBe('unavailable');
  });

  it('needs a key of 32 bytes', async () => {
    await expect(OutsideKey.import(new Uint8Array(31))).rejects.toThrow(RangeError);
  });
});

describe('devices', () => {
  it('are listed, with the one of the session', async () => {
    const { device } = await createWallet(frame);
    const listed = { device, label: 'Chrome on Linux', origin: APP.origin, createdAt: world.now, usedAt: world.now };
    expect(await frame.call('GET', '/devices')).toEqual({ devices: [{ ...listed, current: true }] });
    const other = await world.frame();
    await world.login(other);
    expect(await other.call('GET', '/devices')).toEqual({ devices: [{ ...listed, current: false }] });
  });

  it('lose their secret and their sessions when the management key revokes them, and the owner is told', async () => {
    const owner = await createWallet(frame);
    expect(await refusalOf(revoke({ ...owner, managementSeed: owner.recoverySeed }))).toBe('wrong-statement');
    const elsewhere = { ...owner, wallet: 'A'.repeat(22) };
    expect(await refusalOf(revoke(elsewhere, { device: owner.device }))).toBe('wrong-statement');
    expect(await refusalOf(revoke(owner, { device: 'A'.repeat(22) }))).toBe('no-device');
    const { token } = frame;
    await revoke(owner, { of: await otherSession() });
    expect(await refusalOf(frame.call('GET', '/session'))).toBe('no-session');
    expect(await world.rows('devices')).toEqual([]);
    expect(world.mails.at(-1)).toMatchObject({ to: ALICE, subject: 'A device was removed' });
    expect(await refusalOf(resumeSession(await world.frame(), owner, token ?? ''))).toBe('no-device');
    await world.login(frame);
    expect(await refusalOf(releaseSecret(frame, owner))).toBe('no-device');
  });

  it('are revoked even if the mail fails', async () => {
    const owner = await createWallet(frame);
    const of = await otherSession();
    world.mailFails = true;
    await revoke(owner, { of });
    expect(await world.rows('devices')).toEqual([]);
    expect(world.errors).toHaveLength(1);
  });

  it('are revoked without a mail by themselves, when their user signs out', async () => {
    const owner = await createWallet(frame);
    const mails = world.mails.length;
    await revoke(owner);
    expect(await world.rows('devices')).toEqual([]);
    expect(world.mails).toHaveLength(mails);
  });
});

describe('deleting an account', () => {
  it('deletes all its data, signed by the management key', async () => {
    const owner = await createWallet(frame);
    // The test fails if the API returns something else.
    const { account } = (await frame.call('GET', '/session')) as { readonly account: string };
    await frame.call('POST', '/codes', { email: ALICE, purpose: 'login' });
    const other = await managed(owner, 'revoke-device', [account]);
    expect(await refusalOf(frame.call('POST', '/account/delete', { statement: other }))).toBe('wrong-statement');
    await frame.call('POST', '/account/delete', { statement: await managed(owner, 'delete-account', [account]) });
    for (const table of ['accounts', 'wallets', 'devices', 'sessions', 'codes', 'pending_wallets'])
      expect(await world.rows(table)).toEqual([]);
    const dump = await world.dump();
    for (const text of ['alice', account, owner.wallet, owner.device]) expect(dump).not.toContain(text);
    expect(world.mails.at(-1)).toMatchObject({ to: ALICE, subject: 'Your account was deleted' });
    expect(world.mails.at(-1)?.text).toContain('If it was not, open the wallet with your recovery kit');
    // The limits survive: deleting an account does not reset them.
    expect(await world.rows('limits')).not.toEqual([]);
    await world.login(frame);
    expect(await frame.call('GET', '/session')).toMatchObject({ wallet: null });
  });

  it('needs no signature without a wallet', async () => {
    await frame.call('POST', '/account/delete', { statement: null });
    expect(await world.rows('accounts')).toEqual([]);
  });
});
