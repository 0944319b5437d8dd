import { randomUUID } from 'node:crypto';
import type { SecureSite } from '@latchkey/sandbox';
import type { Page } from '@playwright/test';
import { axeViolations } from './support/axe.js';
import { buildPage } from './support/built-page.js';
import { EmbeddingPage } from './support/embedding-page.js';
import { expect, test } from './support/fixtures.js';
import { logInAt } from './support/log-in-at.js';
import { startSiteOnChains } from './support/site-on-chains.js';

const PAGE = { folder: 'tests/e2e/pages/embedded' };

/** Opens a window in a click, as the browser's pop-up blocker demands. */
const openByClick = async (page: Page, address: string): Promise<Page> => {
  await page.evaluate((url) => {
    const button = document.createElement('button');
    button.textContent = 'Open';
    button.addEventListener('click', () => void window.open(url, 'popupWindow', 'width=600,height=800'));
    document.body.append(button);
  }, address);
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Open' }).click();
  return opening;
};

/** A name that no other test has. */
const newUser = (): string => `user-${randomUUID().slice(0, 8)}`;

test.describe('@embedded logins without a code', () => {
  let site: SecureSite;

  test.beforeAll(async () => {
    site = await startSiteOnChains();
  });
  test.afterAll(async () => {
    await site.stop();
  });

  const uriOf = async (app: EmbeddingPage): Promise<string> => {
    // The test fails if it is something else.
    const { uri } = (await app.request('GET_SOCIAL_REDIRECT_URI', { provider: 'google' })) as { readonly uri: string };
    return uri;
  };

  test('a social login in a window, whose page posts to the app only', async ({ page, serve, cspViolations }) => {
    const app = new EmbeddingPage(page, site);
    await app.open(await serve({ files: await buildPage(PAGE), scripts: [], meta: null }));
    await page.evaluate(() => {
      const messages: { readonly origin: string; readonly data: unknown }[] = [];
      Object.assign(window, { messages });
      window.addEventListener('message', ({ source, origin, data }) => {
        if (source !== window.parent && source !== document.querySelector('iframe')?.contentWindow) messages.push({ origin, data });
      });
    });
    const popup = await openByClick(page, await uriOf(app));
    await logInAt(popup, newUser());
    await expect(popup.getByText('You can close this window')).toBeVisible();
    expect(await axeViolations(popup)).toEqual([]);
    // The address that the provider has sent the user to.
    const resultUri = popup.url().replace(`/f/${site.digest}`, '');
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, 'messages')))
      .toEqual([
        { origin: site.origin, data: { type: '@latchkey-frame/POPUP_OPENED' } },
        { origin: site.origin, data: { resultUri } },
      ]);
    await popup.close();
    expect(await app.request('CONNECT_SOCIAL', { uri: resultUri })).toEqual({});
    expect(await app.begin('CONNECT_SOCIAL', { uri: resultUri })).toEqual({
      error: 'This login has expired, or was begun in another window. Start again',
    });
    expect(cspViolations).toEqual([]);
  });

  test('a social login in the tab of the app, which only its own page gets', async ({ page, context, serve }) => {
    const app = new EmbeddingPage(page, site);
    await app.open(await serve({ files: await buildPage(PAGE), scripts: [], meta: null }), 'tab');
    const home = page.url();
    const leave = async (back: string): Promise<void> => {
      const url = new URL(await uriOf(app));
      url.searchParams.set('state', `${url.searchParams.get('state')}--${encodeURIComponent(back)}`);
      await page.goto(url.href);
      await logInAt(page, newUser());
    };
    await leave(home);
    await page.waitForURL(/result_uri=/);
    const uri = new URL(page.url()).searchParams.get('result_uri');
    // Another tab of the app has not begun.
    const other = new EmbeddingPage(await context.newPage(), site);
    await other.page.goto(home);
    expect(await other.begin('CONNECT_SOCIAL', { uri })).toEqual({
      error: 'This login has expired, or was begun in another window. Start again',
    });
    expect(await app.request('CONNECT_SOCIAL', { uri })).toEqual({});
    await leave(home.replace('tab.localhost', 'evil.localhost'));
    await expect(page.getByText('The connection to the app is lost')).toBeVisible();
    expect(new URL(page.url()).origin).toBe(site.origin);
  });

  test('the page of the user logs in at a provider, and with Farcaster', async ({ page, context }) => {
    const user = newUser();
    await page.goto(`${site.origin}/dashboard`);
    await page.getByRole('button', { name: 'Continue with GitHub' }).click();
    await page.getByTestId('social-cancel').click();
    await expect(page.getByRole('alert')).toContainText('The login with GitHub was cancelled');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue with GitHub' }).click();
    await logInAt(page, user);
    await expect(page.getByRole('heading', { name: 'No wallet yet' })).toBeVisible();
    await expect(page.getByText(user, { exact: true })).toBeVisible();
    expect(page.url()).toBe(`${site.origin}/f/${site.digest}/dashboard`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Continue with Farcaster' }).click();
    await expect(page.getByRole('img', { name: 'Code for your phone' })).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    const link = page.getByRole('link', { name: 'Open Farcaster on this device' });
    const phone = await context.newPage();
    await phone.goto((await link.getAttribute('href')) ?? '');
    await expect(phone.getByTestId('fc-domain')).toHaveText(new URL(site.origin).host);
    await phone.getByTestId('fc-user').fill(user);
    await phone.getByTestId('fc-approve').click();
    await expect(page.getByRole('heading', { name: 'No wallet yet' })).toBeVisible();
    await expect(page.getByText('Farcaster', { exact: true })).toBeVisible();
  });
});
