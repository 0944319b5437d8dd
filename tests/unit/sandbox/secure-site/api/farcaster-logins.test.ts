import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deployContracts } from '../../../../../sandbox/chains/deploy-contracts.js';
import { type RunningChain, startChain } from '../../../../../sandbox/chains/start-chain.js';
import type { FarcasterFaultMode } from '../../../../../sandbox/farcaster/farcaster-control.js';
import { type Farcaster, startFarcaster } from '../../../../../sandbox/farcaster/start-farcaster.js';
import type { FarcasterSettings } from '../../../../../sandbox/secure-site/api/farcaster-logins.js';
import type { WalletSession } from '../../../../../sandbox/secure-site/documents/wallet-session.js';
import { memoryStore, openSession } from '../documents/open-session.js';
import { APP, OTHER_APP, refusalOf, SecureSiteWorld } from './secure-site-world.js';

const MINUTE_MS = 60_000;

let chain: RunningChain;
let farcaster: Farcaster;
let settings: FarcasterSettings;
let world: SecureSiteWorld;

beforeAll(async () => {
  chain = await startChain({ chainId: 1 });
  const { rpcUrl } = chain;
  const { idRegistry: registry } = await deployContracts({ rpcUrl });
  farcaster = await startFarcaster({ rpcUrl, registry });
  settings = { relayUrl: farcaster.origin, rpcUrl, registry };
});
afterAll(() => Promise.all([chain.stop(), farcaster.stop()]));

beforeEach(async () => {
  await farcaster.control.reset();
  world = await SecureSiteWorld.create(undefined, { farcaster: settings });
  // The app signs with the time of this machine.
  world.now = Date.now();
});

const openFrame = async (wait?: () => Promise<void>): Promise<WalletSession> => openSession(world, await memoryStore(), APP, wait);

const { signal } = new AbortController();

/** Logs in as a user of the app. */
const logIn = async (user: string): Promise<WalletSession> => {
  const session = await openFrame();
  await farcaster.control.approve(await session.logins.beginFarcaster(), user);
  await session.logins.waitForFarcaster(signal);
  return session;
};

/** What the app's page shows. */
const appPage = async (url: string, form?: Readonly<Record<string, string>>): Promise<string> => {
  // By address: Node does not resolve names below `localhost` on all systems.
  const page = url.replace('//farcaster.localhost:', '//127.0.0.1:');
  return (await fetch(page, form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) })).text();
};

describe('a login with Farcaster', () => {
  it('is of the account of the id whose custody has signed, by the name in the registry', async () => {
    const session = await logIn('alice');
    expect(session.user).toEqual({ provider: 'farcaster', email: null, userName: 'alice' });
    const { account } = await session.info();
    expect((await (await logIn('alice')).info()).account).toBe(account);
    expect((await (await logIn('bob')).info()).account).not.toBe(account);
  });

  it('waits for the user, who sees the site and the app in the Farcaster app', async () => {
    let polls = 0;
    let url = '';
    const session = await openFrame(async () => {
      polls += 1;
      if (polls < 3) return;
      const page = await appPage(url);
      expect(page).toContain('secure.example');
      expect(page).toContain('https://app.example');
      expect(await appPage(url, { action: 'approve', user: 'carol' })).toContain('Signed in');
      expect(await appPage(url)).toContain('was answered');
    });
    url = await session.logins.beginFarcaster();
    await session.logins.waitForFarcaster(signal);
    expect(polls).toBe(3);
    expect(session.user?.userName).toBe('carol');
  });

  it('outlasts a relay that is down for a while', async () => {
    const session = await openFrame();
    const url = await session.logins.beginFarcaster();
    await farcaster.control.addFault({ mode: 'down', times: 2 });
    await farcaster.control.approve(url, 'carol');
    await session.logins.waitForFarcaster(signal);
    expect(session.user?.userName).toBe('carol');
  });

  it('ends when the user rejects, when the app cancels, and after ten minutes', async () => {
    const rejected = await openFrame();
    expect(await appPage(await rejected.logins.beginFarcaster(), { action: 'reject' })).toContain('Rejected');
    expect(await refusalOf(rejected.logins.waitForFarcaster(signal))).toBe('no-login');

    const controller = new AbortController();
    const cancelled = await openFrame(async () => controller.abort(new Error('The app has cancelled')));
    await cancelled.logins.beginFarcaster();
    await expect(cancelled.logins.waitForFarcaster(controller.signal)).rejects.toThrow('The app has cancelled');

    const late = await openFrame(async () => {
      world.now += MINUTE_MS;
    });
    await late.logins.beginFarcaster();
    const begun = world.now;
    expect(await refusalOf(late.logins.waitForFarcaster(signal))).toBe('no-login');
    expect(world.now - begun).toBe(10 * MINUTE_MS);
  });

  it('is of the frame that has begun, and used once', async () => {
    const session = await openFrame();
    await farcaster.control.approve(await session.logins.beginFarcaster());
    for (const app of [APP, OTHER_APP]) {
      const other = await world.frame({ app });
      expect(await refusalOf(other.call('POST', '/farcaster/answer'))).toBe('no-login');
    }
    const both = await Promise.all([
      refusalOf(session.logins.waitForFarcaster(signal)),
      refusalOf(session.logins.waitForFarcaster(signal)),
    ]);
    expect(both.sort()).toEqual(['no-login', null].sort());
    expect(await refusalOf(session.logins.waitForFarcaster(signal))).toBe('no-login');
    expect(await world.rows('accounts')).toHaveLength(1);
  });

  it.each<[FarcasterFaultMode['mode'], string]>([
    ['wrong-nonce', 'for another login'],
    ['wrong-domain', 'for another login'],
    ['wrong-uri', 'for another login'],
    ['replay', 'for another login'],
    ['expired', 'not valid now'],
    ['wrong-signature', 'Another key has signed'],
    ['wrong-custody', 'no custody of the id'],
  ])('refuses an answer that is wrong: %s', async (mode, reason) => {
    await logIn('alice');
    const accounts = await world.rows('accounts');
    const session = await openFrame();
    const url = await session.logins.beginFarcaster();
    await farcaster.control.addFault({ mode });
    await farcaster.control.approve(url, 'dave');
    expect(await refusalOf(session.logins.waitForFarcaster(signal))).toBe('login-failed');
    expect(String(world.errors.at(-1))).toContain(reason);
    // It ends the login.
    expect(await refusalOf(session.logins.waitForFarcaster(signal))).toBe('no-login');
    expect(await world.rows('accounts')).toEqual(accounts);
    expect(session.user).toBeNull();
  });

  it('refuses an address that loses the custody of its id before it is used', async () => {
    const session = await openFrame();
    await farcaster.control.approve(await session.logins.beginFarcaster(), 'erin');
    await farcaster.control.moveId('erin');
    expect(await refusalOf(session.logins.waitForFarcaster(signal))).toBe('login-failed');
    expect(String(world.errors.at(-1))).toContain('no custody of the id');
  });

  it('is of no frame that has not begun', async () => {
    expect(await refusalOf((await openFrame()).logins.waitForFarcaster(signal))).toBe('no-login');
  });

  it('is not possible without a relay, nor at a site that has no login with Farcaster', async () => {
    await farcaster.control.addFault({ mode: 'down' });
    const session = await openFrame();
    expect(await refusalOf(session.logins.beginFarcaster())).toBe('provider-unreachable');
    const none = await world.frame({ api: world.instance() });
    expect(await refusalOf(none.call('POST', '/farcaster'))).toBe('unknown-provider');
  });
});
