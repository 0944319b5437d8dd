import { DappPage } from './support/dapp-page.js';
import { expect, test } from './support/fixtures.js';

const HOSTILE = 'same-rdns&big-icon&script-icon&remote-icon&names&malformed&count=200';

test.describe('hostile wallets @connect', () => {
  test('are listed safely in any number: no script runs, nothing is fetched, and only the selected wallet receives a request', async ({
    page,
    serve,
    sandbox,
  }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const { origin } = await serve({ scripts: [`${sandbox.urls.hostileScript}?${HOSTILE}`] });
    const dapp = await new DappPage(page, origin).open();
    await dapp.openDialog();
    const last = dapp.wallet('Crowd Wallet 199');
    await expect(last).toHaveCount(1);
    const names = await dapp.dialog.getByTestId('lk-wallets').getByRole('listitem').locator('bdi').allInnerTexts();
    const countOf = (name: string): number => names.filter((each) => each.includes(name)).length;
    for (const name of ['Heavy Wallet', 'Scripted Wallet', 'Icon Wallet 0']) expect(countOf(name), name).toBe(1);
    expect(countOf('Twin Wallet')).toBe(2);
    // Only one of the malformed announcements can be listed: its name is missing, so its rdns is shown.
    expect(countOf('dev.hostile.malformed')).toBe(1);
    expect(countOf('Thrower')).toBe(0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be displayed
    expect(await dapp.dialog.innerText()).not.toMatch(/[\u0000-\u0008\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/);
    const iconSizes = await dapp.dialog
      .locator('img')
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src.length));
    expect(Math.max(0, ...iconSizes)).toBeLessThan(1_000_000);

    await last.scrollIntoViewIfNeeded();
    await last.click();
    // It rejects with an unsupported method, which is not retryable.
    await expect(dapp.dialog).toContainText('Connection failed');
    const { requests: walletRequests, scriptRan } = await page.evaluate(() => {
      // The hostile script defines it.
      const { sandboxHostile } = globalThis as typeof globalThis & {
        readonly sandboxHostile: {
          readonly requests: readonly { readonly rdns: string; readonly method: unknown }[];
          readonly scriptRan: boolean;
        };
      };
      return sandboxHostile;
    });
    expect(walletRequests.map(({ method }) => method)).toEqual(['eth_requestAccounts']);
    expect(scriptRan).toBe(false);
    const { hostileScript, directory, images, analytics } = sandbox.urls;
    const own = [origin, new URL(hostileScript).origin, directory, images, analytics, 'data:', `blob:${origin}`];
    expect(requests.filter((url) => !own.some((start) => url.startsWith(start)))).toEqual([]);
  });
});
