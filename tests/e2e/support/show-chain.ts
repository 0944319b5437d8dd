import type { DappPage } from './dapp-page.js';
import { expect } from './fixtures.js';
import { fact } from './flows.js';

/** The tabs of the account view, one for each connected namespace, while the dialog is open. */
const tabsIn = async (dapp: DappPage) => {
  await dapp.page.locator('#account').click();
  return dapp.dialog.getByRole('tab');
};

const close = async (dapp: DappPage): Promise<void> => {
  await dapp.page.keyboard.press('Escape');
  await expect(dapp.dialog).toBeHidden();
};

/** Waits until so many namespaces are connected, by the tabs of the account view. */
export const expectChains = async (dapp: DappPage, count: number): Promise<void> => {
  await expect(await tabsIn(dapp)).toHaveCount(count);
  await close(dapp);
};

/** Goes to another connected namespace by the tabs of the account view; gives its account's address. */
export const showChain = async (dapp: DappPage, name: RegExp): Promise<string> => {
  const before = await fact(dapp, 'address').innerText();
  await (await tabsIn(dapp)).filter({ hasText: name }).click();
  await close(dapp);
  await expect(fact(dapp, 'address')).not.toHaveText(before);
  return fact(dapp, 'address').innerText();
};
