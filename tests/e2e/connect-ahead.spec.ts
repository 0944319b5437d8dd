import { buildPage } from './support/built-page.js';
import { test as base, expect } from './support/fixtures.js';
import { SANDBOX_WALLET } from './support/flows.js';
import { OPTIONS_PAGE, openOptionsPage } from './support/options-page.js';

let files = '';
base.beforeAll(async () => {
  files = await buildPage({ folder: OPTIONS_PAGE });
});

const PICTURES = 'https://pictures.example';

base.describe('the modal while a visitor heads for it @connect', () => {
  base('is made ahead, with the list in it, and fetches nothing from any other origin', async ({ page, serve, sandbox }) => {
    const others: string[] = [];
    const { origin } = await serve({ files, scripts: [sandbox.urls.walletScript] });
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin) others.push(request.url());
    });
    await page.route(`${PICTURES}/**`, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    );
    const dapp = await openOptionsPage(page, origin, {
      reach: true,
      options: {
        projectId: '00000000000000000000000000000000',
        customWallets: [{ id: 'own', name: 'Own', homepage: 'https://own.example', image_url: `${PICTURES}/own.svg` }],
      },
    });
    await page.waitForLoadState('networkidle');
    // The wallet's own script comes from its own origin, because the test page asks for it.
    const before = others.length;
    await dapp.connectButton.hover();
    await expect(page.locator('latchkey-modal .view')).toHaveCount(1);
    await expect(page.locator('latchkey-modal .view')).toBeHidden();
    await expect(page.locator('latchkey-modal dialog')).toBeHidden();
    // A picture is asked for by the time that it would be drawn.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect(others.slice(before)).toEqual([]);
    await dapp.openDialog();
    await expect(dapp.wallet(SANDBOX_WALLET)).toBeVisible();
    await expect.poll(() => others).toContain(`${PICTURES}/own.svg`);
  });
});
