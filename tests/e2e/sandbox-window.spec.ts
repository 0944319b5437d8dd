import { chromium } from '@playwright/test';
import { stringToHex } from 'viem';
import { ask, connectDapp, openDapp } from './sandbox/connected-dapp.js';
import { ALICE } from './sandbox/hosts.js';
import { axeViolations } from './support/axe.js';
import { BARE_PAGE, BareDapp } from './support/bare-page.js';
import { CHROMIUM_FLAGS, chromiumLocation } from './support/chromium.js';
import { expect, test } from './support/fixtures.js';
import { WalletWindows } from './support/wallet-windows.js';

const RDNS = 'dev.latchkey.sandbox';

test.describe('the wallet’s own window', { tag: ['@sandbox', '@connect'] }, () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`in ${colorScheme}`, () => {
      test.use({ colorScheme });
      test('is accessible', async ({ page, serve, wallet, control }) => {
        const dapp = await openDapp(page, { serve }, RDNS);
        const connecting = wallet.nextQuestion();
        const connected = dapp.request('eth_requestAccounts');
        const connect = await connecting;
        expect(await axeViolations(connect.page)).toEqual([]);
        await connect.approve();
        await connected;

        const signing = wallet.nextQuestion();
        const signed = dapp.request('personal_sign', [stringToHex(`A long text. ${'It goes on. '.repeat(90)}\u200b`), ALICE]);
        const sign = await signing;
        expect(await axeViolations(sign.page)).toEqual([]);
        await sign.reject();
        await signed;

        const home = await wallet.home();
        await expect(home.page.getByTestId('sw-balance')).toHaveText(/10,000 ETH/);
        expect(await axeViolations(home.page)).toEqual([]);
        await control.lock();
        await home.page.getByTestId('sw-unlock').waitFor();
        expect(await axeViolations(home.page)).toEqual([]);
      });
    });
  }

  test('works by keyboard alone', async ({ page, serve, wallet }) => {
    const dapp = await openDapp(page, { serve }, RDNS);
    const opening = wallet.nextQuestion();
    const outcome = dapp.request('eth_requestAccounts');
    const { page: window } = await opening;
    const closed = window.waitForEvent('close');
    await expect(window.getByRole('heading', { level: 1 })).toBeFocused();
    const approve = window.getByTestId('sw-approve');
    while (!(await approve.evaluate((button) => button === document.activeElement))) await window.keyboard.press('Tab');
    // The window may be gone before the key is up.
    await Promise.all([closed, window.keyboard.press('Enter').catch(() => undefined)]);
    expect(await outcome).toEqual({ result: [ALICE] });
  });

  test('keeps the question through a reload, and shows the home once it is answered', async ({ page, serve, wallet }) => {
    const dapp = await openDapp(page, { serve }, RDNS);
    const opening = wallet.nextQuestion();
    const outcome = dapp.request('eth_requestAccounts');
    const question = await opening;
    await question.page.reload();
    await question.page.getByTestId('sw-approve').waitFor();
    const home = await wallet.home();
    // The home shows what waits before anything else.
    await home.page.getByTestId('sw-approve').click();
    expect(await outcome).toEqual({ result: [ALICE] });
    await home.page.getByTestId('sw-lock').waitFor();
  });

  test('forgets the question of a page that is gone', async ({ page, serve, wallet, context }) => {
    const dapp = await openDapp(page, { serve }, RDNS);
    const opening = wallet.nextQuestion();
    const outcome = dapp.request('eth_requestAccounts').catch(() => 'gone');
    const question = await opening;
    const closed = question.page.waitForEvent('close');
    await page.close();
    await closed;
    expect(await outcome).toBe('gone');
    const again = await openDapp(await context.newPage(), { serve }, RDNS);
    expect(await (await ask(again, { wallet }, 'eth_requestAccounts')).outcome).toEqual({ result: [ALICE] });
  });

  test('shows a request in the home when the browser blocks its window', async ({ sandbox, serve }) => {
    const browser = await chromium.launch({
      ...chromiumLocation(),
      args: [...CHROMIUM_FLAGS],
      ignoreDefaultArgs: ['--disable-popup-blocking'],
    });
    try {
      const context = await browser.newContext();
      const page = await context.newPage();
      // It asks by itself when it is loaded, which is no gesture.
      const eager = BARE_PAGE.replace(
        '</head>',
        `<script>addEventListener('load', () => bare.wallets[0].provider.request({ method: 'eth_requestAccounts' }).then((accounts) => { bare.accounts = accounts; }));</script></head>`,
      );
      await new BareDapp(page, RDNS).open((await serve({ files: { '/': eager } })).origin);
      const home = await new WalletWindows(context, `${sandbox.urls.wallet}/`).home();
      await home.page.getByTestId('sw-approve').click();
      const accounts = await page.waitForFunction(() => Reflect.get(Reflect.get(globalThis, 'bare'), 'accounts'));
      expect(await accounts.jsonValue()).toEqual([ALICE]);
      expect(context.pages()).toHaveLength(2);
    } finally {
      await browser.close();
    }
  });

  test('answers without a window when a test has switched that on', async ({ page, serve, wallet, control, context }) => {
    const dapp = await openDapp(page, { serve }, RDNS);
    await control.autoApprove(true);
    // The page has heard of it by then: both come by one line, in order.
    await dapp.result('eth_chainId');
    expect(await dapp.result('eth_requestAccounts')).toEqual([ALICE]);
    expect(await dapp.result('personal_sign', ['0x00', ALICE])).toMatch(/^0x[0-9a-f]{130}$/);
    expect(context.pages()).toEqual([page]);
    expect(wallet.open).toEqual([]);
  });

  test('cannot be framed, spoken to or switched by a site', async ({ page, serve, sandbox, problems, wallet }) => {
    problems.expect(/frame-ancestors|Refused to|403|Failed to load resource|WebSocket connection|CORS/);
    await connectDapp(page, { serve, wallet }, RDNS);
    const attempts = await page.evaluate(async (origin) => {
      const frame = document.createElement('iframe');
      frame.src = `${origin}/`;
      document.body.append(frame);
      await new Promise((resolve) => frame.addEventListener('load', resolve));
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/window`);
      const spoken = await new Promise((resolve) => {
        socket.onopen = () => resolve(true);
        socket.onerror = () => resolve(false);
      });
      const control = await fetch(`${origin}/control`, { method: 'POST', body: '{"type":"set-auto-approve","on":true}', mode: 'no-cors' });
      return { spoken, control: control.type };
    }, sandbox.urls.wallet);
    expect(attempts).toEqual({ spoken: false, control: 'opaque' });
    expect(page.frames().filter((frame) => frame.url().startsWith(sandbox.urls.wallet))).toEqual([]);
    // Nothing was switched: the wallet still asks.
    const dapp = new BareDapp(page, RDNS);
    expect(await (await ask(dapp, { wallet }, 'personal_sign', ['0x00', ALICE], 'reject')).outcome).toMatchObject({
      error: { code: 4001 },
    });

    const post = (headers: Record<string, string>): Promise<Response> =>
      fetch(`${sandbox.urls.wallet}/control`, { method: 'POST', headers, body: '{"type":"read-log"}' });
    expect((await post({})).status).toBe(403);
    expect((await post({ authorization: 'Bearer wrong' })).status).toBe(403);
    expect((await post({ authorization: `Bearer ${sandbox.controlToken}`, origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({ authorization: `Bearer ${sandbox.controlToken}` })).status).toBe(200);
  });
});
