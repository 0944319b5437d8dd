import { axeViolations } from './support/axe.js';
import { expect, test } from './support/fixtures.js';
import { expectFocusVisible, expectView, MAX_TAB_STOPS, tabTo } from './support/keyboard.js';

test.describe('user with a keyboard and a screen reader @connect', () => {
  test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

  test('finds a wallet, switches the connection method, copies the link, and returns focus to the button', async ({ dapp }) => {
    await dapp.open();
    const { page, dialog } = dapp;
    const { keyboard } = page;
    for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
      if (await dapp.connectButton.evaluate((button) => button.matches(':focus-visible'))) break;
      await keyboard.press('Tab');
    }
    await expect(dapp.connectButton).toBeFocused();
    await keyboard.press('Enter');
    await expectView(dapp, 'Connect Wallet');

    await tabTo(dapp, dialog.getByTestId('lk-all-wallets'));
    await keyboard.press('Enter');
    await expect(dialog.getByTestId('lk-all')).toBeVisible();
    await expectView(dapp, 'All wallets');

    await tabTo(dapp, dialog.getByTestId('lk-search'));
    await keyboard.type('Sandbox Ph');
    await expect(dialog.getByRole('status').filter({ hasText: '1 wallet found' })).toHaveCount(1);
    await keyboard.press('ArrowDown');
    const wallet = dialog.getByTestId('lk-all').getByRole('button', { name: 'Sandbox Phone' });
    await expect(wallet).toBeFocused();
    await expectFocusVisible(dapp);
    await keyboard.press('Enter');
    await expect(dialog.getByTestId('lk-qr').getByRole('img', { name: 'QR code for Sandbox Phone' })).toBeVisible();
    // Live regions are announced.
    await expect(dialog.locator('[aria-live=polite]').filter({ hasText: 'Scan with Sandbox Phone' })).toHaveCount(1);
    await expectView(dapp, 'Sandbox Phone');

    await tabTo(dapp, dialog.getByRole('tab', { name: 'Mobile' }));
    for (const [key, name] of [
      ['ArrowRight', 'Webapp'],
      ['Home', 'Mobile'],
    ] as const) {
      await keyboard.press(key);
      await expect(dialog.getByRole('tab', { name })).toBeFocused();
      await expectFocusVisible(dapp);
      const panel = dialog.getByRole('tabpanel', { name });
      if (name === 'Mobile') await expect(panel.getByRole('img')).toBeVisible();
      else {
        await expect(panel.locator('[aria-live=polite]').filter({ hasText: 'Continue in Sandbox Phone' })).toHaveCount(1);
        expect(await axeViolations(page), name).toEqual([]);
      }
    }

    const copy = dialog.getByTestId('lk-copy-link');
    await tabTo(dapp, copy);
    await keyboard.press('Enter');
    await expect(dialog.getByRole('status').filter({ hasText: 'Link copied' })).toHaveCount(1);
    await expect(copy).toBeFocused();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^wc:[0-9a-f]{64}@2\?/);

    await tabTo(dapp, dialog.getByTestId('lk-back'), 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(wallet).toBeFocused();
    await expectFocusVisible(dapp);
    await expect(dialog.getByTestId('lk-search')).toHaveValue('Sandbox Ph');
    await tabTo(dapp, dialog.getByTestId('lk-back'), 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(dialog.getByTestId('lk-all-wallets')).toBeFocused();
    await expectFocusVisible(dapp);
    await tabTo(dapp, dialog.getByRole('button', { name: 'Close' }), 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(dapp.connectButton).toBeFocused();
  });
});
