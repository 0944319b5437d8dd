import type { Locator, Page } from '@playwright/test';
import { type Address, erc20Abi, parseUnits } from 'viem';
import { test as chainsTest } from './support/chains-extension-fixtures.js';
import { solanaFacts } from './support/chains-facts.js';
import type { DappPage } from './support/dapp-page.js';
import { expect, test } from './support/fixtures.js';
import { connect } from './support/flows.js';
import { showChain } from './support/show-chain.js';

const CHAIN = 'eip155:1';

/** Until a purchase is delivered and listed. */
const SOON = { timeout: 30_000 };

const openAccount = async (dapp: DappPage): Promise<Locator> => {
  if (!(await dapp.dialog.isVisible())) await dapp.page.locator('#account').click();
  await dapp.dialog.waitFor();
  return dapp.dialog;
};

/** Chooses a provider, and returns its window. */
const openProvider = async (dapp: DappPage, id: string): Promise<Page> => {
  const row = dapp.dialog.getByTestId(`lk-provider-${id}`);
  await expect(row).toBeEnabled({ timeout: 20_000 });
  const [window] = await Promise.all([dapp.page.waitForEvent('popup'), row.click()]);
  await window.getByTestId('pay-card').waitFor();
  return window;
};

/** Pays in the window of the provider with a card, and returns what was bought. */
const pay = async (window: Page, { card = '4242 4242 4242 4242', amount }: { readonly card?: string; readonly amount?: string } = {}) => {
  if (amount !== undefined) await window.getByTestId('pay-amount').fill(amount);
  const bought = await window.getByTestId('pay-amount').inputValue();
  await window.getByTestId('pay-card').fill(card);
  await window.getByTestId('pay-expiry').fill('12/34');
  await window.getByTestId('pay-code').fill('123');
  await window.getByTestId('pay-submit').click();
  return bought;
};

test.describe('user who buys', { tag: '@money' }, () => {
  test('pays at the provider for a token, and has it on the chain', async ({ dapp, wallet, chains, sandbox }) => {
    test.slow();
    await dapp.open();
    const address = (await connect(dapp, wallet)) as Address;
    const chain = chains.of(CHAIN);
    const dollar = sandbox.contracts.dollar;
    const balanceOf = (): Promise<bigint> =>
      chain.readContract({ address: dollar, abi: erc20Abi, functionName: 'balanceOf', args: [address] });
    const before = await balanceOf();

    const dialog = await openAccount(dapp);
    await dialog.getByTestId('lk-buy').click();
    await expect(dialog.getByTestId('lk-provider-coinbase')).toBeDisabled({ timeout: 20_000 });
    await dialog.getByTestId('lk-buy-amount').fill('5');
    await expect(dialog.getByTestId('lk-buy-note')).toContainText('The minimum is $10');
    await dialog.getByTestId('lk-preset-100').click();
    // 1.5 % and a quarter are the fees of the sandbox's provider.
    await expect(dialog.getByTestId('lk-buy-get')).toHaveText('98.25 SBD');
    const window = await openProvider(dapp, 'coinbase');
    await expect(window.getByTestId('pay-address')).toHaveText(address);
    expect(await window.getByTestId('pay-amount').inputValue()).toBe('98.25');
    expect(await window.evaluate(() => opener)).toBeNull();
    await expect(dialog).toContainText('Continue at Coinbase');
    await pay(window);
    await expect(dialog.getByTestId('lk-activity')).toContainText('+98.250 SBD', SOON);
    await expect.poll(balanceOf, SOON).toBe(before + parseUnits('98.25', 6));
    await expect(window.getByTestId('pay-status')).toHaveText('Delivered');
  });

  test('chooses another token and currency, and follows a payment that is reviewed', async ({ dapp, wallet, chains }) => {
    test.slow();
    await dapp.open();
    const address = (await connect(dapp, wallet)) as Address;
    const chain = chains.of(CHAIN);
    const before = await chain.getBalance({ address });
    const dialog = await openAccount(dapp);
    await dialog.getByTestId('lk-buy').click();
    await dialog.getByTestId('lk-buy-token').click({ timeout: 20_000 });
    await dialog.getByTestId('lk-buy-token-ETH').click();
    await dialog.getByTestId('lk-buy-fiat').click();
    await dialog.getByTestId('lk-fiat-EUR').click();
    await dialog.getByTestId('lk-buy-amount').fill('50');
    await expect(dialog.getByTestId('lk-buy-get')).toContainText('ETH');
    const window = await openProvider(dapp, 'coinbase');
    const bought = await pay(window, { card: '4000 0000 0000 3220' });
    const list = dialog.getByTestId('lk-activity');
    await expect(list).toContainText('Pending', SOON);
    expect(await chain.getBalance({ address })).toBe(before);
    await expect(list).not.toContainText('Pending', SOON);
    await expect.poll(() => chain.getBalance({ address }), SOON).toBe(before + parseUnits(bought, 18));
  });

  test('sees that a card was declined, and gets nothing', async ({ dapp, wallet, chains }) => {
    await dapp.open();
    const address = (await connect(dapp, wallet)) as Address;
    const before = await chains.of(CHAIN).getBalance({ address });
    const dialog = await openAccount(dapp);
    await dialog.getByTestId('lk-buy').click();
    await dialog.getByTestId('lk-preset-250').click({ timeout: 20_000 });
    const window = await openProvider(dapp, 'coinbase');
    await pay(window, { card: '4000 0000 0000 0002' });
    await expect(window.getByTestId('pay-status')).toHaveText('Payment declined');
    await expect(dialog.getByTestId('lk-activity')).toContainText('Failed', SOON);
    expect(await chains.of(CHAIN).getBalance({ address })).toBe(before);
  });
});

chainsTest.describe('user of Solana who buys', { tag: '@money' }, () => {
  chainsTest(
    'pays at the provider whose page takes the order in its address, and has SOL on the chain',
    async ({ dapp, wallet, chainsSandbox }) => {
      chainsTest.slow();
      const { balanceOf } = solanaFacts(chainsSandbox);
      await dapp.open();
      await dapp.openDialog();
      await dapp.dialog.getByRole('button', { name: 'Sandbox Wallet Extension' }).click();
      await dapp.dialog.getByTestId('lk-select-all').click();
      let prompt = await wallet.during(() => dapp.dialog.getByTestId('lk-connect-chosen').click());
      for (let count = 0; count < 3; count += 1) {
        const next = wallet.nextPrompt();
        await prompt.approve();
        prompt = await next;
      }
      await prompt.approve();
      await expect(dapp.dialog).toBeHidden();
      const address = await showChain(dapp, /solana/i);
      const before = await balanceOf(address);
      const dialog = await openAccount(dapp);
      await dialog.getByTestId('lk-buy').click();
      const window = await openProvider(dapp, 'meld');
      await expect(window.getByTestId('pay-address')).toHaveText(address);
      await pay(window, { amount: '0.25' });
      await expect.poll(() => balanceOf(address), SOON).toBe(before + 250_000_000n);
      await window.close();
      await expect(dialog).toContainText('Finished at Meld.io?');
      await dialog.getByTestId('lk-buy-done').click();
      await expect(dialog.getByTestId('lk-buy')).toBeVisible();
    },
  );
});
