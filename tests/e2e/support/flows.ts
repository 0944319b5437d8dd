import type { WalletControl } from '@latchkey/sandbox';
import type { Locator } from '@playwright/test';
import type { DappPage } from './dapp-page.js';
import { expect } from './fixtures.js';
import type { WalletWindows } from './wallet-windows.js';

/** Announced name of the sandbox's wallet. */
export const SANDBOX_WALLET = 'Sandbox Wallet';

/** A value in the page's panels, e.g. `status`, `address`, `network`. */
export const fact = ({ page }: DappPage, name: string): Locator => page.getByTestId(`demo-${name}`);

/** Connects through the dialog and approves in the wallet's window. Returns the address. */
export const connect = async (dapp: DappPage, wallet: WalletWindows, name = SANDBOX_WALLET): Promise<`0x${string}`> => {
  await dapp.openDialog();
  await wallet.approve(() => dapp.wallet(name).click());
  await expect(fact(dapp, 'status')).toHaveText('connected');
  await expect(dapp.dialog).toBeHidden();
  // The panel shows the full address.
  return (await fact(dapp, 'address').innerText()) as `0x${string}`;
};

/** Chooses a row of a list of tokens. Pressed again if the list, in which balances arrive, moved it under the press. */
export const chooseToken = async (dialog: Locator, symbol: string): Promise<void> => {
  const row = dialog.getByTestId(`lk-token-${symbol}`);
  await row.waitFor();
  await expect(async () => {
    if (await row.isVisible()) await row.click({ timeout: 5_000 });
    await expect(row).toBeHidden();
  }).toPass();
};

/** Returns the outcomes of all calls of a method from the wallet's log, oldest first. */
export const outcomesOf = async (control: WalletControl, method: string): Promise<readonly string[]> =>
  (await control.requests()).filter((request) => request.method === method).map(({ outcome }) => outcome);

/** Returns the sites connected to the wallet. */
export const connectedSites = async (control: WalletControl): Promise<readonly string[]> =>
  (await control.state()).sites.map(({ origin }) => origin);

/** Waits until the wallet has no connected site. A page is disconnected immediately and notifies the wallet afterwards. */
export const expectForgotten = async (control: WalletControl): Promise<void> => {
  await expect.poll(() => connectedSites(control)).toEqual([]);
};
