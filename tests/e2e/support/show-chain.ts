import type { DappPage } from './dapp-page.js';
import { expect } from './fixtures.js';
import { fact } from './flows.js';

/** Opens the account view and returns its tabs, one per connected namespace. */
const tabsIn = async (dapp: DappPage) => {
  await dapp.page.locator('#account').click();
  return dapp.dialog.getByRole('tablist', { name: 'Chains' }).getByRole('tab');
};

const close = async (dapp: DappPage): Promise<void> => {
  await dapp.page.keyboard.press('Escape');
  await expect(dapp.dialog).toBeHidden();
};

/** Expects this number of connected namespaces in the account view. */
export const expectChains = async (dapp: DappPage, count: number): Promise<void> => {
  await expect(await tabsIn(dapp)).toHaveCount(count);
  await close(dapp);
};

/** Switches to another connected namespace in the account view and returns its address. */
export const showChain = async (dapp: DappPage, name: RegExp): Promise<string> => {
  const before = await fact(dapp, 'address').innerText();
  await (await tabsIn(dapp)).filter({ hasText: name }).click();
  await close(dapp);
  await expect(fact(dapp, 'address')).not.toHaveText(before);
  return fact(dapp, 'address').innerText();
};
