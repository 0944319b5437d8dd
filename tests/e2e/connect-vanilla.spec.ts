import type { Page } from '@playwright/test';
import { recoverMessageAddress } from 'viem';
import { axeViolations } from './support/axe.js';
import { buildPage } from './support/built-page.js';
import { DappPage } from './support/dapp-page.js';
import { expect, test } from './support/fixtures.js';
import { connectedSites, expectForgotten, outcomesOf, SANDBOX_WALLET } from './support/flows.js';
import type { WalletWindows } from './support/wallet-windows.js';

const MESSAGE = 'Without React: grüß Gott';

/** Text that every build of React contains. */
const REACT = 'Minified React error';

const connect = async (dapp: DappPage, wallet: WalletWindows): Promise<`0x${string}`> => {
  await dapp.openDialog();
  await wallet.approve(() => dapp.wallet(SANDBOX_WALLET).click());
  await expect(dapp.page.locator('#status')).toHaveText('connected');
  await expect(dapp.dialog).toBeHidden();
  // The page shows the whole address.
  return (await dapp.page.locator('#address').innerText()) as `0x${string}`;
};

/** Returns a function that resolves with all scripts the page has fetched. */
const scriptsOf = (page: Page): (() => Promise<readonly string[]>) => {
  const texts: Promise<string>[] = [];
  page.on('response', (response) => {
    // The page may be closed before the response is read.
    if (response.request().resourceType() === 'script') texts.push(response.text().catch(() => ''));
  });
  return () => Promise.all(texts);
};

test.describe('page without React @connect', () => {
  let files = '';
  test.beforeAll(async () => {
    files = await buildPage({ folder: 'examples/vanilla' });
  });

  test('connects, signs, reconnects after a reload, switches from an unsupported network, and disconnects, under a strict Content-Security-Policy', async ({
    page,
    serve,
    sandbox,
    wallet,
    control,
    chains,
    cspViolations,
  }) => {
    const { urls } = sandbox;
    const site = await serve({
      files,
      contentSecurityPolicy: [
        `default-src 'none'`,
        `script-src 'self' ${urls.wallet}`,
        `style-src 'self'`,
        `img-src data: blob:`,
        `connect-src ${[
          urls.walletSocket,
          urls.wallet,
          urls.relay,
          urls.directory,
          urls.images,
          urls.blockchainApi,
          urls.analytics,
          ...Object.values(urls.rpc),
        ].join(' ')}`,
        `base-uri 'none'`,
        `form-action 'none'`,
        `require-trusted-types-for 'script'`,
      ].join('; '),
    });
    const dapp = await new DappPage(page, site.origin).open();
    const address = await connect(dapp, wallet);
    expect(await connectedSites(control)).toEqual([site.origin]);
    await expect(page.locator('#network')).toHaveText('Ethereum');
    const wei = await chains.of('eip155:1').getBalance({ address });
    const balance = `${(wei / 10n ** 18n).toLocaleString('en-US')} ETH`;
    await expect(page.locator('#balance')).toHaveText(balance);
    // The connect button is now the account button.
    await expect(page.locator('#connect')).toHaveText(`${balance}${address.slice(0, 6)}...${address.slice(-4)}`);
    await page.locator('#connect').click();
    await expect(dapp.dialog).toContainText(address.slice(-4));
    await page.keyboard.press('Escape');
    await expect(dapp.dialog).toBeHidden();
    await expect(page.locator('#connect')).toBeFocused();

    await wallet.reject(() => page.locator('#sign').click());
    await expect(page.locator('#sign-status')).toContainText('wallet/rejected');
    await expect(page.locator('#signature')).toBeEmpty();
    await page.locator('#message').fill(MESSAGE);
    await wallet.approve(() => page.locator('#sign').click());
    await expect(page.locator('#sign-status')).toHaveText('Signed.');
    const signature = (await page.locator('#signature').innerText()) as `0x${string}`;
    expect(await recoverMessageAddress({ message: MESSAGE, signature })).toBe(address);

    await page.reload();
    await expect(page.locator('#status')).toHaveText('connected');
    await expect(page.locator('#address')).toHaveText(address);
    expect(await outcomesOf(control, 'eth_requestAccounts')).toEqual(['responded']);

    // The dialog has not been opened on this page yet.
    await control.switchChain(100);
    await expect(dapp.dialog).toContainText('is on another network');
    await wallet.approve(() => dapp.dialog.getByRole('button', { name: 'Polygon' }).click());
    await expect(dapp.dialog).toBeHidden();
    await expect(page.locator('#networks')).toHaveText(/Polygon$/);
    await expect(page.locator('#network')).toContainText('Polygon');
    expect((await control.state()).chainId).toBe(137);

    await page.locator('#disconnect').click();
    await expect(page.locator('#status')).toHaveText('disconnected');
    await expectForgotten(control);
    await expect(page.locator('#address')).toHaveText('–');
    await expect(page.locator('#balance')).toHaveText('–');
    await expect(page.locator('#sign')).toBeDisabled();
    await page.reload();
    await expect(page.locator('#connect')).toHaveText('Connect Wallet');
    await expect(page.locator('#status')).toHaveText('disconnected');

    expect(cspViolations.filter(({ source }) => source.startsWith(site.origin) || source === '')).toEqual([]);
    expect(site.cspReports()).toEqual([]);
  });

  test('works without a sandbox: with data saver React loads only with the dialog, other origins receive no request, and a button can move to a shadow root', async ({
    page,
    serve,
  }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    const scripts = scriptsOf(page);
    const { origin } = await serve({ files, meta: null, scripts: [] });
    const dapp = await new DappPage(page, origin).open();
    await page.waitForLoadState('networkidle');
    const first = await scripts();
    expect(first.length).toBeGreaterThan(0);
    expect(first.filter((text) => text.includes(REACT))).toEqual([]);
    await dapp.openDialog();
    await expect(dapp.dialog).toContainText('Connect');
    await expect.poll(async () => (await scripts()).some((text) => text.includes(REACT))).toBe(true);
    expect(requests.filter((url) => !url.startsWith(origin) && !/^(data|blob):/.test(url))).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dapp.dialog).toBeHidden();
    expect(await axeViolations(page)).toEqual([]);

    const readStyle = (): Promise<readonly string[]> =>
      dapp.connectButton.evaluate((element) => {
        const { backgroundColor, borderRadius, color, minHeight, padding } = getComputedStyle(element);
        return [backgroundColor, borderRadius, color, minHeight, padding];
      });
    const before = await readStyle();
    // A ResizeObserver error is reported as an error of the window.
    await dapp.connectButton.evaluate((element) => {
      addEventListener('error', ({ message }) => document.body.append(`Trouble: ${message}`));
      const host = document.body.appendChild(document.createElement('div'));
      host.attachShadow({ mode: 'open' }).append(element);
    });
    expect(await dapp.connectButton.evaluate((element) => element.getRootNode() instanceof ShadowRoot)).toBe(true);
    await expect.poll(readStyle).toEqual(before);
    await expect(page.locator('body')).not.toContainText('Trouble');
  });
});
