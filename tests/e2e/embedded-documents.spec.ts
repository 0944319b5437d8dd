import { type SecureSite, startSecureSite } from '@latchkey/sandbox';
import { buildPage } from './support/built-page.js';
import { clickToClose } from './support/click-to-close.js';
import { EmbeddingPage } from './support/embedding-page.js';
import { expect, test } from './support/fixtures.js';

test.describe('@embedded documents of the site that a browser does not get, or not as they were sent', () => {
  let site: SecureSite;
  test.beforeAll(async () => {
    site = await startSecureSite({ networks: [] });
  });
  test.afterAll(() => site.stop());

  test('the one of the keys: a request fails with the reason, and the next one signs', async ({ page, serve, problems }) => {
    problems.expect(/Failed to load resource|ERR_FAILED/);
    const app = new EmbeddingPage(page, site);
    await app.open(await serve({ files: await buildPage({ folder: 'tests/e2e/pages/embedded' }), scripts: [], meta: null }));
    await app.login('keys@example.com');
    const { address } = await app.createWallet();
    await page.route(`${site.keysOrigin}/**`, (route) => route.abort());
    await page.reload();
    expect(await app.request('IS_CONNECTED')).toEqual({ isConnected: true });
    const sign = async () => {
      const result = app.begin('RPC_REQUEST', { method: 'personal_sign', params: ['Hello', address] });
      await clickToClose(await app.openWindow(), 'Sign');
      return result;
    };
    expect(await sign()).toEqual({ error: 'The keys are not available. Check your connection and try again' });
    await page.unroute(`${site.keysOrigin}/**`);
    expect(await sign()).toEqual({ reply: expect.stringMatching(/^0x[\da-f]{130}$/) });
  });

  test('a script that was changed on its way is not loaded, a lazy one neither', async ({ page, problems }) => {
    problems.expect(/integrity|Failed to load module|Failed to fetch|Failed to load resource/);
    const window = `${site.origin}/f/${site.digest}/window`;
    const text = await (await fetch(window)).text();
    const [, lazy = ''] = /"\.\/(open-view-\w+\.js)"/.exec(text) ?? [];
    const load = (name: string): Promise<string> =>
      page.evaluate(
        (each) =>
          import(new URL(each, document.baseURI).href).then(
            () => 'loaded',
            () => 'refused',
          ),
        name,
      );
    await page.goto(window);
    await expect(page.locator('h1')).toBeVisible();
    expect(await load(lazy)).toBe('loaded');

    await page.route(`**/${lazy}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()} ` });
    });
    await page.reload();
    await expect(page.locator('h1')).toBeVisible();
    expect(await load(lazy)).toBe('refused');

    await page.route('**/window-page.js', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()} ` });
    });
    const refused = page.waitForEvent('console', (message) => /integrity/.test(message.text()));
    await page.reload();
    await refused;
    await expect(page.locator('h1')).toHaveCount(0);
  });
});
