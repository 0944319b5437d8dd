import { analyticsOverHttp } from '@latchkey/sandbox';
import { recoverMessageAddress } from 'viem';
import { waitForAnimations } from './support/axe.js';
import { DappPage } from './support/dapp-page.js';
import { expect, test } from './support/fixtures.js';
import { connect, fact, outcomesOf } from './support/flows.js';
import type { RunningSandbox } from './support/running-sandbox.js';

const RECIPIENT = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

/** A policy without `unsafe-inline`: own scripts and styles, the wallet's script, chains and the sandbox's services. */
const strictPolicy = ({ wallet, walletSocket, rpc, relay, directory, images, blockchainApi, analytics }: RunningSandbox['urls']): string =>
  [
    `default-src 'none'`,
    `script-src 'self' ${wallet}`,
    `style-src 'self'`,
    `img-src 'self' data: blob:`,
    `connect-src ${[`'self'`, wallet, new URL(walletSocket).origin, ...Object.values(rpc), relay, directory, images, blockchainApi, analytics].join(' ')}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `require-trusted-types-for 'script'`,
  ].join('; ');

test.describe('page around the dialog @connect', () => {
  test('works under a strict Content-Security-Policy without violations', async ({
    page,
    serve,
    sandbox,
    wallet,
    control,
    chains,
    cspViolations,
  }) => {
    const site = await serve({ contentSecurityPolicy: strictPolicy(sandbox.urls) });
    const dapp = await new DappPage(page, site.origin).open();
    await dapp.openDialog();
    await dapp.dialog.getByTestId('lk-all-wallets').click();
    const pictures = dapp.dialog.getByTestId('lk-all').locator('img');
    await expect(pictures.first()).toHaveAttribute('src', /^blob:/);
    await expect(pictures.first()).toHaveJSProperty('naturalWidth', 64);
    await expect.poll(() => pictures.count()).toBeGreaterThan(12);
    await dapp.dialog.getByTestId('lk-search').fill('Sandbox Ph');
    await dapp.dialog.getByTestId('lk-all').getByRole('button', { name: 'Sandbox Phone' }).click();
    const code = dapp.dialog.getByTestId('lk-qr');
    await expect(code.getByRole('img', { name: 'QR code for Sandbox Phone' })).toBeVisible();
    await expect(code.locator('img')).toHaveJSProperty('naturalWidth', 64);
    for (const way of ['web', 'desktop']) {
      await dapp.dialog.getByTestId(`lk-tab-${way}`).click();
      await expect(dapp.dialog.getByTestId('lk-open-wallet')).toBeVisible();
    }
    await dapp.dialog.getByRole('button', { name: 'Close' }).click();
    const address = await connect(dapp, wallet);
    await page.locator('#account').click();
    await expect(dapp.dialog).toContainText('ETH');
    await dapp.dialog.getByRole('button', { name: 'Close' }).click();

    await page.getByTestId('demo-message').fill('under a strict policy');
    await wallet.approve(() => page.getByTestId('demo-sign-message').click());
    // The demo shows the wallet's result. The signer is recovered here.
    const signature = (await fact(dapp, 'message-signature').innerText()) as `0x${string}`;
    expect(await recoverMessageAddress({ message: 'under a strict policy', signature })).toBe(address);
    await page.getByTestId('demo-recipient').fill(RECIPIENT);
    await page.getByTestId('demo-amount').fill('0.25');
    await wallet.approve(() => page.getByTestId('demo-send').click());
    await expect(fact(dapp, 'block')).toHaveText(/\d/);
    const receipt = await chains.receipt('eip155:1', await fact(dapp, 'hash').innerText());
    expect(receipt).toMatchObject({ status: 'success', from: address.toLowerCase(), to: RECIPIENT.toLowerCase() });

    await page.locator('#network').click();
    await wallet.approve(() => dapp.dialog.getByRole('button', { name: 'Polygon' }).click());
    await expect(fact(dapp, 'network')).toContainText('Polygon');
    expect((await control.state()).chainId).toBe(137);

    await page.reload();
    await expect(fact(dapp, 'address')).toHaveText(address);
    await expect(fact(dapp, 'network')).toContainText('Polygon');
    expect(await outcomesOf(control, 'eth_requestAccounts')).toEqual(['responded']);
    const ours = cspViolations.filter(({ source }) => source.startsWith(site.origin) || source === '');
    expect(ours).toEqual([]);
    expect(site.cspReports()).toEqual([]);
    const analytics = analyticsOverHttp(sandbox.urls.analytics, sandbox.controlToken);
    const events = (await analytics.events()).filter(({ from }) => from === site.origin);
    expect(new Set(events.map(({ url }) => url))).toEqual(new Set([site.origin]));
    expect(events.map(({ props }) => props.event)).toEqual(
      expect.arrayContaining(['INITIALIZE', 'MODAL_OPEN', 'CONNECT_SUCCESS', 'SWITCH_NETWORK']),
    );
  });

  test('sends no request to other origins before the user acts, does not load viem for the dialog, and connects to the relay only for the QR code', async ({
    dapp,
    relay,
  }) => {
    const { page } = dapp;
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const opened = async (): Promise<number> => (await relay.traffic()).filter(({ kind }) => kind === 'open').length;
    // The connect button is in view, so the dialog's code is prefetched while idle.
    const prefetched = page.waitForEvent('requestfinished', (request) => request.url().includes('mount-modal'));
    await dapp.open();
    await prefetched;
    await page.waitForLoadState('networkidle');
    // The wallet's script belongs to the test.
    expect(requests.filter((url) => !url.startsWith(dapp.origin) && !url.includes('/wallet.js'))).toEqual([]);
    // The last chunks of the dialog, loaded once it is on screen.
    const rest = ['inner-views', 'pairing-views'].map((name) =>
      page.waitForEvent('requestfinished', (request) => request.url().includes(name)),
    );
    await dapp.openDialog();
    await Promise.all(rest);
    expect(requests.filter((url) => /reader|viem/.test(url))).toEqual([]);
    expect(await opened()).toBe(0);
    await dapp.dialog.getByTestId('lk-wallet-walletConnect').click();
    await dapp.dialog.getByTestId('lk-qr').locator('svg[role=img]').waitFor();
    expect(await opened()).toBe(1);
  });

  test('is unchanged after the dialog closes, and its global styles, transforms, z-index and dialogs do not affect the dialog', async ({
    dapp,
  }) => {
    await dapp.open();
    const { page } = dapp;
    const layout = () =>
      page.evaluate(() => {
        const style = getComputedStyle(document.body);
        const box = document.querySelector('main')?.getBoundingClientRect();
        return { overflow: style.overflow, padding: style.padding, margin: style.margin, x: box?.x, width: box?.width, scroll: scrollY };
      });
    await page.evaluate(() => scrollTo(0, 120));
    const untouched = await layout();
    // The page also adds its own dialog later.
    const dialog = page.getByTestId('lk-dialog');
    const open = async () => {
      await page.evaluate(() => document.querySelector<HTMLElement>('#connect')?.click());
      // Wait for all rows: the injected wallet's announcement and the directory's response.
      for (const name of ['Sandbox Wallet', 'Sandbox Phone', /^All wallets \d/]) await dialog.getByRole('button', { name }).waitFor();
      await waitForAnimations(page);
      return dialog.getByRole('button').evaluateAll((buttons) =>
        buttons.map((button) => {
          const { font, color, letterSpacing, textTransform, padding, backgroundColor } = getComputedStyle(button);
          const { x, y, width, height } = button.getBoundingClientRect();
          const root = button.getRootNode() as ShadowRoot;
          const hit = root.elementFromPoint(x + width / 2, y + height / 2);
          const isOnTop = hit !== null && button.contains(hit) && document.elementFromPoint(x + width / 2, y + height / 2) === root.host;
          return { font, color, letterSpacing, textTransform, padding, backgroundColor, x, y, width, height, isOnTop };
        }),
      );
    };
    const before = await open();
    expect(before.length).toBeGreaterThan(4);
    expect(before.every(({ isOnTop }) => isOnTop)).toBe(true);
    expect(await layout()).toMatchObject({ x: untouched.x, width: untouched.width });
    await page.keyboard.press('Escape');
    // Otherwise the closing dialog would still be found.
    await expect(dialog).toBeHidden();
    expect(await layout()).toEqual(untouched);
    await page.addStyleTag({
      content: `* { all: unset !important; color: red !important; font: 30px serif !important; text-transform: uppercase !important }
        body { display: block !important; transform: translateX(40px) scale(.9) !important; overflow: hidden !important; max-width: 300px !important }
        #over { position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; display: block !important }`,
    });
    await page.evaluate(() => {
      const over = document.createElement('div');
      over.id = 'over';
      const own = document.createElement('dialog');
      document.body.append(over, own);
      own.showModal();
    });
    expect(await open()).toEqual(before);
    await dialog.getByTestId('lk-help').click();
    await expect(dialog).toContainText('Keeps you in control');
  });
});
