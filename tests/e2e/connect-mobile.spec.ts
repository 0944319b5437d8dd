import { devices } from '@playwright/test';
import { recoverMessageAddress } from 'viem';
import { axeViolations } from './support/axe.js';
import type { DappPage } from './support/dapp-page.js';
import { expect, test } from './support/fixtures.js';
import { fact, outcomesOf, SANDBOX_WALLET } from './support/flows.js';
import { PhoneWallet } from './support/phone-wallet.js';
import { scanCode } from './support/scan-code.js';

/** A device without the browser it usually has: all of them are played by Chromium. */
const phone = (name: 'Pixel 7' | 'iPhone 15 Pro') => {
  const { defaultBrowserType: _, ...device } = devices[name];
  return device;
};

/** The row of the wallet that is a page, as a link that is ready to be tapped. */
const walletLink = async (dapp: DappPage) => {
  await dapp.openDialog();
  await dapp.dialog.getByTestId('lk-all-wallets').click();
  await dapp.dialog.getByTestId('lk-search').fill('Sandbox Phone');
  const link = dapp.dialog.getByRole('link', { name: 'Sandbox Phone' });
  await expect(link).toHaveAttribute('href', /\/wc\?uri=wc%3A/);
  return link;
};

for (const name of ['Pixel 7', 'iPhone 15 Pro'] as const) {
  test.describe(`a visitor on a ${name} @connect`, () => {
    test.use(phone(name));

    test('taps a wallet, approves there, comes back to a page that was closed meanwhile, and is connected', async ({ dapp, sandbox }) => {
      await dapp.open();
      const link = await walletLink(dapp);
      await expect(link).toHaveAttribute('target', '_self');
      await link.tap();
      await dapp.page.waitForURL(`${sandbox.urls.walletPage}/**`);
      await new PhoneWallet(dapp.page).approve();

      await dapp.open();
      await expect(fact(dapp, 'status')).toHaveText('connected');
      const address = await fact(dapp, 'address').innerText();
      await dapp.page.getByTestId('demo-message').fill('from a phone');
      // The page leaves for the wallet while it asks.
      const wallet = dapp.page.context().waitForEvent('page');
      await dapp.page.getByTestId('demo-sign-message').tap();
      const answering = new PhoneWallet(await wallet);
      await answering.question();
      // Who comes back without an answer finds the way there again.
      const again = dapp.page.getByTestId('demo-open-wallet');
      await expect(again).toHaveAttribute('href', answering.page.url());
      await expect(dapp.page.getByTestId('demo-message-cancel')).toBeVisible();
      await answering.approve();
      await expect(again).toHaveCount(0);
      const signature = (await fact(dapp, 'message-signature').innerText()) as `0x${string}`;
      expect(await recoverMessageAddress({ message: 'from a phone', signature })).toBe(address);
    });

    test('reads nowhere that it is connecting before a wallet is tapped', async ({ dapp }) => {
      await dapp.open();
      await dapp.openDialog();
      const link = dapp.dialog.getByTestId('lk-wallets').getByRole('link').first();
      await expect(link).toHaveAttribute('href', /uri=wc%3A/);
      await expect(fact(dapp, 'status')).toHaveText('disconnected');
      await expect(dapp.page.locator('#connect')).toHaveText('Connect Wallet');
      await expect(dapp.page.getByText('Connecting...')).toHaveCount(0);
      // An app that is not installed: the page stays.
      await link.evaluate((element) => element.addEventListener('click', (event) => event.preventDefault()));
      await link.tap();
      await expect(fact(dapp, 'status')).toHaveText('connecting');
      await expect(dapp.dialog.getByTestId('lk-announcer')).toHaveText('Connecting...');
    });

    test('is offered other ways when a tap opens nothing', async ({ dapp, openPhone }) => {
      await dapp.open();
      const link = await walletLink(dapp);
      // An app that is not installed: the page stays.
      await link.evaluate((element) => element.addEventListener('click', (event) => event.preventDefault()));
      await link.tap();
      await dapp.dialog.getByTestId('lk-show-code').tap();
      await dapp.dialog.getByTestId('lk-qr').locator('svg[role=img]').waitFor();
      expect(await axeViolations(dapp.page)).toEqual([]);
      const wallet = await openPhone();
      await scanCode(dapp, wallet);
      await wallet.approve();
      await expect(fact(dapp, 'status')).toHaveText('connected');
    });
  });
}

test.describe('a visitor inside of Telegram @connect', () => {
  test.use(phone('Pixel 7'));

  test('gets links that open beside the page, and the same link again while it is valid', async ({ dapp }) => {
    await dapp.page.addInitScript(() => {
      Object.assign(window, { TelegramWebviewProxy: {} });
    });
    await dapp.open();
    const link = await walletLink(dapp);
    await expect(link).toHaveAttribute('target', '_blank');
    const href = await link.getAttribute('href');
    await dapp.dialog.getByRole('button', { name: 'Close' }).tap();
    await expect(dapp.dialog).toBeHidden();
    expect(await (await walletLink(dapp)).getAttribute('href')).toBe(href);
  });
});

for (const [name, inside] of [
  [
    'Pixel 7',
    'Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) AppleWebKit/537.36 Version/4.0 Chrome/131.0 Mobile Safari/537.36 ExampleWallet/7.1',
  ],
  ['iPhone 15 Pro', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 ExampleWallet/7.1'],
] as const) {
  test.describe(`a visitor in the browser of a wallet on a ${name} @connect`, () => {
    test.use({ ...phone(name), userAgent: inside });

    test('finds that wallet first and connects it in place, while the others are links on this phone', async ({
      dapp,
      wallet,
      control,
    }) => {
      await dapp.open();
      await dapp.openDialog();
      const rows = dapp.dialog.getByTestId('lk-wallets').getByRole('listitem');
      const own = rows.first().getByRole('button', { name: SANDBOX_WALLET });
      await expect(own).toBeVisible();
      const other = dapp.dialog.getByTestId('lk-wallets').getByRole('link').first();
      await expect(other).toHaveAttribute('href', /uri=wc%3A/);
      await expect(other).toHaveAttribute('target', '_self');
      await wallet.approve(() => own.tap());
      await expect(fact(dapp, 'status')).toHaveText('connected');
      await expect(dapp.dialog).toBeHidden();
      expect(await outcomesOf(control, 'eth_requestAccounts')).toEqual(['answered']);
    });
  });
}
