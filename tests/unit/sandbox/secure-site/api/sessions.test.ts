import { beforeEach, describe, expect, it } from 'vitest';
import { createSigningKey } from '../../../../../sandbox/secure-site/protocol/p256.js';
import { ALICE, APP, createWallet, DAY_MS, OTHER_APP, refusalOf, resumeSession, SecureSiteWorld } from './secure-site-world.js';

let world: SecureSiteWorld;
beforeEach(async () => {
  world = await SecureSiteWorld.create();
});

describe('a session', () => {
  it('is that of the account of the address, for thirty days', async () => {
    const frame = await world.frame();
    expect(await refusalOf(frame.call('GET', '/session'))).toBe('no-session');
    await world.login(frame);
    const session = await frame.call('GET', '/session');
    expect(session).toEqual({
      account: expect.stringMatching(/^[\w-]{22}$/),
      provider: 'email',
      email: ALICE,
      userName: null,
      otherWallet: null,
      recoverable: false,
      passkeyRecovers: false,
      policy: 0,
      usedAt: world.now,
      idleLockMs: null,
      locked: false,
      device: null,
      wallet: null,
      origin: APP.origin,
      trusted: false,
      verifiedAt: world.now,
      expiresAt: world.now + 30 * DAY_MS,
    });
    const other = await world.frame({ app: OTHER_APP });
    await world.login(other, 'ALICE@example.com');
    expect(await other.call('GET', '/session')).toMatchObject({ account: Reflect.get(Object(session), 'account') });
    world.now += 30 * DAY_MS - 1;
    expect(await refusalOf(frame.call('GET', '/session'))).toBeNull();
    world.now += 1;
    expect(await refusalOf((await world.frame()).call('GET', '/session'))).toBe('no-session');
    expect(await refusalOf(frame.call('GET', '/session'))).toBe('unknown-frame');
  });

  it('is worthless in another frame, and its token is not in the database', async () => {
    const [frame, thief] = [await world.frame(), await world.frame()];
    await world.login(frame);
    thief.token = frame.token;
    expect(await refusalOf(thief.call('GET', '/session'))).toBe('no-session');
    expect(await world.dump()).not.toContain(frame.token);
    expect(await refusalOf(frame.call('GET', '/session'))).toBeNull();
  });

  it('ends when the user signs out, alone or with all others', async () => {
    const frames = [await world.frame(), await world.frame(), await world.frame()] as const;
    for (const frame of frames) await world.login(frame);
    const [first, second, third] = frames;
    await first.call('DELETE', '/session');
    expect(await refusalOf(first.call('GET', '/session'))).toBe('no-session');
    expect(await refusalOf(second.call('GET', '/session'))).toBeNull();
    await second.call('DELETE', '/sessions');
    expect(await refusalOf(third.call('GET', '/session'))).toBe('no-session');
  });
});

describe('resuming a session', () => {
  it('moves it to the frame of the same app after a reload, once, without a longer life', async () => {
    const frame = await world.frame();
    await world.login(frame);
    const device = await createWallet(frame);
    const session = await frame.call('GET', '/session');
    const token = frame.token ?? '';
    world.now += DAY_MS;
    const reloaded = await world.frame();
    await resumeSession(reloaded, device, token);
    expect(await reloaded.call('GET', '/session')).toEqual(session);
    expect(await refusalOf(frame.call('GET', '/session'))).toBe('no-session');
    expect(await refusalOf(resumeSession(await world.frame(), device, token))).toBe('no-session');
  });

  it('is refused to another app, device, key or frame', async () => {
    const frame = await world.frame();
    await world.login(frame);
    const device = await createWallet(frame);
    const token = frame.token ?? '';
    const bob = await world.frame();
    await world.login(bob, 'bob@example.com');
    const ofBob = await createWallet(bob);
    const reloaded = await world.frame();
    expect(await refusalOf(resumeSession(reloaded, { ...device, key: await createSigningKey() }, token))).toBe('wrong-statement');
    expect(await refusalOf(resumeSession(reloaded, device, token, frame.id))).toBe('wrong-statement');
    expect(await refusalOf(resumeSession(reloaded, ofBob, token))).toBe('no-session');
    expect(await refusalOf(resumeSession(await world.frame({ app: OTHER_APP }), device, token))).toBe('wrong-statement');
    expect(await refusalOf(resumeSession(reloaded, device, token))).toBeNull();
  });
});

describe('an app', () => {
  it('is trusted from when the operator says so until the operator takes it back, and for its own origin only', async () => {
    const { origins } = world.api;
    const frame = await world.unregisteredFrame();
    expect(await frame.register(APP)).toEqual({ trusted: false });
    await world.login(frame);
    await origins.add({ ...APP, trusted: true });
    expect(await frame.session()).toMatchObject({ trusted: true });
    expect(await (await world.unregisteredFrame()).register(APP)).toEqual({ trusted: true });
    expect(await (await world.unregisteredFrame()).register(OTHER_APP)).toEqual({ trusted: false });
    // Registered again, as by another start.
    await origins.add(APP);
    expect(await frame.session()).toMatchObject({ trusted: true });
    await origins.add({ ...APP, trusted: false });
    expect(await frame.session()).toMatchObject({ trusted: false });
  });

  it('cannot claim to be trusted', async () => {
    const frame = await world.unregisteredFrame();
    await refusalOf(frame.register({ ...APP, ...{ trusted: true } }));
    await world.login(frame);
    expect(await frame.session()).toMatchObject({ trusted: false });
  });
});

describe('preferences', () => {
  it('are stored with the account, each for itself', async () => {
    const [frame, other] = [await world.frame(), await world.frame({ app: OTHER_APP })];
    await world.login(frame);
    await world.login(other);
    await createWallet(frame);
    expect(await other.preferences()).toEqual({ accountType: null, idleLockMs: null });
    await frame.setPreferences({ accountType: 'eoa', idleLockMs: 300_000 });
    await frame.setPreferences({ accountType: 'smartAccount' });
    expect(await other.preferences()).toEqual({ accountType: 'smartAccount', idleLockMs: 300_000 });
    await frame.setPreferences({ idleLockMs: null });
    expect(await other.preferences()).toEqual({ accountType: 'smartAccount', idleLockMs: null });
  });

  it('are changed in the session of a device only, to valid values', async () => {
    const [frame, thief] = [await world.frame(), await world.frame()];
    await world.login(frame);
    await createWallet(frame);
    await world.login(thief);
    expect(await refusalOf(thief.setPreferences({ idleLockMs: null }))).toBe('no-device');
    expect(await refusalOf((await world.frame()).preferences())).toBe('no-session');
    for (const change of [{ accountType: 'other' }, { idleLockMs: 59_999 }, { idleLockMs: 86_400_001 }, { idleLockMs: 60_000.5 }])
      expect(await refusalOf(frame.call('POST', '/preferences', change))).toBe('invalid-request');
    expect(await frame.preferences()).toEqual({ accountType: null, idleLockMs: null });
  });
});
