import { axeViolations } from './support/axe.js';
import { expect, test } from './support/fixtures.js';
import { expectSeen, expectView, STOPS_AT_MOST, tabTo } from './support/keyboard.js';

test.describe('a visitor with a keyboard and a screen reader @connect', () => {
  test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

  test('finds a wallet, looks at each way to connect it, copies its link, and comes back to the button', async ({ dapp }) => {
    // Axe looks at every step.
    test.slow();
    await dapp.open();
    const { page, dialog } = dapp;
    const { keyboard } = page;
    for (let stop = 0; stop < STOPS_AT_MOST; stop += 1) {
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
    await expectSeen(dapp);
    expect(await axeViolations(page), 'what was found').toEqual([]);
    await keyboard.press('Enter');
    await expect(dialog.getByTestId('lk-qr').getByRole('img', { name: 'QR code for Sandbox Phone' })).toBeVisible();
    // What stands in live regions is spoken.
    await expect(dialog.getByTestId('lk-announcer')).toHaveText('Connecting...');
    await expectView(dapp, 'Sandbox Phone');
    await expect(dialog.locator('[aria-live=polite]').filter({ hasText: 'Scan with Sandbox Phone' })).toHaveCount(1);

    await tabTo(dapp, dialog.getByRole('tab', { name: 'Mobile' }));
    for (const [key, name] of [
      ['ArrowRight', 'Webapp'],
      ['ArrowRight', 'Desktop'],
      ['ArrowRight', 'Mobile'],
      ['End', 'Desktop'],
      ['ArrowLeft', 'Webapp'],
      ['Home', 'Mobile'],
    ] as const) {
      await keyboard.press(key);
      const tab = dialog.getByRole('tab', { name });
      await expect(tab).toBeFocused();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      await expectSeen(dapp);
      const panel = dialog.getByRole('tabpanel', { name });
      if (name === 'Mobile') await expect(panel.getByRole('img')).toBeVisible();
      else await expect(panel.locator('[aria-live=polite]').filter({ hasText: 'Continue in Sandbox Phone' })).toHaveCount(1);
      expect(await axeViolations(page), `${name} by ${key}`).toEqual([]);
    }

    const copy = dialog.getByTestId('lk-copy-link');
    await tabTo(dapp, copy);
    await keyboard.press('Enter');
    await expect(dialog.getByRole('status').filter({ hasText: 'Link copied' })).toHaveCount(1);
    await expect(copy).toBeFocused();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^wc:[0-9a-f]{64}@2\?/);
    expect(await axeViolations(page), 'the copied link').toEqual([]);

    await tabTo(dapp, dialog.getByTestId('lk-back'), 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(wallet).toBeFocused();
    await expectSeen(dapp);
    await expect(dialog.getByTestId('lk-search')).toHaveValue('Sandbox Ph');
    expect(await axeViolations(page), 'the list again').toEqual([]);
    await tabTo(dapp, dialog.getByTestId('lk-back'), 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(dialog.getByTestId('lk-all-wallets')).toBeFocused();
    await expectSeen(dapp);
    await tabTo(dapp, dialog.getByRole('button', { name: 'Close' }), 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(dapp.connectButton).toBeFocused();
    expect(await axeViolations(page), 'the page').toEqual([]);
  });
});
