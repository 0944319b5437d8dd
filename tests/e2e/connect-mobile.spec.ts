import { devices, type Locator } from '@playwright/test';
import { recoverMessageAddress } from 'viem';
import { axeViolations } from './support/axe.js';
import type { DappPage } from './support/dapp-page.js';
import { expect, test } from './support/fixtures.js';
import { fact, outcomesOf, SANDBOX_WALLET } from './support/flows.js';
import { PhoneWallet } from './support/phone-wallet.js';
import { scanCode } from './support/scan-code.js';
import { WITH_MOTION } from './support/with-motion.js';

test.use(WITH_MOTION);

/** Settings of a device without its default browser: Chromium emulates all of them. */
const phone = (name: 'Pixel 7' | 'iPhone 15 Pro') => {
  const { defaultBrowserType: _, ...device } = devices[name];
  return device;
};

/** Opens the page and taps the connect button. */
const openByTap = async (dapp: DappPage): Promise<void> => {
  await dapp.open();
  await dapp.connectButton.tap();
  await dapp.dialog.waitFor();
};

/** Returns the row of the phone wallet once it is a link that can be tapped. */
const walletLink = async (dapp: DappPage): Promise<Locator> => {
  await openByTap(dapp);
  await dapp.dialog.getByTestId('lk-all-wallets').tap();
  await dapp.dialog.getByTestId('lk-search').tap();
  await dapp.page.keyboard.type('Sandbox Phone');
  const link = dapp.dialog.getByRole('link', { name: 'Sandbox Phone' });
  await expect(link).toHaveAttribute('href', /\/wc\?uri=wc%3A/);
  return link;
};

/** Drags a finger over the given heights, in px. */
const drag = async ({ page }: DappPage, [start = 0, ...moves]: readonly number[]): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [{ x: 160, y: start }]);
  for (const y of moves) await touch('touchMove', [{ x: 160, y }]);
  await touch('touchEnd', []);
  await session.detach();
};

test.describe('user on a Pixel 7 @connect', () => {
  test.use(phone('Pixel 7'));

  test('drags the sheet down to close it, and back up to keep it', async ({ dapp }) => {
    await openByTap(dapp);
    const heading = dapp.dialog.getByRole('heading', { level: 1 });
    const row = await dapp.dialog.getByTestId('lk-all-wallets').boundingBox();
    const [start, height] = [(row?.y ?? 0) + 20, (await dapp.dialog.boundingBox())?.height ?? 0];
    await drag(dapp, [start, start + 40, start + 120, start + 60, start + 10]);
    await expect(heading).toHaveText('Connect Wallet');
    await expect(dapp.dialog).toHaveCSS('transform', 'none');
    // Far enough at any speed.
    const top = (await heading.boundingBox())?.y ?? 0;
    await drag(dapp, [top, top + 40, top + height / 4, top + height / 2]);
    await expect(dapp.dialog).toBeHidden();
    // The gesture pressed nothing.
    await dapp.connectButton.tap();
    await expect(heading).toHaveText('Connect Wallet');
  });

  test('taps a wallet, approves there, reopens the page that was closed meanwhile, is connected, and signs', async ({ dapp, sandbox }) => {
    const link = await walletLink(dapp);
    await expect(link).toHaveAttribute('target', '_self');
    await link.tap();
    await dapp.page.waitForURL(`${sandbox.urls.walletPage}/**`);
    await new PhoneWallet(dapp.page, true).approve();

    await dapp.open();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    const address = await fact(dapp, 'address').innerText();
    await dapp.page.getByTestId('demo-message').fill('from a phone');
    // The page opens the wallet for the request.
    const wallet = dapp.page.context().waitForEvent('page');
    await dapp.page.getByTestId('demo-sign-message').tap();
    const walletPage = new PhoneWallet(await wallet, true);
    await walletPage.prompt();
    // A user who returns without deciding can open the wallet again.
    const again = dapp.page.getByTestId('demo-open-wallet');
    await expect(again).toHaveAttribute('href', walletPage.page.url());
    await expect(dapp.page.getByTestId('demo-message-cancel')).toBeVisible();
    await walletPage.approve();
    await expect(again).toHaveCount(0);
    const signature = (await fact(dapp, 'message-signature').innerText()) as `0x${string}`;
    expect(await recoverMessageAddress({ message: 'from a phone', signature })).toBe(address);
  });
});

test.describe('user on an iPhone 15 Pro @connect', () => {
  test.use(phone('iPhone 15 Pro'));

  test('taps a wallet that is not installed, is offered the QR code instead, and connects with it', async ({
    dapp,
    openPhone,
    phoneControl,
  }) => {
    const link = await walletLink(dapp);
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    await expect(dapp.connectButton).toHaveText('Connect Wallet');
    await expect(dapp.page.getByText('Connecting...')).toHaveCount(0);
    // The app is not installed, so the page stays open.
    await link.evaluate((element) => element.addEventListener('click', (event) => event.preventDefault()));
    await link.tap();
    await expect(fact(dapp, 'status')).toHaveText('connecting');
    await expect(dapp.dialog.getByTestId('lk-announcer')).toHaveText('Connecting...');
    await dapp.dialog.getByTestId('lk-show-code').tap();
    await dapp.dialog.getByTestId('lk-qr').locator('svg[role=img]').waitFor();
    expect(await axeViolations(dapp.page)).toEqual([]);
    const wallet = await openPhone();
    await scanCode(dapp, wallet);
    await wallet.approve();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    expect((await phoneControl.state()).sessions).toHaveLength(1);
  });
});

test.describe("user in a wallet's browser on a Pixel 7 @connect", () => {
  test.use({
    ...phone('Pixel 7'),
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) AppleWebKit/537.36 Version/4.0 Chrome/131.0 Mobile Safari/537.36 ExampleWallet/7.1',
  });

  test('finds that wallet first and connects it with one tap, while other wallets are links', async ({ dapp, wallet, control }) => {
    await openByTap(dapp);
    const wallets = dapp.dialog.getByTestId('lk-wallets');
    const own = wallets.getByRole('listitem').first().getByRole('button', { name: SANDBOX_WALLET });
    await expect(own).toBeVisible();
    const other = wallets.getByRole('link').first();
    await expect(other).toHaveAttribute('href', /uri=wc%3A/);
    await expect(other).toHaveAttribute('target', '_self');
    await wallet.approve(() => own.tap());
    await expect(fact(dapp, 'status')).toHaveText('connected');
    await expect(dapp.dialog).toBeHidden();
    expect(await outcomesOf(control, 'eth_requestAccounts')).toEqual(['responded']);
  });
});
