import type { Locator } from '@playwright/test';
import { parseEther } from 'viem';
import { test as chainsTest } from './support/chains-extension-fixtures.js';
import { bitcoinFacts } from './support/chains-facts.js';
import type { DappPage } from './support/dapp-page.js';
import { expect, test } from './support/fixtures.js';
import { connect, fact } from './support/flows.js';
import { showChain } from './support/show-chain.js';

const CHAIN = 'eip155:1';
/** An account that no one owns. */
const RECIPIENT = '0x8ba1f109551bD432803012645Ac136ddd64DBA72';
/** The example address of BIP-173. */
const BITCOIN_RECIPIENT = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

/** Until an outcome is known. */
const SOON = { timeout: 30_000 };

/** Opens the tray's list, and returns its only row. */
const waiting = async ({ page }: DappPage): Promise<Locator> => {
  const chip = page.getByTestId('lk-tray-chip');
  await expect(chip).toHaveText('1 transaction pending', SOON);
  if ((await chip.getAttribute('aria-expanded')) === 'false') await chip.click();
  return page.getByTestId('lk-tray-item');
};

const hashOf = async (item: Locator): Promise<string> => (await item.getAttribute('data-hash')) ?? '';

test.describe('user with a transaction that waits', { tag: '@money' }, () => {
  test('finds it in the tray after a reload, speeds it up, and cancels another one', async ({ dapp, wallet, chains }) => {
    test.slow();
    await dapp.open();
    const address = await connect(dapp, wallet);
    const node = chains.of(CHAIN);
    const sendEther = async (amount: string): Promise<void> => {
      await fact(dapp, 'recipient').fill(RECIPIENT);
      await fact(dapp, 'amount').fill(amount);
      await wallet.approve(() => fact(dapp, 'send').click());
    };
    const [received, nonce] = await Promise.all([node.getBalance({ address: RECIPIENT }), node.getTransactionCount({ address })]);
    await node.setAutomine(false);
    try {
      await sendEther('0.5');
      const first = await hashOf(await waiting(dapp));
      await dapp.page.reload();
      let item = await waiting(dapp);
      await expect(item).toHaveAttribute('data-hash', first);
      await expect(item).toContainText('Send 0.5 ETH');
      await wallet.approve(() => item.getByTestId('lk-speed-up').click());
      await expect(item).not.toHaveAttribute('data-hash', first);
      const replacement = await hashOf(item);
      await node.mine({ blocks: 1 });
      await expect(item).toHaveAttribute('data-status', 'confirmed', SOON);
      expect((await chains.receipt(CHAIN, replacement)).status).toBe('success');
      expect(await node.getTransaction({ hash: replacement as `0x${string}` })).toMatchObject({ nonce, value: parseEther('0.5') });
      await expect(node.getTransactionReceipt({ hash: first as `0x${string}` })).rejects.toThrow('could not be found');
      expect(await node.getBalance({ address: RECIPIENT })).toBe(received + parseEther('0.5'));
      await expect(dapp.page.getByTestId('lk-tray')).toBeHidden(SOON);

      await sendEther('0.25');
      item = await waiting(dapp);
      const second = await hashOf(item);
      // A declined cancellation leaves it on its way.
      await wallet.reject(() => item.getByTestId('lk-cancel-transaction').click());
      await expect(item).toContainText('rejected');
      await expect(item).toHaveAttribute('data-hash', second);
      await wallet.approve(() => item.getByTestId('lk-cancel-transaction').click());
      await expect(item).toContainText('Cancellation');
      const cancellation = await hashOf(item);
      await node.mine({ blocks: 1 });
      await expect(dapp.page.getByTestId('lk-snackbar')).toHaveText('Transaction cancelled', SOON);
      expect((await chains.receipt(CHAIN, cancellation)).status).toBe('success');
      await expect(node.getTransactionReceipt({ hash: second as `0x${string}` })).rejects.toThrow('could not be found');
      expect(await node.getBalance({ address: RECIPIENT })).toBe(received + parseEther('0.5'));
      expect(await node.getTransactionCount({ address })).toBe(nonce + 2);
    } finally {
      await node.setAutomine(true);
    }
  });
});

chainsTest.describe('user with a bitcoin payment that waits', { tag: '@money' }, () => {
  chainsTest('speeds up a payment, and cancels another one', async ({ dapp, wallet, chainsSandbox, problems }) => {
    chainsTest.slow();
    // The service no longer has a transaction that was replaced.
    problems.expect(/status of 404/);
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
    await showChain(dapp, /bitcoin/i);
    const { balanceOf } = bitcoinFacts(chainsSandbox);
    const statusOf = async (txid: string): Promise<unknown> => {
      const response = await fetch(`${chainsSandbox.urls.esplora}/tx/${txid}/status`);
      return response.ok ? ((await response.json()) as { readonly confirmed: boolean }).confirmed : response.status;
    };
    const sendBitcoins = async (amount: string): Promise<void> => {
      await fact(dapp, 'recipient').fill(BITCOIN_RECIPIENT);
      await fact(dapp, 'amount').fill(amount);
      await wallet.approve(() => fact(dapp, 'send').click());
    };
    const received = await balanceOf(BITCOIN_RECIPIENT);
    chainsSandbox.setBitcoinMining(false);
    try {
      await sendBitcoins('0.0005');
      let item = await waiting(dapp);
      const first = await hashOf(item);
      await wallet.approve(() => item.getByTestId('lk-speed-up').click());
      await expect(item).not.toHaveAttribute('data-hash', first);
      const replacement = await hashOf(item);
      expect([await statusOf(first), await statusOf(replacement)]).toEqual([404, false]);
      chainsSandbox.setBitcoinMining(true);
      await expect(item).toHaveAttribute('data-status', 'confirmed', SOON);
      expect([await statusOf(first), await statusOf(replacement)]).toEqual([404, true]);
      expect(await balanceOf(BITCOIN_RECIPIENT)).toBe(received + 50_000n);
      await expect(dapp.page.getByTestId('lk-tray')).toBeHidden(SOON);

      chainsSandbox.setBitcoinMining(false);
      await sendBitcoins('0.0003');
      item = await waiting(dapp);
      const second = await hashOf(item);
      await wallet.approve(() => item.getByTestId('lk-cancel-transaction').click());
      await expect(item).toContainText('Cancellation');
      const cancellation = await hashOf(item);
      chainsSandbox.setBitcoinMining(true);
      await expect(dapp.page.getByTestId('lk-snackbar')).toHaveText('Transaction cancelled', SOON);
      expect([await statusOf(second), await statusOf(cancellation)]).toEqual([404, true]);
      expect(await balanceOf(BITCOIN_RECIPIENT)).toBe(received + 50_000n);
    } finally {
      chainsSandbox.setBitcoinMining(true);
    }
  });
});
