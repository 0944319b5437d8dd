import { axeViolations, waitForAnimations } from './support/axe.js';
import { test } from './support/chains-fixtures.js';
import type { DappPage } from './support/dapp-page.js';
import { expect } from './support/fixtures.js';
import { fact } from './support/flows.js';
import { expectFocusVisible, expectView, tabTo } from './support/keyboard.js';

/** Direction of the page, and root font size in pixels: 10 is the default. */
const LAYOUTS = [
  ['ltr', 10],
  ['ltr', 20],
  ['rtl', 20],
] as const;

/** Opens the dialog from the page's button with this id. */
const openBy = async (dapp: DappPage, button: string): Promise<void> => {
  await dapp.page.locator(button).focus();
  await dapp.page.keyboard.press('Enter');
  await dapp.dialog.waitFor();
};

/** Elements that overflow the current view, and tabs whose label wraps. */
const overflowing = async ({ page }: DappPage): Promise<readonly string[]> => {
  await waitForAnimations(page);
  return page.evaluate(() => {
    const view = document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('.scroll');
    if (view == null) return ['nothing is open'];
    const { left, right } = view.getBoundingClientRect();
    const out = [...view.querySelectorAll('.view *:not(.sr)')].filter((element) => {
      const box = element.getBoundingClientRect();
      return box.width > 0 && (box.left < left - 1 || box.right > right + 1);
    });
    const broken = [...view.querySelectorAll('[role=tab]')].filter((tab) => {
      const range = document.createRange();
      range.selectNodeContents(tab);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    });
    return [...out, ...broken].map((element) => `${element.className} ${element.textContent}`);
  });
};

test.describe('user on several chains', { tag: '@chains' }, () => {
  test.beforeEach(({ context, control }) =>
    Promise.all([context.grantPermissions(['clipboard-read', 'clipboard-write']), control.autoApprove(true)]),
  );

  test('with a keyboard selects chains, navigates accounts, copies an address and disconnects one chain', async ({ dapp, control }) => {
    // axe runs at every step.
    test.slow();
    await dapp.open();
    const { page, dialog } = dapp;
    const { keyboard } = page;
    await openBy(dapp, '#connect');
    await expect(dialog.getByRole('heading', { level: 1 })).toBeFocused();
    await tabTo(dapp, dialog.getByRole('button', { name: 'Sandbox Wallet' }));
    await keyboard.press('Enter');
    await expectView(dapp, 'Sandbox Wallet');
    for (const name of ['Solana', 'Polkadot']) {
      const choice = dialog.getByRole('checkbox', { name });
      await tabTo(dapp, choice);
      await keyboard.press('Space');
      await expect(choice).toBeChecked();
    }
    await tabTo(dapp, dialog.getByTestId('lk-connect-chosen'));
    await keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.locator('#account')).toBeFocused();

    await keyboard.press('Enter');
    await expectView(dapp, 'Account');
    const { others } = await control.state();
    await tabTo(dapp, dialog.getByRole('tab', { name: 'EVM' }));
    for (const [key, name] of [
      ['ArrowRight', 'Solana'],
      ['End', 'Polkadot'],
      ['ArrowRight', 'EVM'],
      ['ArrowRight', 'Solana'],
    ] as const) {
      await keyboard.press(key);
      await expect(dialog.getByRole('tab', { name })).toBeFocused();
      await expect(dialog.getByRole('tabpanel', { name })).toBeVisible();
      await expectFocusVisible(dapp);
      expect(await axeViolations(page), name).toEqual([]);
    }
    await expect(fact(dapp, 'address')).toHaveText(others.solana?.[0] ?? '');

    const profile = dialog.getByTestId('lk-profile');
    await tabTo(dapp, profile);
    await keyboard.press('Enter');
    await expectView(dapp, 'All accounts');
    const own = dialog.getByRole('list', { name: 'Accounts on Solana' }).getByRole('button', { name: 'Copy address' });
    await tabTo(dapp, own);
    await keyboard.press('Enter');
    await expect(dialog.getByRole('status').filter({ hasText: 'Address copied' })).toHaveCount(1);
    await expect(own).toBeFocused();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(others.solana?.[0]);
    await tabTo(dapp, dialog.getByRole('button', { name: 'Disconnect Solana' }), 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(dialog.getByRole('heading', { name: 'Solana' })).toBeHidden();
    await expectView(dapp, 'All accounts');
    await tabTo(dapp, dialog.getByTestId('lk-back'), 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(profile).toBeFocused();
    await keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.locator('#account')).toBeFocused();

    // A network whose namespace is no longer connected.
    await openBy(dapp, '#network');
    await expectView(dapp, 'Choose Network');
    const solana = dialog.getByRole('button', { name: 'Solana' });
    await tabTo(dapp, solana);
    await keyboard.press('Enter');
    await expectView(dapp, 'Solana (local)');
    await tabTo(dapp, dialog.getByTestId('lk-stay'));
    await keyboard.press('Enter');
    await expect(solana).toBeFocused();
    await tabTo(dapp, dialog.getByRole('button', { name: 'Polkadot' }));
    await keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.locator('#network')).toBeFocused();
    await expect(fact(dapp, 'network')).toContainText('Polkadot');
  });

  test('fits every screen on a small phone, in both directions and at twice the font size', async ({ dapp }) => {
    // Three layouts per screen.
    test.slow();
    const { page, dialog } = dapp;
    const layOut = (direction: string, size: number): Promise<void> =>
      page.evaluate(
        ([dir, fontSize]) => {
          document.documentElement.dir = dir;
          document.documentElement.style.setProperty('--lk-font-size-master', `${fontSize}px`);
        },
        [direction, size] as const,
      );
    /** Applies every layout and expects that nothing overflows. */
    const expectFits = async (screen: string): Promise<void> => {
      for (const [direction, size] of LAYOUTS) {
        await layOut(direction, size);
        expect(await overflowing(dapp), `${screen}, ${direction}, font size ${size * 10} %`).toEqual([]);
      }
    };
    await page.setViewportSize({ width: 360, height: 740 });
    await dapp.open();
    await dapp.openDialog();
    await dapp.wallet('Sandbox Wallet').click();
    await dialog.getByTestId('lk-select-all').click();
    await expectFits('the choice of chains');
    await dialog.getByTestId('lk-connect-chosen').click();
    await expect(dialog).toBeHidden();
    await page.locator('#account').click();
    for (const name of ['EVM', 'Solana', 'Polkadot', 'Bitcoin']) {
      await dialog.getByRole('tab', { name }).click();
      await expect(dialog.getByRole('tabpanel', { name }).getByTestId('lk-balance')).toHaveText(/\d/);
      await expectFits(name);
    }
    for (const view of ['lk-profile', 'lk-switch-address', 'lk-network']) {
      await dialog.getByTestId(view).click();
      await expect(dialog.getByTestId('lk-back')).toBeVisible();
      await expectFits(view);
      await dialog.getByTestId('lk-back').click();
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    // The page's buttons must fit too.
    for (const [direction, size] of LAYOUTS) {
      await layOut(direction, size);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${direction}, font size ${size * 10} %`).toBe(360);
    }
  });
});
