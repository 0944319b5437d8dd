import { recoverMessageAddress } from 'viem';
import { axeViolations, stillness } from './support/axe.js';
import { DappPage } from './support/dapp-page.js';
import { expect, test } from './support/fixtures.js';
import { connect, fact, outcomesOf, SANDBOX_WALLET } from './support/flows.js';
import type { RunningSandbox } from './support/running-sandbox.js';

const RECIPIENT = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

/** A policy without `unsafe-inline`: own scripts and styles, the wallet's script, the chains, the relay, the directory with its pictures. */
const strictPolicy = ({ wallet, walletSocket, rpc, relay, directory, images }: RunningSandbox['urls']): string =>
  [
    `default-src 'none'`,
    `script-src 'self' ${wallet}`,
    `style-src 'self'`,
    `img-src 'self' data: blob:`,
    `connect-src ${[`'self'`, wallet, new URL(walletSocket).origin, ...Object.values(rpc), relay, directory, images].join(' ')}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `require-trusted-types-for 'script'`,
  ].join('; ');

test.describe('the page around the dialog @connect', () => {
  test('a strict Content-Security-Policy holds through the whole flow, without a report', async ({
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
    // The demo shows what the wallet said; the address is recovered here.
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
    expect(await outcomesOf(control, 'eth_requestAccounts')).toEqual(['answered']);
    const ours = cspViolations.filter(({ source }) => source.startsWith(site.origin) || source === '');
    expect(ours).toEqual([]);
    expect(site.cspReports()).toEqual([]);
  });

  test('nothing is asked of any other origin before the visitor acts, and viem is not fetched to show the dialog', async ({
    page,
    serve,
  }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const { origin } = await serve({ meta: null, scripts: [] });
    const dapp = await new DappPage(page, origin).open();
    await page.waitForLoadState('networkidle');
    expect(requests.filter((url) => !url.startsWith(origin))).toEqual([]);
    // Fetched once the dialog is on screen, and the last of its own code.
    const rest = ['inner-views', 'pairing-views'].map((name) =>
      page.waitForEvent('requestfinished', (request) => request.url().includes(name)),
    );
    await dapp.openDialog();
    await expect(dapp.dialog).toContainText('Get a wallet');
    await Promise.all(rest);
    expect(requests.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual([]);
    expect(requests.filter((url) => /reader|viem/.test(url))).toEqual([]);
  });

  test('the keyboard alone is enough: focus enters, stays inside, and returns to the button', async ({ dapp }) => {
    await dapp.open();
    await dapp.connectButton.focus();
    await dapp.page.keyboard.press('Enter');
    await dapp.dialog.waitFor();
    const inside = () => dapp.page.evaluate(() => document.activeElement?.shadowRoot?.activeElement != null);
    for (let step = 0; step < 12; step += 1) {
      await dapp.page.keyboard.press('Tab');
      expect(await inside()).toBe(true);
    }
    await dapp.page.keyboard.press('Escape');
    await expect(dapp.dialog).toBeHidden();
    await expect(dapp.connectButton).toBeFocused();
  });

  test('rules for everything, a moved body, the highest z-index and a dialog of the page change nothing in ours', async ({ dapp }) => {
    await dapp.open();
    const { page } = dapp;
    // The page will have a dialog too.
    const dialog = page.getByTestId('lk-dialog');
    const open = async () => {
      await page.evaluate(() => document.querySelector<HTMLElement>('#connect')?.click());
      // All rows are there: the wallet of the page announces itself, and the directory has answered.
      for (const name of ['Sandbox Wallet', 'Sandbox Phone', /^All wallets \d/]) await dialog.getByRole('button', { name }).waitFor();
      await stillness(page);
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
    await page.keyboard.press('Escape');
    // Else the one that still fades away would be looked at in the place of the next one.
    await expect(dialog).toBeHidden();
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
    await expect(dialog).toContainText('Asks you first');
  });

  test('opening and closing twenty times leaves the page as it was', async ({ dapp }) => {
    await dapp.open();
    const picture = () =>
      dapp.page.evaluate(() => {
        const style = getComputedStyle(document.body);
        const box = document.querySelector('main')?.getBoundingClientRect();
        return { overflow: style.overflow, padding: style.padding, margin: style.margin, x: box?.x, width: box?.width, scroll: scrollY };
      });
    await dapp.page.evaluate(() => scrollTo(0, 120));
    const before = await picture();
    for (let round = 0; round < 20; round += 1) {
      await dapp.page.evaluate(() => document.querySelector<HTMLElement>('#connect')?.click());
      await dapp.dialog.waitFor();
      expect(await picture()).toMatchObject({ x: before.x, width: before.width });
      await dapp.page.keyboard.press('Escape');
      await expect(dapp.dialog).toBeHidden();
    }
    expect(await picture()).toEqual(before);
  });
});

for (const theme of ['dark', 'light'] as const) {
  test.describe(`every view is accessible in the ${theme} theme @connect`, () => {
    test('by axe, without a violation', async ({ dapp, wallet, control }) => {
      await dapp.open();
      const { page, dialog } = dapp;
      if (theme === 'light') await page.getByTestId('demo-theme').click();
      await expect(dapp.connectButton).toHaveAttribute('data-theme', theme);
      const clean = async (view: string): Promise<void> => {
        await expect(dialog.locator('[aria-busy=true],.bone')).toHaveCount(0);
        expect(await axeViolations(page), view).toEqual([]);
      };
      await clean('the page');
      await dapp.openDialog();
      await clean('Connect');
      await dialog.getByRole('button', { name: 'What is a wallet?' }).click();
      await expect(dialog).toContainText('Asks you first');
      await clean('WhatIsAWallet');
      await dialog.getByRole('button', { name: 'Back' }).click();
      const question = await wallet.during(() => dapp.wallet(SANDBOX_WALLET).click());
      await expect(dialog).toContainText(`Continue in ${SANDBOX_WALLET}`);
      await clean('ConnectingExternal');
      await question.reject();
      await expect(dialog).toContainText('You declined');
      await clean('ConnectingExternal, declined');
      await wallet.approve(() => dialog.getByRole('button', { name: 'Try again' }).click());
      await expect(fact(dapp, 'status')).toHaveText('connected');
      await expect(dialog).toBeHidden();
      await expect(fact(dapp, 'address')).toHaveText((await control.state()).selected);
      await clean('the page, connected');

      await page.locator('#account').click();
      await expect(dialog).toContainText('ETH');
      await clean('Account');
      await dialog.getByRole('button', { name: 'Settings' }).click();
      await expect(dialog.getByTestId('lk-view-AccountSettings')).toBeVisible();
      await clean('AccountSettings');
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.locator('#network').click();
      await expect(dialog.getByRole('button', { name: 'Polygon' })).toBeVisible();
      await clean('Networks');
      await dialog.getByRole('button', { name: 'What is a network?' }).click();
      await expect(dialog).toContainText('Apps choose theirs');
      await clean('WhatIsANetwork');
      await dialog.getByRole('button', { name: 'Back' }).click();
      const move = await wallet.during(() => dialog.getByRole('button', { name: 'Polygon' }).click());
      await expect(dialog.getByTestId('lk-view-SwitchNetwork')).toBeVisible();
      await clean('SwitchNetwork');
      await move.reject();
      await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
      await clean('SwitchNetwork, declined');
      await dialog.getByRole('button', { name: 'Close' }).click();
      await control.switchChain(100);
      await expect(dialog).toContainText('does not work on the network');
      await clean('UnsupportedChain');
    });
  });
}
