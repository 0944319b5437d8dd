import { ed25519 } from '@noble/curves/ed25519.js';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FrameClient } from '../../../../../sandbox/secure-site/frame/frame-client.js';
import { ALICE, createWallet, nonceOf, refusalOf, SecureSiteWorld, signerOf, signStatement, type TestDevice } from './secure-site-world.js';

const MINUTE_MS = 60_000;
const NEW = 'alice@new.example';
const STRANGER = ed25519.utils.randomSecretKey();

let world: SecureSiteWorld;
let frame: FrameClient;
let owner: TestDevice;
beforeEach(async () => {
  world = await SecureSiteWorld.create();
  frame = await world.frame();
  await world.login(frame);
  owner = await createWallet(frame);
});

const confirm = (code: string, { of = frame, seed = owner.managementSeed, email = NEW } = {}) =>
  of.confirmNewEmail({ email, code, sign: signerOf(seed) });
/** Until the code of the new address is mailed. */
const confirmOld = async (of = frame, email = NEW): Promise<void> => {
  await of.beginEmailChange(email);
  await of.confirmOldEmail(email, world.code);
};
const emailOf = async (of = frame) => (await of.session()).email;

describe('changing the email address', () => {
  it('needs the code of the old address, then that of the new one and the management key, and tells the old one', async () => {
    expect(await frame.beginEmailChange(' Alice@NEW.example')).toEqual({ email: NEW, step: 'old-email' });
    expect(world.mails.at(-1)).toMatchObject({ to: ALICE, text: expect.stringContaining(NEW) });
    await frame.confirmOldEmail(NEW, world.code);
    expect(world.mails.at(-1)).toMatchObject({ to: NEW });
    expect(await emailOf()).toBe(ALICE);
    expect(await confirm(world.code)).toBe(NEW);
    expect(await frame.session()).toMatchObject({ email: NEW, wallet: owner.wallet });
    expect(world.mails.at(-1)).toMatchObject({ to: ALICE, subject: 'Your email address was changed', text: expect.stringContaining(NEW) });
    // A code that the old address gets from now on opens another account.
    const other = await world.frame();
    await world.login(other);
    expect(await other.session()).toMatchObject({ email: ALICE, wallet: null });
  });

  it('mails the code of the address that has not confirmed yet again', async () => {
    await frame.beginEmailChange(NEW);
    const { code: first } = world;
    await frame.beginEmailChange(NEW);
    if (world.code !== first) expect(await refusalOf(frame.confirmOldEmail(NEW, first))).toBe('wrong-code');
    await frame.confirmOldEmail(NEW, world.code);
    expect(await frame.beginEmailChange(NEW)).toEqual({ email: NEW, step: 'new-email' });
    expect(world.mails.at(-1)).toMatchObject({ to: NEW });
    await confirm(world.code);
    expect(await emailOf()).toBe(NEW);
  });

  it('is refused without the management key, and leaves the code usable', async () => {
    await confirmOld();
    const { code } = world;
    expect(await refusalOf(confirm(code, { seed: STRANGER }))).toBe('wrong-statement');
    expect(await refusalOf(confirm(code, { seed: owner.recoverySeed }))).toBe('wrong-statement');
    expect(await refusalOf(frame.call('POST', '/email/new-code', { email: NEW, code, statement: null }))).toBe('wrong-statement');
    // A statement for another address.
    const [nonce, { account }] = [await nonceOf(frame), await frame.session()];
    const parameters = [account, ALICE, 'eve@example.com'];
    const signature = signStatement({ action: 'change-email', wallet: owner.wallet, nonce, parameters }, owner.managementSeed);
    const body = { email: NEW, code, statement: { nonce, signature } };
    expect(await refusalOf(frame.call('POST', '/email/new-code', body))).toBe('wrong-statement');
    expect(await confirm(code)).toBe(NEW);
  });

  it('needs the steps in order, each with the code of its own address and of the same new address', async () => {
    await frame.beginEmailChange(NEW);
    const { code: oldCode } = world;
    expect(await refusalOf(confirm(oldCode))).toBe('old-email-unconfirmed');
    expect(await refusalOf(frame.confirmOldEmail('eve@example.com', oldCode))).toBe('wrong-code');
    await frame.confirmOldEmail(NEW, oldCode);
    const { code: newCode } = world;
    expect(await refusalOf(confirm(newCode, { email: 'eve@example.com' }))).toBe('old-email-unconfirmed');
    if (oldCode !== newCode) expect(await refusalOf(confirm(oldCode))).toBe('wrong-code');
    expect(await refusalOf(confirm(newCode))).toBeNull();
    expect(await refusalOf(confirm(newCode))).toBe('old-email-unconfirmed');
  });

  it('does not accept a code to sign in, nor is its code one', async () => {
    await frame.beginEmailChange(NEW);
    const { code } = world;
    expect(await refusalOf(world.check(await world.frame(), code))).toBe('no-code');
    expect(await refusalOf(world.check(frame, code))).toBe('no-code');
    const other = await world.frame();
    await world.login(other);
    await other.call('POST', '/codes', { email: ALICE, purpose: 'login' });
    expect(await refusalOf(other.confirmOldEmail(NEW, world.code))).toBe('no-code');
  });

  it('continues only in the frame that began', async () => {
    await frame.beginEmailChange(NEW);
    const { code: oldCode } = world;
    const other = await world.frame();
    await world.login(other);
    expect(await refusalOf(other.confirmOldEmail(NEW, oldCode))).toBe('no-code');
    await frame.confirmOldEmail(NEW, oldCode);
    const { code: newCode } = world;
    expect(await refusalOf(confirm(newCode, { of: other }))).toBe('old-email-unconfirmed');
    // Also if the other frame has come as far itself.
    await confirmOld(other);
    if (world.code !== newCode) expect(await refusalOf(confirm(newCode, { of: other }))).toBe('wrong-code');
    expect(await confirm(newCode)).toBe(NEW);
  });

  it('ends ten minutes after the old address has confirmed', async () => {
    await confirmOld();
    world.now += 5 * MINUTE_MS;
    await frame.beginEmailChange(NEW);
    world.now += 5 * MINUTE_MS - 1;
    expect(await refusalOf(confirm(world.wrongCode))).toBe('wrong-code');
    world.now += 1;
    expect(await refusalOf(confirm(world.code))).toBe('old-email-unconfirmed');
    expect(await emailOf()).toBe(ALICE);
  });

  it('is refused after five wrong codes of either address', async () => {
    await frame.beginEmailChange(NEW);
    for (let tries = 0; tries < 5; tries += 1) expect(await refusalOf(frame.confirmOldEmail(NEW, world.wrongCode))).toBe('wrong-code');
    expect(await refusalOf(frame.confirmOldEmail(NEW, world.code))).toBe('no-code');
    await confirmOld();
    for (let tries = 0; tries < 5; tries += 1) expect(await refusalOf(confirm(world.wrongCode))).toBe('wrong-code');
    expect(await refusalOf(confirm(world.code))).toBe('no-code');
  });

  it('refuses the same address, none, and one whose account has a wallet, once its owner has confirmed', async () => {
    expect(await refusalOf(frame.beginEmailChange('ALICE@example.com'))).toBe('same-email');
    expect(await refusalOf(frame.beginEmailChange('alice'))).toBe('invalid-email');
    const bob = await world.frame();
    await world.login(bob, NEW);
    await createWallet(bob);
    // As for an address without an account until then.
    await confirmOld();
    expect(await refusalOf(confirm(world.code))).toBe('email-taken');
    expect([await emailOf(), await emailOf(bob)]).toEqual([ALICE, NEW]);
  });

  it('takes the address of an account without a wallet', async () => {
    const bob = await world.frame();
    await world.login(bob, NEW);
    await confirmOld();
    await confirm(world.code);
    expect(await emailOf()).toBe(NEW);
    expect(await refusalOf(bob.session())).toBe('no-session');
    expect(await world.rows('accounts')).toHaveLength(1);
  });

  it('needs no signature without a wallet', async () => {
    const bob = await world.frame();
    await world.login(bob, 'bob@example.com');
    await confirmOld(bob);
    expect(await confirm(world.code, { of: bob, seed: STRANGER })).toBe(NEW);
  });

  it('ends other sessions that no device has proven', async () => {
    const thief = await world.frame();
    await world.login(thief);
    await confirmOld();
    await confirm(world.code);
    expect(await refusalOf(thief.session())).toBe('no-session');
    expect(await refusalOf(frame.session())).toBeNull();
  });

  it('succeeds once, of two at the same time', async () => {
    const other = await world.frame();
    await world.login(other);
    await confirmOld();
    const { code } = world;
    await confirmOld(other, 'alice@other.example');
    const { code: otherCode } = world;
    const results = await Promise.all([
      refusalOf(confirm(code)),
      refusalOf(confirm(otherCode, { of: other, email: 'alice@other.example' })),
    ]);
    expect(results.filter((result) => result === null)).toHaveLength(1);
  });
});

describe('a mail thief', () => {
  it('with the mails of both addresses changes nothing', async () => {
    const thief = await world.frame();
    await world.login(thief);
    await confirmOld(thief);
    expect(await refusalOf(confirm(world.code, { of: thief, seed: STRANGER }))).toBe('wrong-statement');
    expect(await emailOf()).toBe(ALICE);
  });
});
