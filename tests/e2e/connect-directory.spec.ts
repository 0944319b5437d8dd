import type { Request } from '@playwright/test';
import type { DappPage } from './support/dapp-page.js';
import { expect, test } from './support/fixtures.js';
import { roundTrip } from './support/flows.js';

/** Wallets of the demo's networks, Ethereum and Polygon. */
const CHAINS = ['eip155:1', 'eip155:137'];

const openAll = async (dapp: DappPage): Promise<void> => {
  await dapp.openDialog();
  await dapp.dialog.getByTestId('lk-all-wallets').click();
};

const cells = (dapp: DappPage) => dapp.dialog.getByTestId('lk-all').getByRole('listitem');
const search = (dapp: DappPage) => dapp.dialog.getByTestId('lk-search');

/** The names that are drawn. Scrolls on by a screen where all of this one is: a busy page scrolls sooner than it draws. */
const namesThenScroll = (dapp: DappPage): Promise<readonly string[]> =>
  dapp.dialog.getByTestId('lk-all').evaluate((shop) => {
    const items = [...shop.querySelectorAll('li')];
    const drawnTo = Math.max(...items.map((item) => item.getBoundingClientRect().bottom));
    if (drawnTo >= shop.getBoundingClientRect().bottom) shop.scrollBy(0, shop.clientHeight - 1);
    return items.flatMap((item) => item.querySelector('bdi')?.innerText ?? []);
  });

/** Resolves when the page's next question to the directory for these words is over, answered or withdrawn. */
const searchEnds = ({ page }: DappPage, words: string): Promise<unknown> => {
  const isMeant = (request: Request): boolean => new URL(request.url()).searchParams.get('search') === words;
  return Promise.race([page.waitForEvent('requestfinished', isMeant), page.waitForEvent('requestfailed', isMeant)]);
};

test.describe('a visitor who looks for a wallet @connect', () => {
  test('finds every wallet of the networks by scrolling, the installed one first, and nothing is asked before the dialog opens', async ({
    dapp,
    directory,
  }) => {
    await dapp.open();
    await roundTrip(dapp);
    expect(await directory.requests()).toEqual([]);
    await openAll(dapp);
    await expect(cells(dapp).first()).toContainText('Sandbox Wallet');
    await expect(cells(dapp).nth(1)).toContainText('Sandbox Phone');

    const expected = (await directory.wallets()).filter(({ chains }) => chains?.some((chain) => CHAINS.includes(chain)));
    const seen = new Set<string>();
    await expect(async () => {
      for (const name of await namesThenScroll(dapp)) seen.add(name);
      expect(seen.size).toBe(expected.length);
    }).toPass({ intervals: [20], timeout: 60_000 });
    expect([...seen].sort()).toEqual(expected.map(({ name }) => name).sort());
    const pages = (await directory.requests()).filter(({ query }) => query['entries'] === '40').map(({ query }) => query['page']);
    expect(pages).toEqual(Array.from({ length: Math.ceil((expected.length - 4) / 40) }, (_, index) => String(index + 1)));
  });

  test('sees real pictures, which stay on the page', async ({ dapp }) => {
    await dapp.open();
    await openAll(dapp);
    const picture = cells(dapp).first().locator('img');
    await expect(picture).toHaveAttribute('src', /^blob:/);
    await expect(picture).toHaveJSProperty('naturalWidth', 64);
  });

  test('sees the initial of each wallet whose picture is not there', async ({ dapp, directory, problems }) => {
    // The browser's own word about requests that fail.
    problems.expect(/Failed to load resource/);
    await directory.addFault({ service: 'pictures', mode: 'status', status: 404 });
    await dapp.open();
    await openAll(dapp);
    await expect(cells(dapp).nth(1)).toContainText('Sandbox Phone');
    await expect.poll(async () => (await directory.requests()).some(({ service }) => service === 'pictures')).toBe(true);
    // Those after the installed one, which brings a picture of its own.
    for (const place of [1, 2, 3, 4, 5]) {
      const cell = cells(dapp).nth(place);
      const name = await cell.locator('bdi').innerText();
      await expect(cell.locator('[part=picture]')).toHaveText(name.charAt(0));
      await expect(cell.locator('img')).toHaveCount(0);
      const tint = await cell.locator('[part=picture]').evaluate((picture) => getComputedStyle(picture).backgroundColor);
      expect(tint).not.toBe('rgba(0, 0, 0, 0)');
    }
  });

  test('searches, and the newest words win over answers that come late', async ({ dapp, directory }) => {
    await dapp.open();
    await openAll(dapp);
    await directory.addFault({ service: 'wallets', of: 'search=Amber', mode: 'slow', delayMs: 1_500 });
    const late = searchEnds(dapp, 'Amber');
    await search(dapp).fill('Amber');
    await expect.poll(async () => (await directory.requests()).some(({ query }) => query['search'] === 'Amber')).toBe(true);
    await search(dapp).fill('Sandbox Ph');
    await expect(cells(dapp)).toHaveCount(1);
    await expect(cells(dapp)).toContainText('Sandbox Phone');
    await late;
    // What comes of the late answer is there by the time that a third search has its own.
    await search(dapp).fill('Birch Anchor');
    await expect(cells(dapp).first()).toContainText('Birch Anchor');
    await expect(dapp.dialog.getByText('Amber')).toHaveCount(0);
  });

  test('connects an installed wallet while the directory is down, and finds the others when it is back', async ({
    dapp,
    directory,
    problems,
    wallet,
  }) => {
    // The browser's own word about requests that fail.
    problems.expect(/Failed to load resource|ERR_EMPTY_RESPONSE/);
    await directory.addFault({ service: 'wallets', mode: 'down' });
    await directory.addFault({ service: 'pictures', mode: 'status', status: 404 });
    await dapp.open();
    await openAll(dapp);
    await expect(dapp.dialog.getByTestId('lk-try-again')).toBeVisible();
    await directory.clearFaults();
    await dapp.dialog.getByTestId('lk-try-again').focus();
    await dapp.page.keyboard.press('Enter');
    await expect(cells(dapp).first()).toContainText('Sandbox Wallet');
    // The button has gone, and with it the focus would.
    await expect(dapp.dialog.getByRole('heading', { level: 1 })).toBeFocused();
    await wallet.approve(() => cells(dapp).first().getByRole('button').or(cells(dapp).first().getByRole('link')).click());
    await expect(dapp.dialog).toBeHidden();
  });
});
