import type { Locator } from '@playwright/test';
import { axeViolations } from './support/axe.js';
import type { DappPage } from './support/dapp-page.js';
import { expect, test } from './support/fixtures.js';

/** More stops of Tab than any screen has. */
const STOPS_AT_MOST = 40;

/** What has the focus, into the modal's root, and whether its focus can be seen on it or on the field around it. */
const focusOf = ({ page }: DappPage) =>
  page.evaluate(() => {
    const modal = document.querySelector('latchkey-modal')?.shadowRoot;
    const element = modal?.activeElement ?? document.activeElement;
    const rings = [element, element?.closest('.field')].map((each) => (each == null ? null : getComputedStyle(each)));
    return {
      isInModal: modal?.activeElement != null,
      isControl: element?.matches('a,button,input') ?? false,
      isSeen: rings.some((style) => style !== null && style.outlineStyle === 'solid' && Number.parseFloat(style.outlineWidth) >= 2),
      isOnScreen: element?.checkVisibility() ?? false,
    };
  });

/** The focus is on a control inside the modal, and can be seen. */
const expectSeen = async (dapp: DappPage): Promise<void> => {
  expect(await focusOf(dapp)).toEqual({ isInModal: true, isControl: true, isSeen: true, isOnScreen: true });
};

/** Presses Tab until a control has the focus. It is inside the modal and seen at every stop on the way. */
const tabTo = async (dapp: DappPage, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  for (let stop = 0; stop < STOPS_AT_MOST; stop += 1) {
    await dapp.page.keyboard.press(key);
    await expectSeen(dapp);
    if (await control.evaluate((element) => element.getRootNode() instanceof ShadowRoot && element.matches(':focus'))) return;
  }
  throw new Error('No stop of Tab is the control that was looked for.');
};

/** The view's heading has the focus, so that it is read out, and the whole page is accessible. */
const expectView = async (dapp: DappPage, title: string): Promise<void> => {
  const heading = dapp.dialog.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(title);
  await expect(heading).toBeFocused();
  expect(await axeViolations(dapp.page), title).toEqual([]);
};

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
