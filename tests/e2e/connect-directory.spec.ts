import type { DappPage } from './support/dapp-page.js';
import { expect, test } from './support/fixtures.js';

/** Chains of the demo: Ethereum and Polygon. */
const CHAINS = ['eip155:1', 'eip155:137'];

/** Number of wallets to check: more than two directory pages, over several screens. */
const WALLETS = 100;

/** Returns the rendered wallets by position and name. Scrolls by one screen once the current one is fully rendered. */
const renderedThenScroll = (dapp: DappPage): Promise<readonly (readonly [number, string])[]> =>
  dapp.dialog.getByTestId('lk-all').evaluate((list) => {
    const items = [...list.querySelectorAll('li')];
    const renderedTo = Math.max(...items.map((item) => item.getBoundingClientRect().bottom));
    if (renderedTo >= list.getBoundingClientRect().bottom) list.scrollBy(0, list.clientHeight - 1);
    return items.map((item) => [Number(item.ariaPosInSet), item.querySelector('bdi')?.innerText ?? ''] as const);
  });

test.describe('user searching for a wallet @connect', () => {
  test('fetches nothing before the dialog opens, then loads the wallets of the networks page by page on scroll, with pictures', async ({
    dapp,
    directory,
  }) => {
    const { page } = dapp;
    await dapp.open();
    const requests: string[] = [];
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== dapp.origin) requests.push(request.url());
    });
    await dapp.connectButton.hover();
    await expect(page.locator('latchkey-modal .view')).toHaveCount(1);
    await expect(page.locator('latchkey-modal .view')).toBeHidden();
    // By this frame, a picture would have been requested.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect(requests).toEqual([]);
    expect(await directory.requests()).toEqual([]);

    await dapp.openDialog();
    await dapp.dialog.getByTestId('lk-all-wallets').click();
    const cells = dapp.dialog.getByTestId('lk-all').getByRole('listitem');
    await expect(cells.first()).toContainText('Sandbox Wallet');
    await expect(cells.nth(1)).toContainText('Sandbox Phone');
    const picture = cells.nth(1).locator('img');
    await expect(picture).toHaveAttribute('src', /^blob:/);
    await expect(picture).toHaveJSProperty('naturalWidth', 64);

    const expected = (await directory.wallets()).filter(({ chains }) => chains?.some((chain) => CHAINS.includes(chain)));
    await expect(cells.first()).toHaveAttribute('aria-setsize', String(expected.length));
    const seen = new Map<number, string>();
    await expect(async () => {
      for (const [position, name] of await renderedThenScroll(dapp)) seen.set(position, name);
      expect(seen.size).toBeGreaterThanOrEqual(WALLETS);
    }).toPass({ intervals: [20] });
    // No gaps, no duplicates, and none of other networks.
    expect([...seen.keys()].sort((one, other) => one - other)).toEqual(Array.from({ length: seen.size }, (_, index) => index + 1));
    expect(new Set(seen.values()).size).toBe(seen.size);
    expect(expected.map(({ name }) => name)).toEqual(expect.arrayContaining([...seen.values()]));
    const pages = (await directory.requests()).filter(({ query }) => query['entries'] === '40').map(({ query }) => query['page']);
    expect(pages.length).toBeGreaterThanOrEqual(3);
    expect(pages).toEqual(pages.map((_, index) => String(index + 1)));
  });
});
