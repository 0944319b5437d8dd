import type { Locator } from '@playwright/test';
import { axeViolations, stillness } from './support/axe.js';
import { buildPage } from './support/built-page.js';
import type { DappPage } from './support/dapp-page.js';
import { test as base, expect } from './support/fixtures.js';
import { connect, fact, outcomesOf, roundTrip, SANDBOX_WALLET } from './support/flows.js';
import { OPTIONS_PAGE, type OptionsPageInput, openOptionsPage } from './support/options-page.js';

let files = '';
base.beforeAll(async () => {
  files = await buildPage({ folder: OPTIONS_PAGE, mode: 'production' });
});

/** Opens the page of the options; without `wallet: false` the sandbox's wallet is on it. */
const test = base.extend<{ readonly host: (input?: OptionsPageInput & { readonly wallet?: boolean }) => Promise<DappPage> }>({
  host: async ({ page, serve, sandbox }, use) => {
    await use(async ({ wallet = true, ...input } = {}) => {
      const { origin } = await serve({ files, scripts: wallet ? [sandbox.urls.walletScript] : [] });
      return openOptionsPage(page, origin, input);
    });
  },
});

const TERMS = { termsConditionsUrl: 'https://example.com/terms', privacyPolicyUrl: 'https://example.com/privacy' };

for (const themeMode of ['dark', 'light'] as const) {
  test.describe(`what only options show is accessible in the ${themeMode} theme @connect`, () => {
    const clean = async ({ page }: DappPage): Promise<void> => {
      await expect(page.locator('latchkey-modal').locator('[aria-busy=true],.bone')).toHaveCount(0);
      expect(await axeViolations(page)).toEqual([]);
    };

    test('Connect without a wallet', async ({ host }) => {
      const dapp = await host({ options: { themeMode }, wallet: false });
      await dapp.openDialog();
      await expect(dapp.dialog).toContainText('No wallet found');
      await clean(dapp);
    });

    test('ConnectWallets, opened by the client', async ({ host }) => {
      const dapp = await host({ options: { themeMode }, view: 'ConnectWallets' });
      await dapp.page.locator('#open-view').click();
      await expect(dapp.wallet(SANDBOX_WALLET)).toBeVisible();
      await clean(dapp);
    });

    test('the legal checkbox, empty and ticked: the list waits for it', async ({ host, wallet, control }) => {
      const dapp = await host({ options: { themeMode, features: { legalCheckbox: true }, ...TERMS } });
      await dapp.openDialog();
      await expect(dapp.wallet(SANDBOX_WALLET)).toBeDisabled();
      await clean(dapp);
      await dapp.dialog.getByRole('checkbox').check();
      await clean(dapp);
      await wallet.approve(() => dapp.wallet(SANDBOX_WALLET).click());
      await expect(fact(dapp, 'status')).toHaveText('connected');
      expect(await outcomesOf(control, 'eth_requestAccounts')).toEqual(['answered']);
    });

    test('a snackbar and the alert bar', async ({ host, problems }) => {
      problems.expect(/missing from the "networks" option/);
      const dapp = await host({ options: { themeMode, debug: true } });
      await dapp.page.locator('#say').click();
      await expect(dapp.page.getByRole('status').filter({ hasText: 'Something went well' })).toBeVisible();
      await clean(dapp);
      await dapp.page.locator('#stray').click();
      const alert = dapp.page.getByRole('alert').filter({ hasText: 'Network Not Found' });
      await expect(alert).toBeVisible();
      await clean(dapp);
      await alert.getByRole('button').click();
      await expect(alert).toHaveCount(0);
    });

    test('GetWallet, Downloads and Create: what there is to get, where, and the way back', async ({ host, directory }) => {
      const [page, ...others] = await directory.wallets();
      if (page === undefined) throw new Error('The directory lists the wallet that is a page.');
      // One without a page of its own leads to its stores.
      await directory.setWallets([{ ...page, homepage: null, badge_type: 'none' }, ...others]);
      const dapp = await host({ options: { themeMode }, view: 'Create', reach: true });
      const { dialog } = dapp;
      await dapp.page.locator('#open-view').click();
      await expect(dialog.getByTestId('lk-have-wallet')).toBeVisible();
      await expect(dialog.getByRole('list', { name: 'Get a wallet' }).getByRole('button', { name: 'Sandbox Phone' })).toBeVisible();
      await clean(dapp);
      await dialog.getByTestId('lk-have-wallet').click();
      await expect(dapp.wallet(SANDBOX_WALLET)).toBeVisible();
      await dialog.getByRole('button', { name: 'Close' }).click();

      const getting = await host({ options: { themeMode }, view: 'GetWallet', reach: true });
      await getting.page.locator('#open-view').click();
      await expect(dialog.getByRole('list').getByRole('link').first()).toHaveAttribute('href', /^https:/);
      await clean(getting);
      await dialog.getByRole('button', { name: 'Sandbox Phone' }).click();
      await expect(dialog.getByRole('heading', { level: 1 })).toHaveText('Get Sandbox Phone');
      await expect(dialog.getByRole('list').getByRole('link')).toHaveCount(2);
      await clean(getting);
      await dialog.getByTestId('lk-code-app_store').click();
      await expect(dialog.getByTestId('lk-qr').locator('svg[role=img]')).toBeVisible();
      await clean(getting);
      await dialog.getByTestId('lk-back').click();
      await expect(dialog.getByRole('button', { name: 'Sandbox Phone' })).toBeFocused();
    });

    test('the code, all wallets, and each way to reach one of them', async ({ host }) => {
      const dapp = await host({ options: { themeMode }, reach: true });
      const { dialog } = dapp;
      const code = dialog.getByTestId('lk-qr').locator('svg[role=img]');
      await dapp.openDialog();
      await dialog.getByTestId('lk-wallet-walletConnect').click();
      await expect(code).toBeVisible();
      await clean(dapp);
      await dialog.getByTestId('lk-back').click();
      await dialog.getByTestId('lk-all-wallets').click();
      await expect(dialog.getByTestId('lk-all').getByRole('listitem').nth(1)).toContainText('Sandbox Phone');
      await clean(dapp);
      await dialog.getByTestId('lk-all').getByRole('button', { name: 'Sandbox Phone' }).click();
      for (const [name, shown] of [
        ['Mobile', code],
        ['Webapp', dialog.getByTestId('lk-open-wallet')],
        ['Desktop', dialog.getByTestId('lk-open-wallet')],
      ] as const) {
        await dialog.getByRole('tab', { name }).click();
        await expect(dialog.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
        await expect(shown).toBeVisible();
        await clean(dapp);
      }
    });

    test('embedded: in its place on the page, without a dialog', async ({ host, wallet, control }) => {
      const dapp = await host({ options: { themeMode, enableEmbedded: true } });
      const card = dapp.page.locator('#place').getByTestId('lk-embedded');
      await expect(card.getByRole('button', { name: SANDBOX_WALLET })).toBeVisible();
      await expect(dapp.dialog).toHaveCount(0);
      await stillness(dapp.page);
      const place = await dapp.page.locator('#place').boundingBox();
      const inside = await card.boundingBox();
      expect(inside?.y).toBeGreaterThanOrEqual(place?.y ?? Number.POSITIVE_INFINITY);
      expect(inside?.height).toBeGreaterThan(100);
      await clean(dapp);
      await wallet.approve(() => card.getByRole('button', { name: SANDBOX_WALLET }).click());
      await expect(fact(dapp, 'status')).toHaveText('connected');
      await expect(dapp.dialog).toHaveCount(0);
      await expect(fact(dapp, 'address')).toHaveText((await control.state()).selected);
      await expect(card.getByTestId('lk-view-Account')).toBeVisible();
      await clean(dapp);
    });
  });
}

test.describe('the dialog follows the screen and the person @connect', () => {
  /** Where the card is once it moves no more. */
  const boxOf = async ({ page, dialog }: DappPage) => {
    await stillness(page);
    const box = await dialog.boundingBox();
    if (box === null) throw new Error('The dialog has no box.');
    return box;
  };

  test('at 430 px it is a sheet at the bottom, as wide as the screen', async ({ host, page }) => {
    await page.setViewportSize({ width: 430, height: 800 });
    const dapp = await host();
    await dapp.openDialog();
    const box = await boxOf(dapp);
    expect({ x: box.x, width: box.width, bottom: box.y + box.height }).toEqual({ x: 0, width: 430, bottom: 800 });
  });

  test('at 431 px it is a card in the middle, with room on every side', async ({ host, page }) => {
    await page.setViewportSize({ width: 431, height: 800 });
    const dapp = await host();
    await dapp.openDialog();
    const box = await boxOf(dapp);
    expect(box.width).toBe(360);
    expect(box.x).toBeCloseTo((431 - 360) / 2, 0);
    expect(box.y).toBeCloseTo((800 - box.height) / 2, 0);
    expect(box.y).toBeGreaterThan(0);
  });

  test('with reduced motion nothing moves for longer than a hundredth of a second', async ({ host, page }) => {
    /** Longest animation or transition of everything inside the modal's root, in seconds. */
    const longest = () =>
      page.evaluate(() => {
        const seconds = (text: string): number => Math.max(...text.split(',').map((part) => Number.parseFloat(part)));
        const root = document.querySelector('latchkey-modal')?.shadowRoot;
        const parts = [...(root?.querySelectorAll('*') ?? [])];
        if (parts.length === 0) throw new Error('The modal is not there.');
        const styles = parts.flatMap((part) => ['', '::before', '::after', '::backdrop'].map((pseudo) => getComputedStyle(part, pseudo)));
        return Math.max(
          ...styles.flatMap(({ animationName, animationDuration, animationIterationCount, transitionDuration }) => [
            seconds(transitionDuration),
            // One that never ends is long, whatever a round takes.
            animationName === 'none' ? 0 : animationIterationCount.includes('infinite') ? 1 : seconds(animationDuration),
          ]),
        );
      });
    const dapp = await host();
    await dapp.openDialog();
    expect(await longest()).toBeGreaterThan(0.1);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await longest()).toBeLessThanOrEqual(0.01);
    await dapp.dialog.getByRole('button', { name: 'What is a wallet?' }).click();
    await expect(dapp.dialog).toContainText('Asks you first');
    expect(await longest()).toBeLessThanOrEqual(0.01);
  });

  test('with forced colours every control has an edge, and the focus is seen', async ({ host, page }) => {
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
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await borderless(page.locator('#connect, #network'))).toEqual([]);
    await dapp.openDialog();
    await expect(dapp.wallet(SANDBOX_WALLET)).toBeVisible();
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
});

test.describe('the options about networks @connect', () => {
  test('networks, many of them: the search stays in view while the list is scrolled, and covers no row that has the focus', async ({
    host,
  }) => {
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
    await stillness(page);
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

  test('allowUnsupportedChain: the wallet may be anywhere, and nothing opens', async ({ host, wallet, control }) => {
    const dapp = await host({ options: { allowUnsupportedChain: true } });
    await connect(dapp, wallet);
    await control.switchChain(100);
    await expect(fact(dapp, 'supported')).toHaveText('no');
    await roundTrip(dapp);
    await expect(dapp.dialog).toBeHidden();
    expect((await control.state()).chainId).toBe(100);
    expect(await outcomesOf(control, 'wallet_switchEthereumChain')).toEqual([]);
  });

  test('enableNetworkSwitch false: no view offers another network, and nobody is sent to one', async ({ host, wallet, control }) => {
    const dapp = await host({ options: { enableNetworkSwitch: false } });
    await connect(dapp, wallet);
    await dapp.page.locator('#account').click();
    await expect(dapp.dialog).toContainText('ETH');
    await expect(dapp.dialog.getByRole('button', { name: /Ethereum|Polygon/ })).toHaveCount(0);
    await dapp.dialog.getByRole('button', { name: 'Settings' }).click();
    await expect(dapp.dialog.getByRole('button', { name: 'Ethereum' })).toBeDisabled();
    await dapp.dialog.getByRole('button', { name: 'Close' }).click();
    await control.switchChain(100);
    await expect(fact(dapp, 'supported')).toHaveText('no');
    await roundTrip(dapp);
    await expect(dapp.dialog).toBeHidden();
    expect(await outcomesOf(control, 'wallet_switchEthereumChain')).toEqual([]);
  });
});
