import { randomUUID } from 'node:crypto';
import { type SecureSite, startSecureSite } from '@latchkey/sandbox';
import type { Frame, Page } from '@playwright/test';
import { FRAME_ACTIONS, type FrameAction } from '../../domain/embedded-wallet/frame-actions.js';
import type { FrameResult } from './pages/embedded/main.js';
import { buildPage } from './support/built-page.js';
import { EmbeddingPage, replyOf } from './support/embedding-page.js';
import { expect, test } from './support/fixtures.js';

const PAGE = { folder: 'tests/e2e/pages/embedded' };
// `Object.keys` loses the type.
const ACTIONS = Object.keys(FRAME_ACTIONS) as readonly FrameAction[];

/** Requests whose success is in the flows of social logins and of smart accounts. */
const OTHER_FLOWS: readonly FrameAction[] = [
  'CONNECT_SOCIAL',
  'GET_SOCIAL_REDIRECT_URI',
  'GET_FARCASTER_URI',
  'CONNECT_FARCASTER',
  'INIT_SMART_ACCOUNT',
];

/** Payloads that the schemas accept. */
const PAYLOADS: Readonly<Partial<Record<FrameAction, unknown>>> = {
  SWITCH_NETWORK: { chainId: 137 },
  CONNECT_EMAIL: { email: 'ada@example.com' },
  CONNECT_OTP: { otp: '123456' },
  CONNECT_SOCIAL: { uri: 'https://app.example' },
  GET_SOCIAL_REDIRECT_URI: { provider: 'google' },
  UPDATE_EMAIL: { email: 'ada@example.com' },
  UPDATE_EMAIL_PRIMARY_OTP: { otp: '123456' },
  UPDATE_EMAIL_SECONDARY_OTP: { otp: '123456' },
  SET_PREFERRED_ACCOUNT: { type: 'smartAccount' },
  SYNC_THEME: { themeMode: 'dark', w3mThemeVariables: { '--w3m-accent': '#3246c8' } },
  SYNC_DAPP_DATA: { projectId: 'e2e', metadata: { name: 'App', description: '', url: 'https://app.example', icons: [] } },
  RPC_REQUEST: { method: 'personal_sign', params: ['Hello', '0x00'] },
};

/** Notes which requests have succeeded. */
class CountingPage extends EmbeddingPage {
  readonly succeeded = new Set<string>();

  override async begin(action: string, payload?: unknown): Promise<FrameResult> {
    const result = await super.begin(action, payload);
    if ('reply' in result) this.succeeded.add(action);
    return result;
  }
}

test.describe('@embedded the messages of the frame', () => {
  let site: SecureSite;

  test.beforeAll(async () => {
    site = await startSecureSite({ networks: [], confirmsDevices: true });
  });
  test.afterAll(async () => {
    await site.stop();
  });

  test('each request is answered with what its reply holds', async ({ page, context, serve, problems }) => {
    // The browser logs the API's refusals.
    problems.expect(/status of 4(?:04|22)/);
    const app = new CountingPage(page, site);
    await app.open(await serve({ files: await buildPage(PAGE), scripts: [], meta: null }));
    const [email, renewed] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];

    expect(await app.request('SYNC_THEME', PAYLOADS.SYNC_THEME)).toBeUndefined();
    expect(await app.request('SYNC_DAPP_DATA', PAYLOADS.SYNC_DAPP_DATA)).toBeUndefined();
    expect(await app.request('IS_CONNECTED')).toEqual({ isConnected: false });
    expect(await app.request('GET_CHAIN_ID')).toEqual({ chainId: 1 });
    expect(await app.request('GET_SMART_ACCOUNT_ENABLED_NETWORKS')).toEqual({ smartAccountEnabledNetworks: [] });
    // Without a login.
    for (const [action, error, payload = PAYLOADS[action]] of [
      ['CONNECT_DEVICE', 'The code has expired. Request a new one'],
      ['CONNECT_OTP', 'The code has expired. Request a new one'],
      ['UPDATE_EMAIL', 'Log in again'],
      ['UPDATE_EMAIL_PRIMARY_OTP', 'The code has expired. Request a new one'],
      ['UPDATE_EMAIL_SECONDARY_OTP', 'The code has expired. Request a new one'],
      ['SET_PREFERRED_ACCOUNT', 'Smart accounts are not available on this network'],
      ['SET_PREFERRED_ACCOUNT', 'Log in again', { type: 'eoa' }],
      ['INIT_SMART_ACCOUNT', 'This device was removed from the wallet. Log in again'],
      [
        'SWITCH_NETWORK',
        'The wallet has no account on bip122:000000000019d6689c085ae165831e93',
        { chainId: 'bip122:000000000019d6689c085ae165831e93' },
      ],
      ['CONNECT_SOCIAL', 'The answer comes from another site. Start again'],
      ['GET_FARCASTER_URI', 'This wallet does not know this provider'],
      ['CONNECT_FARCASTER', 'This login has expired, or was begun in another window. Start again'],
      ['RPC_REQUEST', 'Log in again'],
      ['RPC_REQUEST', 'wallet_getAssets is not supported on eip155:1', { method: 'wallet_getAssets', params: [] }],
    ] satisfies readonly (readonly [FrameAction, string, unknown?])[])
      expect([action, await app.begin(action, payload)]).toEqual([action, { error }]);

    expect(await app.request('CONNECT_EMAIL', { email })).toEqual({ action: 'VERIFY_DEVICE' });
    const confirming = app.begin('CONNECT_DEVICE');
    const { text } = await site.mail.waitForMail(({ to }) => to.includes(email));
    const linked = await context.newPage();
    await linked.goto(/http\S+\/device#link=\S+/.exec(text)?.[0] ?? '');
    await linked.getByLabel('Number').fill((await page.evaluate(() => window.embedded.number)) ?? '');
    await linked.getByRole('button', { name: 'Confirm' }).click();
    expect(replyOf(await confirming)).toBeUndefined();
    await linked.close();
    expect(await app.request('CONNECT_OTP', { otp: await app.codeFor(email) })).toBeUndefined();
    const { address } = await app.createWallet();
    expect(await app.request('CONNECT_EMAIL', { email })).toEqual({ action: 'CONNECT' });
    expect(await app.request('IS_CONNECTED')).toEqual({ isConnected: true });

    expect(await app.request('SWITCH_NETWORK', { chainId: 'eip155:137' })).toEqual({ chainId: 'eip155:137' });
    expect(await app.request('GET_CHAIN_ID')).toEqual({ chainId: 137 });
    expect(await app.request('GET_USER', { chainId: 1 })).toEqual({
      email,
      address,
      chainId: 1,
      smartAccountDeployed: false,
      accounts: [{ address, type: 'eoa' }],
      preferredAccountType: 'eoa',
    });
    expect(await app.request('SET_PREFERRED_ACCOUNT', { type: 'eoa' })).toEqual({ type: 'eoa', address });
    // It succeeds in the flow of smart accounts: this site has no network with them.
    expect(await app.begin('INIT_SMART_ACCOUNT')).toEqual({ error: 'Smart accounts are not available on this network' });
    expect(await app.request('RPC_REQUEST', { method: 'eth_accounts' })).toEqual([address]);
    expect(await app.request('RPC_REQUEST', { method: 'wallet_getCapabilities' })).toEqual({});
    const signing = app.begin('RPC_REQUEST', { method: 'personal_sign', params: ['Hello', address] });
    expect(await app.approve(signing, 'Sign')).toMatch(/^0x/);
    expect(await app.begin('UPDATE_EMAIL', { email })).toEqual({ error: 'This is your address already' });

    expect(await app.request('UPDATE_EMAIL', { email: renewed })).toEqual({ action: 'VERIFY_PRIMARY_OTP' });
    expect(await app.request('UPDATE_EMAIL_PRIMARY_OTP', { otp: await app.codeFor(email, 1) })).toBeUndefined();
    expect(await app.request('UPDATE_EMAIL_SECONDARY_OTP', { otp: await app.codeFor(renewed) })).toEqual({ newEmail: renewed });

    const reloaded = page.waitForEvent('framenavigated');
    expect(await app.request('RELOAD')).toBeUndefined();
    await reloaded;
    expect(await app.request('IS_CONNECTED')).toEqual({ isConnected: true });
    expect(await app.request('SIGN_OUT')).toBeUndefined();
    expect(await app.request('IS_CONNECTED')).toEqual({ isConnected: false });

    expect([...app.succeeded].sort()).toEqual(ACTIONS.filter((action) => !OTHER_FLOWS.includes(action)).sort());
  });

  test('each request is answered with an error in a browser that makes no keys', async ({ page, serve }) => {
    await page.addInitScript(() => {
      if (location.pathname.endsWith('/sdk'))
        Object.assign(crypto.subtle, { generateKey: () => Promise.reject(new DOMException('Denied', 'NotSupportedError')) });
    });
    const app = new EmbeddingPage(page, site);
    await app.open(await serve({ files: await buildPage(PAGE), scripts: [], meta: null }));
    const results = await Promise.all(ACTIONS.map((action) => app.begin(action, PAYLOADS[action])));
    expect(results).toEqual(ACTIONS.map(() => ({ error: 'The wallet cannot start in this browser' })));
  });

  test('messages that other windows forge change no state and settle no request, in the page and in the frame', async ({
    page,
    context,
    serve,
  }) => {
    await page.addInitScript(() => {
      window.addEventListener('message', ({ source, data }) => {
        if (source === window.parent && window !== window.parent) Object.assign(window, { lastId: data.id });
      });
    });
    const host = await serve({ files: await buildPage(PAGE), scripts: [], meta: null });
    const blank = await serve({
      files: { '/': '<!doctype html><title>Other</title><link rel="icon" href="data:,"><h1>Other</h1>' },
      scripts: [],
      meta: null,
    });
    const other = blank.origin.replace('localhost', 'other.localhost');
    const app = new EmbeddingPage(page, site);
    await app.open(host, 'forged');
    const before = (await site.mail.control.mails()).length;
    // The request waits for the user.
    const user = app.begin('GET_USER', { chainId: 1 });
    await expect(app.frame.getByRole('button', { name: 'Continue' })).toBeVisible();
    const frame = page.frame({ name: 'lk-frame' });
    const id = await frame?.evaluate(() => String(Reflect.get(window, 'lastId')));
    await frame?.evaluate(() => Object.assign(window, { isSame: true }));
    const events = await page.evaluate(() => window.embedded.events.length);

    const addFrame = async (attributes: Readonly<Record<string, string>>): Promise<Frame> => {
      const element = await page.evaluateHandle((each) => {
        const added = document.createElement('iframe');
        for (const [name, value] of Object.entries(each)) added.setAttribute(name, value);
        document.body.append(added);
        return added;
      }, attributes);
      const content = await element.contentFrame();
      if (content === null) throw new Error('The frame has no content');
      await content.waitForLoadState();
      return content;
    };
    const openPopup = async (): Promise<Page> => {
      await page.evaluate((url) => document.addEventListener('click', () => window.open(url), { once: true }), other);
      const opening = page.waitForEvent('popup');
      await page.mouse.click(900, 400);
      return opening;
    };
    /** Posts messages of all types to the page and to the frame in it. */
    const forge = (forger: Frame | Page): Promise<number> =>
      forger.evaluate(
        ([actions, known]) => {
          const app: Window = window.opener ?? window.parent;
          const huge = 'x'.repeat(20_000);
          const user = { address: '0x00', chainId: 1, isConnected: true, message: huge };
          let count = 0;
          for (const name of [known, 'wrong', ''])
            for (const action of actions) {
              for (const target of [app, app.frames[0]])
                target?.postMessage(
                  { type: `@w3m-app/${action}`, id: name, payload: { email: 'forged@example.com', chainId: 5, otp: huge } },
                  '*',
                );
              for (const end of ['SUCCESS', 'ERROR'])
                app.postMessage({ type: `@w3m-frame/${action}_${end}`, id: name, payload: user }, '*');
              app.postMessage({ type: '@latchkey-frame/HIDE', id: name }, '*');
              app.frames[0]?.postMessage({ type: '@latchkey-app/RECEIVED', id: name }, '*');
              count += 6;
            }
          return count;
        },
        [ACTIONS, id] as const,
      );

    const forgers = [
      await addFrame({ src: other }),
      // Of the page's own origin.
      await addFrame({ srcdoc: '<!doctype html>' }),
      await addFrame({ sandbox: 'allow-scripts', srcdoc: '<!doctype html>' }),
      await openPopup(),
    ];
    for (const forger of forgers) expect(await forge(forger)).toBe(6 * 3 * ACTIONS.length);
    await context.pages()[1]?.close();

    // The frame answers in order.
    expect(await app.request('GET_CHAIN_ID')).toEqual({ chainId: 1 });
    expect(await page.evaluate(() => window.embedded.events.length)).toBe(events);
    expect(await frame?.evaluate(() => Reflect.get(window, 'isSame'))).toBe(true);
    await expect(app.frame.getByRole('button', { name: 'Continue' })).toBeVisible();
    expect((await site.mail.control.mails()).length).toBe(before);
    const pending = Promise.race([user.then(() => 'settled'), page.evaluate(() => 'pending')]);
    expect(await pending).toBe('pending');

    // What the frame's own window posts once another page is in it.
    await page.evaluate((url) => document.getElementById('lk-frame')?.setAttribute('src', url), other);
    await expect(app.frame.getByRole('heading', { name: 'Other' })).toBeVisible();
    expect(await forge(page.frame({ name: 'lk-frame' }) ?? page)).toBe(6 * 3 * ACTIONS.length);
    expect(await page.evaluate(() => window.embedded.events.length)).toBe(events);
    expect(await Promise.race([user.then(() => 'settled'), page.evaluate(() => 'pending')])).toBe('pending');
  });
});
