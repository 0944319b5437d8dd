import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorizationUrl } from '../../../../../sandbox/secure-site/documents/authorization-url.js';
import type { FrameClient } from '../../../../../sandbox/secure-site/frame/frame-client.js';
import { LoginRejected, SocialLogins } from '../../../../../sandbox/secure-site/frame/social-logins.js';
import { SOCIAL_PROVIDERS, type SocialProvider } from '../../../../../sandbox/secure-site/protocol/login-user.js';
import { SITE_PROJECT } from '../../../../../sandbox/secure-site/protocol/site-project.js';
import { type SocialProviders, startSocialProviders } from '../../../../../sandbox/social-login/start-social-providers.js';
import { SocialUser, type SocialUserChoice } from '../../social-login/social-user.js';
import { ALICE, APP, OTHER_APP, refusalOf, SecureSiteWorld, SITE } from './secure-site-world.js';

const MINUTE_MS = 60_000;

let providers: SocialProviders;
let world: SecureSiteWorld;
let frame: FrameClient;
let tab: Tab;

/** A tab of a browser: what its frames store, over reloads. */
class Tab {
  readonly stored = new Map<string, string>();

  /** The logins of a frame that has just loaded. */
  logins(app = APP): SocialLogins {
    const { stored } = this;
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    };
    return new SocialLogins({ app, siteOrigin: SITE, storage: () => storage, now: () => world.now });
  }
}

beforeAll(async () => {
  providers = await startSocialProviders({ redirectUris: [`${SITE}/social`] });
});
afterAll(() => providers.stop());

beforeEach(async () => {
  await providers.control.reset();
  world = await SecureSiteWorld.create(undefined, { socials: providers.providers });
  await world.api.origins.add({ project: SITE_PROJECT, origin: SITE });
  frame = await world.frame();
  tab = new Tab();
});

/** The provider's page that a login leads to, as the site's page builds it. */
const pageOf = (uri: string, suffix = ''): string => {
  const query = new URL(uri).searchParams;
  const social = providers.providers.find(({ provider }) => provider === query.get('provider'));
  if (social === undefined) throw new Error(`No provider in ${uri}`);
  const read = (name: string): string => query.get(name) ?? '';
  return authorizationUrl(social, SITE, { state: `${read('state')}${suffix}`, nonce: read('nonce'), challenge: read('code_challenge') });
};

/** Begins a login and has the user log in at the provider's page. Returns where that leads to. */
const answerOf = async (
  provider: SocialProvider,
  choice: SocialUserChoice = {},
  { logins = tab.logins(), client = frame }: { readonly logins?: SocialLogins; readonly client?: FrameClient } = {},
): Promise<string> => new SocialUser().logIn(pageOf(await logins.begin(client, provider)), choice);

/** Logs a user in and returns what the server knows of them. */
const logIn = async (provider: SocialProvider, choice: SocialUserChoice = {}) => {
  frame.token = await tab.logins().redeem(frame, await answerOf(provider, choice));
  return frame.session();
};

const refused = (answer: string, { logins = tab.logins(), client = frame } = {}) => refusalOf(logins.redeem(client, answer));

describe('a social login', () => {
  it.each(SOCIAL_PROVIDERS)('logs a user of %s in, to an account of their own', async (provider) => {
    const session = await logIn(provider, { user: 'alice', email: 'Alice@Example.com' });
    expect(session).toMatchObject({ provider, userName: 'alice', email: ALICE, wallet: null, locked: false });
    expect((await logIn(provider, { user: 'alice' })).account).toBe(session.account);
    expect((await logIn(provider, { user: 'bob' })).account).not.toBe(session.account);
    expect(await providers.control.visits()).toContainEqual({ provider, outcome: 'continued' });
  });

  it('is of another user in the same browser, if the user chooses one', async () => {
    const browser = new SocialUser();
    for (const user of ['alice', 'bob']) {
      const logins = tab.logins();
      const answer = await browser.logIn(pageOf(await logins.begin(frame, 'google')), { user });
      frame.token = await logins.redeem(frame, answer);
      expect((await frame.session()).userName).toBe(user);
    }
  });

  it('is another account at each provider, also with the same email address', async () => {
    const accounts = new Set<string>();
    for (const provider of ['google', 'github'] as const) accounts.add((await logIn(provider, { email: ALICE })).account);
    await world.login(frame, ALICE);
    accounts.add((await frame.session()).account);
    expect(accounts.size).toBe(3);
  });

  it('uses an email address only if the provider has verified it, and needs none', async () => {
    await providers.control.addFault({ mode: 'unverified-email' });
    expect(await logIn('discord', { email: ALICE })).toMatchObject({ email: null, userName: 'alice' });
    expect(await logIn('x')).toMatchObject({ email: null, userName: 'alice' });
    await frame.call('POST', '/account/delete', { statement: null });
    expect(world.mails).toEqual([]);
  });

  it('takes control and direction characters out of names', async () => {
    expect((await logIn('x', { user: `al\u202Eice\u0007${'e'.repeat(80)}` })).userName).toBe(`alice${'e'.repeat(55)}`);
  });

  it('gives URLs and the provider digests of the secrets only', async () => {
    const uri = await tab.logins().begin(frame, 'google');
    const answer = await new SocialUser().logIn(pageOf(uri));
    const [stored = '[]'] = tab.stored.values();
    const [{ secret = '' } = {}] = JSON.parse(stored) as readonly { readonly secret?: string }[];
    expect(secret).toHaveLength(43);
    let verifier = '';
    const { call } = frame;
    frame.call = (method, path, body) => {
      verifier = String(Object(body).verifier);
      return call.apply(frame, [method, path, body]);
    };
    await tab.logins().redeem(frame, answer);
    expect(verifier).toHaveLength(43);
    for (const kept of [secret, verifier]) expect([uri, pageOf(uri), answer].join(' ')).not.toContain(kept);
    expect(await world.dump()).not.toContain(new URL(uri).searchParams.get('state'));
  });
});

describe('the answer of a provider', () => {
  it('is redeemed once, also by concurrent requests', async () => {
    const logins = tab.logins();
    const answer = await answerOf('google', {}, { logins });
    const copy = new Map(tab.stored);
    await logins.redeem(frame, answer);
    expect(await refused(answer, { logins })).toBe('no-login');
    // The frame forgets it, and so does the server.
    for (const [key, value] of copy) tab.stored.set(key, value);
    expect(await refused(answer)).toBe('no-login');

    const second = await answerOf('google');
    const others = new Tab();
    for (const [key, value] of tab.stored) others.stored.set(key, value);
    const both = await Promise.all([refused(second), refused(second, { logins: others.logins() })]);
    expect(both.sort()).toEqual(['no-login', null].sort());
  });

  it('is redeemed after the page and its frame were reloaded', async () => {
    const answer = await answerOf('google');
    const reloaded = await world.frame();
    reloaded.token = await tab.logins().redeem(reloaded, answer);
    expect((await reloaded.session()).userName).toBe('alice');
  });

  it('is worthless in another tab, in another frame, and at another app', async () => {
    const answer = await answerOf('google');
    expect(await refused(answer, { logins: new Tab().logins() })).toBe('no-login');
    // With another verifier.
    const state = new URL(answer).searchParams.get('state');
    const body = { state, code: new URL(answer).searchParams.get('code'), iss: null };
    for (const verifier of [state, 'A'.repeat(43)])
      expect(await refusalOf(frame.call('POST', '/socials/redeem', { ...body, verifier }))).toBe('no-login');
    // With the verifier, at another app of the project.
    const other = await world.frame({ app: OTHER_APP });
    const [stored = ''] = tab.stored.values();
    const stolen = new Tab();
    stolen.stored.set(`@latchkey-wallet/socials ${OTHER_APP.origin} ${OTHER_APP.project}`, stored);
    expect(await refused(answer, { logins: stolen.logins(OTHER_APP), client: other })).toBe('no-login');
    expect(await refused(answer)).toBeNull();
  });

  it('is refused with another state, from another site, and after ten minutes', async () => {
    const answer = new URL(await answerOf('google'));
    const changed = new URL(answer);
    changed.searchParams.set('state', 'A'.repeat(43));
    expect(await refused(changed.href)).toBe('no-login');
    for (const foreign of [`https://evil.example/social${answer.search}`, `${SITE}/window${answer.search}`, 'no url'])
      expect(await refused(foreign)).toBe('foreign-answer');
    world.now += 10 * MINUTE_MS;
    expect(await refused(answer.href)).toBe('no-login');
    // The server's clock alone.
    const late = await answerOf('google');
    world.now += 10 * MINUTE_MS;
    const [key = '', value = ''] = [...tab.stored].at(-1) ?? [];
    tab.stored.set(key, value.replaceAll(/"expiresAt":\d+/g, `"expiresAt":${world.now + MINUTE_MS}`));
    expect(await refused(late)).toBe('no-login');
  });

  it('is refused with the code of another login', async () => {
    const mine = new URL(await answerOf('google'));
    const foreign = new URL(await answerOf('google', { user: 'mallory' }, { logins: new Tab().logins(), client: await world.frame() }));
    // What an attacker would have the user log in with: PKCE stops it at the provider.
    mine.searchParams.set('code', foreign.searchParams.get('code') ?? '');
    expect(await refused(mine.href)).toBe('login-failed');
  });

  it('is refused from another provider, and with an ID token of another nonce', async () => {
    const mixed = new URL(await answerOf('google'));
    mixed.searchParams.set('iss', providers.providers.find(({ provider }) => provider === 'x')?.issuer ?? '');
    expect(await refused(mixed.href)).toBe('login-failed');
    await providers.control.addFault({ mode: 'wrong-nonce', provider: 'google' });
    expect(await refused(await answerOf('google'))).toBe('login-failed');
    expect(world.errors).toHaveLength(2);
    expect(await world.rows('accounts')).toEqual([]);
  });

  it('is refused while the provider cannot be reached', async () => {
    await providers.control.addFault({ mode: 'tokens-down' });
    expect(await refused(await answerOf('google'))).toBe('provider-unreachable');
  });

  it('says why the provider has not logged the user in', async () => {
    const logins = tab.logins();
    const reasonOf = (answer: string) =>
      logins.redeem(frame, answer).catch((error: unknown) => (error instanceof LoginRejected ? error.message : error));
    expect(await reasonOf(await answerOf('google', { action: 'cancel' }, { logins }))).toBe('The login with Google was cancelled');
    await providers.control.addFault({ mode: 'error', error: 'server_error' });
    const answer = await answerOf('apple', {}, { logins });
    expect(await reasonOf(answer)).toBe('Apple could not log you in: server error');
    // It ends the login.
    expect(await refused(answer, { logins })).toBe('no-login');
    const made = new URL(await answerOf('apple', {}, { logins }));
    made.searchParams.set('error', '<b>Call 555</b>');
    expect(await reasonOf(made.href)).toBe('Apple could not log you in');
  });

  it('is of the frame only where the browser stores nothing', async () => {
    const denied = (): SocialLogins =>
      new SocialLogins({
        app: APP,
        siteOrigin: SITE,
        storage: () => {
          throw new DOMException('denied', 'SecurityError');
        },
        now: () => world.now,
      });
    const logins = denied();
    const answer = await answerOf('google', {}, { logins });
    expect(await refused(answer, { logins: denied() })).toBe('no-login');
    expect(await refused(answer, { logins })).toBeNull();
  });
});

describe('the page that a provider leads back to', () => {
  it('learns the app of a login, and no app does', async () => {
    const uri = await tab.logins().begin(frame, 'google');
    const state = new URL(uri).searchParams.get('state') ?? '';
    const page = await world.frame({ app: { project: SITE_PROJECT, origin: SITE } });
    expect(await page.socialOrigin(state)).toBe(APP.origin);
    expect(await refusalOf(page.socialOrigin('A'.repeat(43)))).toBe('no-login');
    expect(await refusalOf(frame.socialOrigin(state))).toBe('wrong-origin');
    world.now += 10 * MINUTE_MS;
    expect(await refusalOf(page.socialOrigin(state))).toBe('no-login');
  });

  it('has the page of the app in the state, which is no part of it for frame and server', async () => {
    const logins = tab.logins();
    const page = 'https://app.example/shop?item=1#top';
    const suffix = `--${encodeURIComponent(page)}`;
    const answer = await new SocialUser().logIn(pageOf(await logins.begin(frame, 'google'), suffix));
    expect(new URL(answer).searchParams.get('state')?.endsWith(suffix)).toBe(true);
    expect(await refused(answer, { logins })).toBeNull();
  });
});

describe('an account of a social login', () => {
  it('is none of a provider that the site does not have', async () => {
    expect(await refusalOf(tab.logins().begin(await world.frame({ api: world.instance() }), 'google'))).toBe('unknown-provider');
  });

  it('has no email login to change', async () => {
    await logIn('google', { email: ALICE });
    expect(await refusalOf(frame.beginEmailChange('new@example.com'))).toBe('no-email-login');
    const sign = async () => ({ publicKey: '', signature: '' });
    expect(await refusalOf(frame.confirmNewEmail({ email: 'new@example.com', code: '123456', sign }))).toBe('no-email-login');
  });
});
