import { DappPage } from './support/dapp-page.js';
import { expect, test } from './support/fixtures.js';
import { SANDBOX_WALLET } from './support/flows.js';

test.describe('wallets that announce themselves @connect', () => {
  test('two with one identity: both are listed and marked, and only the picked one is asked', async ({ page, serve, sandbox }) => {
    const { origin } = await serve({ scripts: [sandbox.urls.walletScript, `${sandbox.urls.hostileScript}?same-rdns`] });
    const dapp = await new DappPage(page, origin).open();
    await dapp.openDialog();
    await expect(dapp.wallet('Twin Wallet')).toHaveCount(2);
    await expect(dapp.wallet(SANDBOX_WALLET)).toHaveCount(2);
    await expect(dapp.dialog.getByText('unverified')).toHaveCount(4);
    await dapp.wallet('Twin Wallet').first().click();
    // It answers that it knows no such method: nothing that trying again would change.
    await expect(dapp.dialog).toContainText('Could not connect');
    const asked = await page.evaluate(() => {
      // The hostile script defines it.
      const { sandboxHostile } = globalThis as typeof globalThis & {
        readonly sandboxHostile: { readonly requests: readonly { readonly rdns: string; readonly method: unknown }[] };
      };
      return sandboxHostile.requests;
    });
    expect(asked).toEqual([{ rdns: 'dev.hostile.twin', method: 'eth_requestAccounts' }]);
  });

  test('a 10 MB icon, icons with script or from elsewhere, malformed ones: listed safely, no script runs, nothing is fetched', async ({
    page,
    serve,
    sandbox,
  }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const { origin } = await serve({ scripts: [`${sandbox.urls.hostileScript}?big-icon&script-icon&remote-icon&names&malformed`] });
    const dapp = await new DappPage(page, origin).open();
    await dapp.openDialog();
    for (const name of ['Heavy Wallet', 'Scripted Wallet', 'Icon Wallet 0']) await expect(dapp.wallet(name)).toBeVisible();
    // One of the malformed ones lacks nothing but a picture: it gets a drawn one.
    await expect(dapp.wallet('Malformed')).toHaveCount(1);
    await expect(dapp.wallet('Thrower')).toHaveCount(0);
    const text = await dapp.dialog.innerText();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
    expect(text).not.toMatch(/[\u0000-\u0008\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/);
    const scriptRan = await page.evaluate(
      // The hostile script defines it.
      () => (globalThis as typeof globalThis & { readonly sandboxHostile: { readonly scriptRan: boolean } }).sandboxHostile.scriptRan,
    );
    expect(scriptRan).toBe(false);
    const { hostileScript, directory, images } = sandbox.urls;
    const own = [origin, new URL(hostileScript).origin, directory, images, 'data:', `blob:${origin}`];
    expect(requests.filter((url) => !own.some((start) => url.startsWith(start)))).toEqual([]);
    const largest = await dapp.dialog
      .locator('img')
      .evaluateAll((images) => Math.max(0, ...images.map((image) => (image as HTMLImageElement).src.length)));
    expect(largest).toBeLessThan(1_000_000);
  });

  test('a thousand of them: the dialog opens and the last one can be picked', async ({ page, serve, sandbox }) => {
    const { origin } = await serve({ scripts: [`${sandbox.urls.hostileScript}?count=1000`] });
    const dapp = await new DappPage(page, origin).open();
    await dapp.openDialog();
    const last = dapp.wallet('Crowd Wallet 999');
    await last.scrollIntoViewIfNeeded();
    await last.click();
    // It answers that it knows no such method: nothing that trying again would change.
    await expect(dapp.dialog).toContainText('Could not connect');
  });

  test('a late one appears in the open dialog', async ({ page, serve, sandbox }) => {
    const { origin } = await serve({ scripts: [`${sandbox.urls.hostileScript}?count=1&late=2000`] });
    const dapp = await new DappPage(page, origin).open();
    await dapp.openDialog();
    await expect(dapp.wallet('WalletConnect')).toBeVisible();
    await expect(dapp.wallet('Crowd Wallet 0')).toBeVisible();
  });

  test('one without announcement, at window.ethereum: it connects, and stands last where others announce themselves', async ({
    page,
    serve,
    dapp,
  }) => {
    const legacy = () => {
      const ethereum = {
        request: async ({ method }: { readonly method: string }) =>
          method === 'eth_chainId' ? '0x1' : ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
        on: () => undefined,
        removeListener: () => undefined,
      };
      Object.assign(window, { ethereum });
    };
    await page.addInitScript(legacy);
    const { origin } = await serve({ scripts: [] });
    const bare = await new DappPage(page, origin).open();
    await bare.openDialog();
    await bare.wallet('Browser Wallet').click();
    await expect(page.getByTestId('demo-address')).toHaveText('0x70997970C51812dc3A010C7d01b50e0d17dc79C8');

    await dapp.open();
    await dapp.openDialog();
    await expect(dapp.wallet(SANDBOX_WALLET)).toBeVisible();
    const installed = dapp.dialog.getByRole('listitem').filter({ hasText: 'installed' });
    await expect(installed.first()).toContainText(SANDBOX_WALLET);
    await expect(installed.last()).toContainText('Browser Wallet');
  });
});
