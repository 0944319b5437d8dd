import type { Locator } from '@playwright/test';
import { axeViolations, waitForAnimations } from './support/axe.js';
import { buildPage } from './support/built-page.js';
import type { DappPage } from './support/dapp-page.js';
import { test as base, expect } from './support/fixtures.js';
import { connect, fact, outcomesOf, SANDBOX_WALLET } from './support/flows.js';
import { OPTIONS_PAGE, type OptionsPageInput, openOptionsPage } from './support/options-page.js';
import { WITH_MOTION } from './support/with-motion.js';

let files = '';
base.beforeAll(async () => {
  files = await buildPage({ folder: OPTIONS_PAGE });
});

/** Opens the options page with the sandbox's wallet, unless `wallet` is false. */
const test = base.extend<{ readonly host: (input?: OptionsPageInput & { readonly wallet?: boolean }) => Promise<DappPage> }>({
  host: async ({ page, serve, sandbox }, use) => {
    await use(async ({ wallet = true, ...input } = {}) => {
      const { origin } = await serve({ files, scripts: wallet ? [sandbox.urls.walletScript] : [] });
      return openOptionsPage(page, origin, input);
    });
  },
});

test.use(WITH_MOTION);

const TERMS = { termsConditionsUrl: 'https://example.com/terms', privacyPolicyUrl: 'https://example.com/privacy' };

/** Checks the page's accessibility in the dark theme, and the colors in the light theme. The modal's theme is that of the system. */
const expectAccessible = async ({ page }: DappPage, what: string): Promise<void> => {
  const modal = page.locator('latchkey-modal');
  await expect(modal.locator('[aria-busy=true],.skeleton')).toHaveCount(0);
  for (const [theme, rules] of [
    ['light', ['color-contrast']],
    ['dark', undefined],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(modal.locator('.lk').first()).toHaveCSS('color-scheme', theme);
    expect(await axeViolations(page, rules), `${what}, ${theme}`).toEqual([]);
  }
};

test.describe('accessibility of every view in both themes @connect', () => {
  test.use({ colorScheme: 'dark' });

  test('installed wallet, account and networks; the wallet list is disabled until the terms are accepted', async ({
    host,
    wallet,
    control,
    problems,
  }) => {
    problems.expect(/missing from the "networks" option/);
    const dapp = await host({ options: { themeMode: 'auto', debug: true, features: { legalCheckbox: true }, ...TERMS } });
    const { page, dialog } = dapp;
    await dapp.openDialog();
    await expect(dapp.wallet(SANDBOX_WALLET)).toBeDisabled();
    await expectAccessible(dapp, 'Connect with terms to accept');
    await dialog.getByRole('checkbox').check();
    await expectAccessible(dapp, 'Connect');
    const prompt = await wallet.during(() => dapp.wallet(SANDBOX_WALLET).click());
    await expect(dialog).toContainText(`Continue in ${SANDBOX_WALLET}`);
    await expectAccessible(dapp, 'ConnectingExternal');
    await prompt.reject();
    await expect(dialog).toContainText('Connection declined');
    await expectAccessible(dapp, 'ConnectingExternal, declined');
    await wallet.approve(() => dialog.getByRole('button', { name: 'Try again' }).click());
    await expect(dialog).toBeHidden();
    await expect(fact(dapp, 'address')).toHaveText((await control.state()).selected);
    expect(await outcomesOf(control, 'eth_requestAccounts')).toEqual(['failed', 'responded']);

    await page.locator('#say').click();
    await expect(page.getByRole('status').filter({ hasText: 'Something went well' })).toBeVisible();
    await page.locator('#stray').click();
    const alert = page.getByRole('alert').filter({ hasText: 'Network Not Found' });
    await expect(alert).toBeVisible();
    await expectAccessible(dapp, 'the page with its account button, a message and an alert');
    await alert.getByRole('button').click();
    await expect(alert).toHaveCount(0);

    await page.locator('#account').click();
    await expect(dialog).toContainText('ETH');
    await expectAccessible(dapp, 'Account');
    await dialog.getByTestId('lk-settings').click();
    await dialog.getByTestId('lk-event-log').click();
    await expect(dialog.getByTestId('lk-event-log-text')).toHaveValue(/CONNECT_ERROR/);
    await expectAccessible(dapp, 'AccountSettings');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.locator('#network').click();
    await expect(dialog.getByRole('button', { name: 'Polygon' })).toBeVisible();
    await expectAccessible(dapp, 'Networks');
    await dialog.getByRole('button', { name: 'What is a network?' }).click();
    await expect(dialog).toContainText('Apps support certain networks');
    await expectAccessible(dapp, 'WhatIsANetwork');
    await dialog.getByRole('button', { name: 'Back' }).click();
    const move = await wallet.during(() => dialog.getByRole('button', { name: 'Polygon' }).click());
    await expect(dialog.getByTestId('lk-view-SwitchNetwork')).toBeVisible();
    await expectAccessible(dapp, 'SwitchNetwork');
    await move.reject();
    await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expectAccessible(dapp, 'SwitchNetwork, declined');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await control.switchChain(100);
    await expect(dialog).toContainText('is on another network');
    await expectAccessible(dapp, 'UnsupportedChain');
  });

  test('wallets that are not installed: how to get one, and every way to connect one', async ({ host, directory }) => {
    const [page, ...others] = await directory.wallets();
    if (page === undefined) throw new Error('The directory does not list the phone wallet.');
    // A wallet without a homepage links to its app stores.
    await directory.setWallets([{ ...page, homepage: null, badge_type: 'none' }, ...others]);
    const none = await host({ options: { themeMode: 'auto' }, wallet: false });
    await none.openDialog();
    await expect(none.dialog).toContainText('No wallet found');
    await expectAccessible(none, 'Connect without a wallet');

    const dapp = await host({ options: { themeMode: 'auto' }, view: 'Create', hasRemoteWallets: true });
    const { dialog } = dapp;
    await dapp.page.locator('#open-view').click();
    await expect(dialog.getByRole('list', { name: 'Get a wallet' }).getByRole('button', { name: 'Sandbox Phone' })).toBeVisible();
    await expectAccessible(dapp, 'Create');
    await dialog.getByRole('button', { name: 'What is a wallet?' }).click();
    await expect(dialog).toContainText('Keeps you in control');
    await expectAccessible(dapp, 'WhatIsAWallet');
    await dialog.getByRole('button', { name: 'Get a wallet' }).click();
    await expect(dialog.getByRole('list').getByRole('link').first()).toHaveAttribute('href', /^https:/);
    await expectAccessible(dapp, 'GetWallet');
    await dialog.getByRole('button', { name: 'Sandbox Phone' }).click();
    await expect(dialog.getByRole('list').getByRole('link')).toHaveCount(2);
    await dialog.getByTestId('lk-code-app_store').click();
    await expect(dialog.getByTestId('lk-qr').locator('svg[role=img]')).toBeVisible();
    await expectAccessible(dapp, 'Downloads with a code');
    await dialog.getByTestId('lk-back').click();
    await expect(dialog.getByRole('button', { name: 'Sandbox Phone' })).toBeFocused();
    await dialog.getByTestId('lk-back').click();
    await dialog.getByTestId('lk-back').click();
    await dialog.getByTestId('lk-have-wallet').click();
    await expect(dapp.wallet(SANDBOX_WALLET)).toBeVisible();

    const code = dialog.getByTestId('lk-qr').locator('svg[role=img]');
    await dialog.getByTestId('lk-wallet-walletConnect').click();
    await expect(code).toBeVisible();
    await expectAccessible(dapp, 'the code of any wallet');
    await dialog.getByTestId('lk-back').click();
    await dialog.getByTestId('lk-all-wallets').click();
    await expect(dialog.getByTestId('lk-all').getByRole('listitem').nth(1)).toContainText('Sandbox Phone');
    await expectAccessible(dapp, 'AllWallets');
    await dialog.getByTestId('lk-all').getByRole('button', { name: 'Sandbox Phone' }).click();
    await expect(code).toBeVisible();
    await expectAccessible(dapp, 'the code of one wallet');
    await dialog.getByRole('tab', { name: 'Webapp' }).click();
    await expect(dialog.getByTestId('lk-open-wallet')).toBeVisible();
    await expectAccessible(dapp, 'the link to one wallet');
  });
});

test('themeMode "auto" follows the theme of the system, in the modal and its buttons @connect', async ({ host, page }) => {
  const dapp = await host({ options: { themeMode: 'auto' } });
  await dapp.openDialog();
  const colors = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme });
    const colorOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).color);
    return [await colorOf('latchkey-modal .lk'), await colorOf('#network')];
  };
  const dark = 'rgb(244, 244, 246)';
  const light = 'rgb(26, 25, 23)';
  expect(await colors('light')).toEqual([light, light]);
  expect(await colors('dark')).toEqual([dark, dark]);
  expect(await colors('light')).toEqual([light, light]);
});

test('the theme that the user chooses stays after a reload, and the event log is copied @connect', async ({
  host,
  page,
  context,
  wallet,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.emulateMedia({ colorScheme: 'light' });
  const dapp = await host({ options: { themeMode: 'dark' } });
  const card = page.locator('latchkey-modal .lk').first();
  await connect(dapp, wallet);
  const openSettings = async (): Promise<void> => {
    await page.locator('#account').click();
    // The rows below the list of tokens move once it is known.
    await dapp.dialog.getByTestId('lk-token-ETH').waitFor();
    await dapp.dialog.getByTestId('lk-settings').click();
  };
  await openSettings();
  await dapp.dialog.getByTestId('lk-theme-dark').focus();
  await page.keyboard.press('ArrowUp');
  await expect(card).toHaveCSS('color-scheme', 'light');
  await page.reload();
  await openSettings();
  await expect(dapp.dialog.getByTestId('lk-theme-light')).toBeChecked();
  await expect(card).toHaveCSS('color-scheme', 'light');
  await dapp.dialog.getByTestId('lk-theme-auto').check();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(card).toHaveCSS('color-scheme', 'dark');

  await dapp.dialog.getByTestId('lk-copy-log').click();
  await expect(dapp.dialog.getByTestId('lk-copy-log')).toContainText('Copied');
  const log = await page.evaluate(() => navigator.clipboard.readText());
  expect(log).toContain(`Browser: ${await page.evaluate(() => navigator.userAgent)}\nNetwork: eip155:1\nWallet: ${SANDBOX_WALLET}\n`);
  expect(log).toMatch(/\n\S+Z eip155:1 MODAL_OPEN connected: true\n/);
});

test.describe('modal layout @connect', () => {
  /** Bounding box of the dialog after its animations. */
  const boxOf = async ({ page, dialog }: DappPage) => {
    await waitForAnimations(page);
    const box = await dialog.boundingBox();
    if (box === null) throw new Error('The dialog has no box.');
    return box;
  };

  test('embedded: renders in its container on the page, without a dialog', async ({ host, wallet, control }) => {
    const dapp = await host({ options: { themeMode: 'auto', enableEmbedded: true } });
    const card = dapp.page.locator('#place').getByTestId('lk-embedded');
    await expect(card.getByRole('button', { name: SANDBOX_WALLET })).toBeVisible();
    await waitForAnimations(dapp.page);
    const place = await dapp.page.locator('#place').boundingBox();
    const inside = await card.boundingBox();
    expect(inside?.y).toBeGreaterThanOrEqual(place?.y ?? Number.POSITIVE_INFINITY);
    expect(inside?.height).toBeGreaterThan(100);
    await expectAccessible(dapp, 'Connect in the page');
    await wallet.approve(() => card.getByRole('button', { name: SANDBOX_WALLET }).click());
    await expect(fact(dapp, 'address')).toHaveText((await control.state()).selected);
    await expect(card.getByTestId('lk-view-Account')).toBeVisible();
    await expect(dapp.dialog).toHaveCount(0);
  });

  test('is a card at 431 px, whose top edge stays whatever its height, and a full-width bottom sheet at 430 px', async ({ host, page }) => {
    await page.setViewportSize({ width: 431, height: 800 });
    const dapp = await host();
    await dapp.openDialog();
    const card = await boxOf(dapp);
    expect(card.width).toBe(360);
    expect(card.x).toBeCloseTo((431 - 360) / 2, 0);
    // That of the tallest card. Otherwise what is pressed would move when something is loaded below it.
    expect([card.y, card.height < 656]).toEqual([(800 - 656) / 2, true]);
    await page.setViewportSize({ width: 430, height: 800 });
    const sheet = await boxOf(dapp);
    expect({ x: sheet.x, width: sheet.width, bottom: sheet.y + sheet.height }).toEqual({ x: 0, width: 430, bottom: 800 });
  });

  test('with reduced motion nothing animates for longer than 10 ms; with forced colors every control has a border and visible focus', async ({
    host,
    page,
  }) => {
    /** Longest animation or transition inside the modal, in seconds. */
    const longest = () =>
      page.evaluate(() => {
        const seconds = (text: string): number => Math.max(...text.split(',').map((part) => Number.parseFloat(part)));
        const root = document.querySelector('latchkey-modal')?.shadowRoot;
        const elements = [...(root?.querySelectorAll('*') ?? [])];
        if (elements.length === 0) throw new Error('The modal is not there.');
        const styles = elements.flatMap((element) =>
          ['', '::before', '::after', '::backdrop'].map((pseudo) => getComputedStyle(element, pseudo)),
        );
        return Math.max(
          ...styles.flatMap(({ animationName, animationDuration, animationIterationCount, transitionDuration }) => [
            seconds(transitionDuration),
            // An infinite animation counts as long.
            animationName === 'none' ? 0 : animationIterationCount.includes('infinite') ? 1 : seconds(animationDuration),
          ]),
        );
      });
    const borderless = async (controls: Locator): Promise<readonly string[]> => {
      await expect(controls.first()).toBeVisible();
      return controls.evaluateAll((elements) =>
        elements
          .filter((element) => {
            const { borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(element);
            const isSeen = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1 && !/^rgba\(.*, 0\)$/.test(borderTopColor);
            return !isSeen;
          })
          .map((element) => element.outerHTML.slice(0, 120)),
      );
    };
    const dapp = await host({ options: { features: { legalCheckbox: true }, ...TERMS } });
    await dapp.openDialog();
    await expect(dapp.wallet(SANDBOX_WALLET)).toBeVisible();
    expect(await longest()).toBeGreaterThan(0.1);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await longest()).toBeLessThanOrEqual(0.01);
    await dapp.dialog.getByRole('button', { name: 'What is a wallet?' }).click();
    await expect(dapp.dialog).toContainText('Keeps you in control');
    expect(await longest()).toBeLessThanOrEqual(0.01);
    await dapp.dialog.getByRole('button', { name: 'Back' }).click();

    await page.emulateMedia({ forcedColors: 'active' });
    await expect(dapp.wallet(SANDBOX_WALLET)).toBeVisible();
    expect(await borderless(page.locator('#connect, #network'))).toEqual([]);
    expect(await borderless(dapp.dialog.getByRole('button'))).toEqual([]);
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => {
      const focused = document.activeElement?.shadowRoot?.activeElement;
      if (focused == null) throw new Error('Nothing in the modal has the focus.');
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      return { outlineStyle, isWide: Number.parseFloat(outlineWidth) >= 2 };
    });
    expect(outline).toEqual({ outlineStyle: 'solid', isWide: true });
  });

  test('keeps the search of a long network list in view on scroll, without covering the focused row', async ({ host }) => {
    const networks = Array.from({ length: 14 }, (_, index) => ({
      id: index + 1,
      name: `Network ${index + 1}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: ['http://localhost:1'] } },
    }));
    const { page, dialog } = await host({ options: { networks } });
    await page.locator('#network').click();
    const field = dialog.getByTestId('lk-search');
    await field.waitFor();
    await waitForAnimations(page);
    const before = await field.boundingBox();
    const last = dialog.getByTestId('lk-network-eip155:14');
    await last.focus();
    await expect(last).toBeInViewport();
    expect(await field.boundingBox()).toEqual(before);
    for (let stop = 14; stop > 1; stop -= 1) {
      await page.keyboard.press('Shift+Tab');
      const row = await dialog.getByTestId(`lk-network-eip155:${stop - 1}`).boundingBox();
      expect(row?.y).toBeGreaterThanOrEqual((before?.y ?? Number.POSITIVE_INFINITY) + (before?.height ?? 0));
    }
  });
});
