import { randomUUID } from 'node:crypto';
import type { SecureSite } from '@latchkey/sandbox';
import type { Frame, Page } from '@playwright/test';
import { type Address, type Hex, recoverMessageAddress } from 'viem';
import { buildPage } from './support/built-page.js';
import { clickToClose } from './support/click-to-close.js';
import { DappPage } from './support/dapp-page.js';
import { EmailUser } from './support/email-user.js';
import { EmbeddingPage, replyOf } from './support/embedding-page.js';
import { expect, test } from './support/fixtures.js';
import { fact } from './support/flows.js';
import { startSiteOnChains } from './support/site-on-chains.js';

const frameOf = (page: Page): Frame => {
  const frame = page.frame({ name: 'lk-frame' });
  if (frame === null) throw new Error('There is no frame');
  return frame;
};

/** Returns the stored login, without the cooldown. */
const loginIn = (page: Page): Promise<Readonly<Record<string, string>>> =>
  page.evaluate(() =>
    Object.fromEntries(
      Object.entries({ ...localStorage }).flatMap(([key, value]) => {
        const [, name] = key.split('embedded_wallet:');
        return name === undefined || name === 'code_requested_at' ? [] : [[name, value]];
      }),
    ),
  );

test.describe('@embedded faults', () => {
  let site: SecureSite;

  test.beforeAll(async () => {
    site = await startSiteOnChains();
  });
  test.afterAll(async () => {
    await site.stop();
  });

  test('while the user logs in, signs and signs out end in a message, and what the page stores is right', async ({
    page,
    context,
    serve,
    sandbox,
    problems,
  }) => {
    test.slow();
    // The browser logs requests without a network and the API's refusals.
    problems.expect(/ERR_INTERNET_DISCONNECTED|status of 4(?:01|04|22)/);
    const { origin } = await serve({ meta: { ...sandbox.meta, secureSite: site.sdkUrl } });
    await site.origins.add({ project: '', origin });
    const dapp = await new DappPage(page, origin).open();
    const { dialog } = dapp;
    const user = new EmailUser(dapp, site);

    // Offline, and with a wrong code.
    await user.requestCode();
    const code = await user.codeFor(user.email, 1);
    await context.setOffline(true);
    await expect(dialog.getByTestId('lk-code')).not.toBeEditable();
    await context.setOffline(false);
    await dialog.getByTestId('lk-code').fill(code === '000000' ? '000001' : '000000');
    await expect(dialog).toContainText('Wrong code');
    expect(await loginIn(page)).toEqual({});
    await dialog.getByTestId('lk-code').fill(code);

    // The window is closed.
    await (await user.openWindow()).close();
    await expect(dialog.getByTestId('lk-email-open')).toBeVisible();
    expect(await loginIn(page)).toEqual({});
    await dialog.getByTestId('lk-email-open').click();
    await user.createWallet();
    const address = await fact(dapp, 'address').innerText();
    const login = { logged_in: 'true', email: user.email, last_chain: 'eip155:1', smart_account_networks: '' };
    await expect.poll(() => loginIn(page)).toEqual(login);

    // The same while the user signs.
    const error = fact(dapp, 'message-error');
    const begin = async (message: string): Promise<Page> => {
      await page.getByTestId('demo-message').fill(message);
      await page.getByTestId('demo-sign-message').click();
      return user.openWindow();
    };
    const lost = await begin('reloaded');
    await frameOf(page).evaluate(() => location.reload());
    await expect(error).toContainText('Request was aborted');
    await lost.close();
    await (await begin('closed')).close();
    await expect(error).toContainText('rejected');
    const offline = await begin('offline');
    await expect(offline.getByRole('button', { name: 'Sign', exact: true })).toBeEnabled();
    await context.setOffline(true);
    const closing = offline.waitForEvent('close');
    await clickToClose(offline, 'Sign');
    await closing;
    await expect(error).toContainText('The wallet cannot be reached. Check your connection');
    await context.setOffline(false);
    expect(await loginIn(page)).toEqual(login);

    // Two tabs have one session, and sign in turns.
    const other = await dapp.anotherTab();
    const otherUser = new EmailUser(other, site);
    await expect(fact(other, 'address')).toHaveText(address);
    for (const [tab, each] of [
      [other, otherUser],
      [dapp, user],
    ] as const) {
      await tab.page.bringToFront();
      await tab.page.getByTestId('demo-message').fill('in turns');
      await each.approve(() => tab.page.getByTestId('demo-sign-message').click(), 'Sign');
      // The page shows a signature.
      const signature = (await fact(tab, 'message-signature').innerText()) as Hex;
      expect(await recoverMessageAddress({ message: 'in turns', signature })).toBe(address);
    }
    await other.page.bringToFront();
    await other.page.locator('#account').click();
    await other.dialog.getByTestId('lk-disconnect').click();
    await expect(fact(other, 'status')).toHaveText('disconnected');
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    await expect.poll(() => loginIn(page)).toEqual({});
    await other.page.close();

    // The browser evicts the frame's storage.
    const another = new EmailUser(dapp, site);
    await page.reload();
    await another.login();
    await frameOf(page).evaluate(async () => {
      const remove = (name: string): Promise<unknown> =>
        new Promise((resolve) => {
          const request = indexedDB.deleteDatabase(name);
          for (const type of ['success', 'blocked']) request.addEventListener(type, resolve);
        });
      for (const { name = '' } of await indexedDB.databases()) await remove(name);
    });
    await page.reload();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    await expect.poll(() => loginIn(page)).toEqual({});

    // The frame is reloaded after the code, before there is a wallet.
    const last = new EmailUser(dapp, site);
    await last.requestCode();
    await dialog.getByTestId('lk-code').fill(await last.codeFor(last.email, 1));
    await page.frameLocator('#lk-frame').getByRole('button', { name: 'Continue' }).waitFor();
    await frameOf(page).evaluate(() => location.reload());
    // The frame asks again, though without the login: the window offers what the browser has.
    await (await last.openWindow()).close();
    await dialog.getByTestId('lk-email-other').click();
    await expect(dialog.getByTestId('lk-email')).toBeVisible();
    expect(await loginIn(page)).toEqual({});
    expect(site.cspReports()).toEqual([]);
  });

  test('a page whose policy blocks the frame says so, and a frame without storage and with a wrong clock keeps the wallet until it is closed', async ({
    page,
    context,
    serve,
    sandbox,
    problems,
  }) => {
    // The browser logs what the policy blocks, and the API's refusals.
    problems.expect(/frame-src|Unable to load email login|status of 4(?:01|04)/);
    const blocked = await serve({ meta: { ...sandbox.meta, secureSite: site.sdkUrl }, contentSecurityPolicy: "frame-src 'none'" });
    const dapp = await new DappPage(page, blocked.origin).open();
    await dapp.openDialog();
    await dapp.dialog.getByTestId('lk-email').fill('ada@example.com');
    await dapp.dialog.getByTestId('lk-email').press('Enter');
    await expect(dapp.dialog).toContainText('Unable to load email login dependency');
    expect(await loginIn(page)).toEqual({});

    // The device's clock is a day ahead.
    await context.clock.setFixedTime(Date.now() + 86_400_000);
    const opened = await context.newPage();
    await opened.addInitScript(() => {
      if (!location.pathname.endsWith('/sdk')) return;
      const deny = (): never => {
        throw new DOMException('Access is denied', 'SecurityError');
      };
      Object.defineProperty(window, 'indexedDB', { get: deny });
    });
    const app = new EmbeddingPage(opened, site);
    await app.open(await serve({ files: await buildPage({ folder: 'tests/e2e/pages/embedded' }), scripts: [], meta: null }), 'denied');
    await app.login(`${randomUUID()}@example.com`);
    const { address } = await app.createWallet();
    const signing = app.begin('RPC_REQUEST', { method: 'personal_sign', params: ['Memory', address] });
    await expect(app.frame.getByText('stores nothing')).toBeVisible();
    const window = await app.openWindow();
    await clickToClose(window, 'Sign');
    // A signature is hex.
    expect(await recoverMessageAddress({ message: 'Memory', signature: replyOf(await signing) as Hex })).toBe(address as Address);
    await opened.reload();
    expect(await app.request('IS_CONNECTED')).toEqual({ isConnected: false });
  });
});
