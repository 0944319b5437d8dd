import type { Page } from '@playwright/test';
import { stringToHex } from 'viem';
import { ALICE, BOB } from './sandbox/hosts.js';
import { axeViolations } from './support/axe.js';
import { BARE_PAGE, BareDapp } from './support/bare-page.js';
import { type E2eFixtures, expect, test } from './support/fixtures.js';

const RDNS = 'dev.latchkey.sandbox';

/** A page that requests accounts on load, without a user gesture. */
const EAGER_PAGE = `<!doctype html>
<html lang="en">
<head>
<title>Eager page</title>
<link rel="icon" href="data:,">
<script>
  window.events = [];
  for (const name of ['accountsChanged', 'chainChanged']) ethereum.on(name, (value) => events.push([name, value]));
  addEventListener('load', () => ethereum.request({ method: 'eth_requestAccounts' }));
</script>
</head>
<body><h1>Eager page</h1></body>
</html>`;

/** A page that connects on a click and then signs twice, each time after the response to the request before. */
const CONSECUTIVE_PAGE = `<!doctype html>
<html lang="en">
<head>
<title>Consecutive requests</title>
<link rel="icon" href="data:,">
<script>
  const sign = (text, account) => ethereum.request({ method: 'personal_sign', params: [text, account] });
  const run = async () => {
    const [account] = await ethereum.request({ method: 'eth_requestAccounts' });
    const first = await sign('0x00', account).catch(({ code }) => code);
    const second = await sign('0x01', account);
    document.querySelector('output').value = [account, first, second.length].join(' ');
  };
</script>
</head>
<body><h1>Consecutive requests</h1><button onclick="run()">Connect</button><output></output></body>
</html>`;

const openDapp = async (page: Page, serve: E2eFixtures['serve']): Promise<BareDapp> => {
  const dapp = new BareDapp(page, RDNS);
  await dapp.open((await serve({ files: { '/': BARE_PAGE } })).origin);
  return dapp;
};

/** Opens a bare page and connects it in the wallet's window. */
const connectDapp = async (page: Page, { serve, wallet }: Pick<E2eFixtures, 'serve' | 'wallet'>): Promise<BareDapp> => {
  const dapp = await openDapp(page, serve);
  const opening = wallet.nextPrompt();
  const outcome = dapp.request('eth_requestAccounts');
  await (await opening).approve();
  expect(await outcome).toEqual({ result: [ALICE] });
  return dapp;
};

test.describe('sandbox wallet window', { tag: ['@sandbox', '@connect'] }, () => {
  test('is accessible in the light and dark themes', async ({ page, serve, wallet, control }) => {
    const expectAccessible = async (window: Page): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await window.emulateMedia({ colorScheme });
        expect(await axeViolations(window), colorScheme).toEqual([]);
      }
    };
    const dapp = await openDapp(page, serve);
    const connecting = wallet.nextPrompt();
    const connected = dapp.request('eth_requestAccounts');
    const connect = await connecting;
    await expectAccessible(connect.page);
    await connect.approve();
    await connected;

    const signing = wallet.nextPrompt();
    const signed = dapp.request('personal_sign', [stringToHex(`A long text. ${'It goes on. '.repeat(90)}\u200b`), ALICE]);
    const sign = await signing;
    await expectAccessible(sign.page);
    await sign.reject();
    expect(await signed).toMatchObject({ error: { code: 4001 } });

    const home = await wallet.home();
    await expect(home.page.getByTestId('sw-balance')).toHaveText(/10,000 ETH/);
    await expectAccessible(home.page);
    await control.lock();
    await home.page.getByTestId('sw-unlock').waitFor();
    await expectAccessible(home.page);
  });

  test('keeps its prompt after a reload and is usable by keyboard', async ({ page, serve, wallet }) => {
    const dapp = await openDapp(page, serve);
    const opening = wallet.nextPrompt();
    const outcome = dapp.request('eth_requestAccounts');
    const { page: window } = await opening;
    await window.reload();
    await expect(window.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(window.getByTestId('sw-origin')).toContainText(new URL(page.url()).origin);
    const moveTo = async (testId: string): Promise<void> => {
      const control = window.getByTestId(testId);
      while (!(await control.evaluate((element) => element === document.activeElement))) await window.keyboard.press('Tab');
    };
    await moveTo('sw-share-1');
    await window.keyboard.press('Space');
    await moveTo('sw-approve');
    const closed = window.waitForEvent('close');
    // The window may close before the key is released.
    await Promise.all([closed, window.keyboard.press('Enter').catch(() => undefined)]);
    expect(await outcome).toEqual({ result: [ALICE, BOB] });
  });

  test('unlocks the wallet for a site, and closes when the requesting page is closed', async ({ page, serve, wallet, control }) => {
    const dapp = await connectDapp(page, { serve, wallet });
    await control.lock();
    await dapp.event('accountsChanged', 1);
    const locked = wallet.nextPrompt();
    const accounts = dapp.request('eth_requestAccounts');
    await (await locked).unlock();
    expect(await accounts).toEqual({ result: [ALICE] });

    const opening = wallet.nextPrompt();
    const outcome = dapp.request('personal_sign', ['0x00', ALICE]).catch(() => 'gone');
    const prompt = await opening;
    const closed = prompt.page.waitForEvent('close');
    await page.close();
    await closed;
    expect(await outcome).toBe('gone');
    expect((await control.requests()).at(-1)).toMatchObject({ method: 'personal_sign', outcome: 'abandoned' });
  });

  test('shows consecutive requests in one window, and a button in the page opens it after the user closed it', async ({
    page,
    serve,
    sandbox,
    wallet,
  }) => {
    const scripts = [`${sandbox.urls.walletScript}?announce=0&ethereum=1`];
    await page.goto((await serve({ files: { '/': CONSECUTIVE_PAGE }, scripts })).origin);
    const connect = await wallet.during(() => page.getByRole('button').click());
    const opening = wallet.nextPrompt();
    await connect.approve();
    const sign = await opening;
    expect(sign.page).toBe(connect.page);
    // It presses the button.
    const prompt = await wallet.during(() => sign.page.close());
    await prompt.approve();
    await expect(page.getByRole('status')).toHaveText(`${ALICE} 4001 132`);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('does not open without a user gesture: the home shows the prompt, and the page receives all changes', async ({
    page,
    serve,
    sandbox,
    wallet,
    context,
  }) => {
    const scripts = [`${sandbox.urls.walletScript}?announce=0&ethereum=1`];
    const { origin } = await serve({ files: { '/': EAGER_PAGE }, scripts });
    await page.goto(origin);
    const home = await wallet.home();
    await home.page.getByTestId('sw-approve').click();
    await home.page.getByTestId('sw-lock').waitFor();
    expect(context.pages()).toHaveLength(2);
    await home.selectAccount(1);
    await home.switchChain(137);
    await home.lock();
    await home.unlock();
    await home.disconnect(origin);
    const events = await page.waitForFunction(() => {
      const seen: unknown[] = Reflect.get(globalThis, 'events');
      return seen.length < 6 ? null : seen;
    });
    expect(await events.jsonValue()).toEqual([
      ['accountsChanged', [ALICE]],
      ['accountsChanged', [BOB, ALICE]],
      ['chainChanged', '0x89'],
      ['accountsChanged', []],
      ['accountsChanged', [BOB, ALICE]],
      ['accountsChanged', []],
    ]);
  });

  test('cannot be framed, connected to or controlled by a site', async ({ page, serve, sandbox, problems, wallet }) => {
    problems.expect(/frame-ancestors|Refused to|403|Failed to load resource|WebSocket connection|CORS/);
    const dapp = await connectDapp(page, { serve, wallet });
    const attempts = await page.evaluate(async (origin) => {
      const frame = document.createElement('iframe');
      frame.src = `${origin}/`;
      document.body.append(frame);
      await new Promise((resolve) => frame.addEventListener('load', resolve));
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/window`);
      const isConnected = await new Promise((resolve) => {
        socket.onopen = () => resolve(true);
        socket.onerror = () => resolve(false);
      });
      const control = await fetch(`${origin}/control`, { method: 'POST', body: '{"name":"autoApprove","args":[true]}', mode: 'no-cors' });
      return { isConnected, control: control.type };
    }, sandbox.urls.wallet);
    expect(attempts).toEqual({ isConnected: false, control: 'opaque' });
    expect(page.frames().filter((frame) => frame.url().startsWith(sandbox.urls.wallet))).toEqual([]);
    // The fetch had no effect: the wallet still asks.
    const opening = wallet.nextPrompt();
    const outcome = dapp.request('personal_sign', ['0x00', ALICE]);
    await (await opening).reject();
    expect(await outcome).toMatchObject({ error: { code: 4001 } });
  });
});
