import type { Page } from '@playwright/test';
import type { DappPage } from './support/dapp-page.js';
import { expect, test } from './support/fixtures.js';
import { fact } from './support/flows.js';
import type { PhoneWallet } from './support/phone-wallet.js';
import { scanCode } from './support/scan-code.js';

const WALLET = 'Sandbox Phone';

/** Connects the phone by the generic QR code, or by its own if it is selected first. Returns the address. */
const connectByCode = async (dapp: DappPage, phone: PhoneWallet, isSelected = false): Promise<string> => {
  await dapp.openDialog();
  if (isSelected) {
    await dapp.dialog.getByTestId('lk-all-wallets').click();
    await dapp.dialog.getByTestId('lk-all').getByRole('button', { name: WALLET }).click();
  } else {
    await dapp.dialog.getByTestId('lk-wallet-walletConnect').click();
  }
  await scanCode(dapp, phone);
  await phone.approve();
  await expect(fact(dapp, 'status')).toHaveText('connected');
  return fact(dapp, 'address').innerText();
};

/** Opens the dialog, selects the lost wallet, scans and approves. */
const reconnect = async (dapp: DappPage, phone: PhoneWallet, isSelected = false): Promise<void> => {
  await expect(dapp.connectButton).toHaveText('Reconnect');
  await dapp.openDialog();
  await dapp.dialog
    .getByTestId('lk-reconnect')
    .getByRole('button', { name: `Reconnect ${WALLET}` })
    .click();
  await expect(dapp.dialog).toContainText(isSelected ? `Scan with ${WALLET}` : 'Scan with your phone');
  await scanCode(dapp, phone);
  await phone.approve();
  await expect(fact(dapp, 'status')).toHaveText('connected');
};

const losses = ({ page }: DappPage) => page.locator('[data-testid=demo-event][data-event=CONNECTION_LOST]');

/** Records the page's wallet button on every DOM change and at every frame, from the first moment on. */
const watchButtons = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen: { readonly when: 'change' | 'frame'; readonly button: string }[] = [];
    Object.assign(window, { seen });
    const record = (when: 'change' | 'frame'): void => {
      const found = [...document.querySelectorAll<HTMLElement>('.lk-button[data-testid]:not([data-testid=lk-network-button])')];
      const button = found.map(({ dataset, textContent }) => `${dataset['testid']}: ${textContent}`).join();
      if (button !== '') seen.push({ when, button });
    };
    new MutationObserver(() => record('change')).observe(document, { childList: true, subtree: true, characterData: true });
    const eachFrame = (): void => {
      record('frame');
      requestAnimationFrame(eachFrame);
    };
    requestAnimationFrame(eachFrame);
  });

/** Returns the buttons recorded by {@link watchButtons}. */
const seenButtons = (page: Page): Promise<{ readonly all: readonly string[]; readonly frames: readonly string[] }> =>
  page.evaluate(() => {
    // Defined by `watchButtons`.
    const { seen = [] } = window as Window & { readonly seen?: readonly { readonly when: string; readonly button: string }[] };
    const distinct = (list: typeof seen) => [...new Set(list.map(({ button }) => button))];
    return { all: distinct(seen), frames: distinct(seen.filter(({ when }) => when === 'frame')) };
  });

test.describe('page with a stored session @connect @protocol', () => {
  test('shows the account at the first frame while the engine loads, and never the connect button', async ({ dapp, openPhone }) => {
    await dapp.open();
    const address = await connectByCode(dapp, await openPhone());
    const short = `${address.slice(0, 6)}...${address.slice(-4)}`;

    let releaseEngine = (): void => undefined;
    const engineReleased = new Promise<void>((resolve) => {
      releaseEngine = resolve;
    });
    let requestCount = 0;
    await dapp.page.route(/wallet-protocol\.module/, async (route) => {
      requestCount += 1;
      await engineReleased;
      await route.continue();
    });
    await watchButtons(dapp.page);
    await dapp.page.reload();
    await expect(fact(dapp, 'status')).toHaveText('reconnecting');
    await expect.poll(() => requestCount).toBe(1);
    await expect.poll(async () => (await seenButtons(dapp.page)).frames).toEqual([`lk-account-button: ${short}`]);
    await dapp.page.locator('#account').click();
    await expect(dapp.dialog.getByTestId('lk-address')).toContainText(address.slice(-4));

    releaseEngine();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    await expect(dapp.dialog).toBeVisible();
    const { all } = await seenButtons(dapp.page);
    expect(all.filter((button) => !button.startsWith('lk-account-button: ') || !button.endsWith(short))).toEqual([]);
  });

  test('reconnects after the wallet deleted the session while the page was closed, and after the keys were lost, with one event each', async ({
    dapp,
    openPhone,
  }) => {
    await dapp.open();
    const phone = await openPhone();
    const address = await connectByCode(dapp, phone, true);
    await dapp.page.goto('about:blank');
    await phone.disconnect();
    await expect(phone.sessions).toHaveCount(0);
    await dapp.open();
    await reconnect(dapp, phone, true);
    expect(await fact(dapp, 'address').innerText()).toBe(address);
    await expect(losses(dapp)).toHaveCount(1);
    await expect(losses(dapp)).toContainText('reason: wallet');

    await dapp.page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Empty</title>' }));
    await dapp.page.goto(`${dapp.origin}/empty`);
    const remaining = await dapp.page.evaluate(async () => {
      for (const { name = '' } of await indexedDB.databases())
        await new Promise((resolve, reject) => Object.assign(indexedDB.deleteDatabase(name), { onsuccess: resolve, onerror: reject }));
      return indexedDB.databases();
    });
    expect(remaining).toEqual([]);
    await dapp.open();
    await reconnect(dapp, phone, true);
    await expect(losses(dapp)).toHaveCount(1);
    await expect(losses(dapp)).toContainText('reason: lost');
    await dapp.page.reload();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    await expect(losses(dapp)).toHaveCount(0);
  });
});
