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
