import type { WalletControl } from '@latchkey/sandbox';
import type { Locator } from '@playwright/test';
import type { DappPage } from './dapp-page.js';
import { expect } from './fixtures.js';
import type { WalletWindows } from './wallet-windows.js';

/** Name that the sandbox's wallet announces. */
export const SANDBOX_WALLET = 'Sandbox Wallet';

/** What the page's own panel says about one thing, e.g. `status`, `address`, `network`. */
export const fact = ({ page }: DappPage, name: string): Locator => page.getByTestId(`demo-${name}`);

/** Connects by hand: button, row of the wallet, yes in the wallet's window. Resolves with the address. */
export const connect = async (dapp: DappPage, wallet: WalletWindows, name = SANDBOX_WALLET): Promise<`0x${string}`> => {
  await dapp.openDialog();
  await wallet.approve(() => dapp.wallet(name).click());
  await expect(fact(dapp, 'status')).toHaveText('connected');
  await expect(dapp.dialog).toBeHidden();
  // The panel shows the whole address.
  return (await fact(dapp, 'address').innerText()) as `0x${string}`;
};

/** What became of every call of a method, in the wallet's own log, oldest first. */
export const outcomesOf = async (control: WalletControl, method: string): Promise<readonly string[]> =>
  (await control.requests()).filter((request) => request.method === method).map(({ outcome }) => outcome);

/** The sites that the wallet shares something with. */
export const connectedSites = async (control: WalletControl): Promise<readonly string[]> =>
  (await control.state()).sites.map(({ origin }) => origin);

/** Waits until the wallet shares nothing with any site. A page that disconnects says so at once and tells the wallet after that. */
export const expectForgotten = async (control: WalletControl): Promise<void> => {
  await expect.poll(() => connectedSites(control)).toEqual([]);
};
