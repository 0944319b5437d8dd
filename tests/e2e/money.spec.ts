import type { Sandbox, SecureSite } from '@latchkey/sandbox';
import type { Locator } from '@playwright/test';
import { cryptoWaitReady } from '@polkadot/util-crypto';
import { type Address, parseEther } from 'viem';
import { CHAIN_CASES } from './support/chains-cases.js';
import { test as chainsTest } from './support/chains-extension-fixtures.js';
import { evmTokenBalance } from './support/chains-facts.js';
import { evmTokens, solanaTokens } from './support/chains-tokens.js';
import type { DappPage } from './support/dapp-page.js';
import { expect, test } from './support/fixtures.js';
import { chooseToken, connect } from './support/flows.js';
import { loggedInByEmail } from './support/logged-in-by-email.js';
import { showChain } from './support/show-chain.js';
import { startSiteOnChains } from './support/site-on-chains.js';
import { type SiteWithSmartAccounts, startSiteWithSmartAccounts } from './support/site-with-smart-accounts.js';

const CHAIN = 'eip155:1';
/** An account that no one owns. */
const RECIPIENT = '0x52908400098527886E0F7030069857D2E4169EE7';
/** Looks like it when it is shortened. */
const IMITATION = '0x5290111111111111111111111111111111119EE7';

/** Address of a key, without an account for any token. */
const SOLANA_RECIPIENT = 'EUzYVniKtgNNgFweMtRA9vciTWtE8MDTRfh6ai6VvXoU';

/** Until a transfer is in a block. */
const SOON = { timeout: 30_000 };

/** Texts that the user enters. */
interface Transfer {
  /** Default: the only token. */
  readonly symbol?: string;
  /** `max`: everything. */
  readonly amount: string;
  readonly recipient: string;
}

const openAccount = async (dapp: DappPage): Promise<Locator> => {
  if (!(await dapp.dialog.isVisible())) await dapp.page.locator('#account').click();
  await dapp.dialog.waitFor();
  return dapp.dialog;
};

/** Fills the form in and opens the preview. */
const preview = async (dapp: DappPage, { symbol, amount, recipient }: Transfer): Promise<Locator> => {
  const dialog = await openAccount(dapp);
  await dialog.getByTestId('lk-send').click();
  const token = dialog.getByTestId('lk-send-token');
  if (symbol !== undefined) {
    await token.click();
    await chooseToken(dialog, symbol);
  }
  await expect(dialog.getByTestId('lk-preview-send')).toHaveText('Add Amount', { timeout: 20_000 });
  if (amount === 'max') await dialog.getByTestId('lk-send-max').click();
  else await dialog.getByTestId('lk-send-amount').fill(amount);
  await dialog.getByTestId('lk-send-to').fill(recipient);
  const next = dialog.getByTestId('lk-preview-send');
  await expect(next).toHaveText('Preview Send');
  await expect(next).not.toHaveAttribute('aria-disabled', 'true', { timeout: 20_000 });
  await next.click();
  await expect(dialog.getByTestId('lk-preview-to')).toHaveText(recipient);
  return dialog;
};

const symbolOf = ({ tokens }: Pick<Sandbox, 'tokens'>, asset: string): string | null =>
  tokens.find((each) => each.asset === asset)?.symbol ?? null;

const expectConfirmed = async (dialog: Locator): Promise<void> => {
  await expect(dialog.page().getByTestId('lk-snackbar')).toHaveText('Transaction confirmed', SOON);
};

test.describe('user with ether and tokens', { tag: '@money' }, () => {
  test('sends a part and everything, keeps what was entered when the wallet declines, and is stopped at a look-alike', async ({
    dapp,
    wallet,
    chains,
    sandbox,
  }) => {
    test.slow();
    await dapp.open();
    const address = await connect(dapp, wallet);
    const chain = chains.of(CHAIN);
    const balances = () => Promise.all([RECIPIENT, address].map((each) => chain.getBalance({ address: each as Address })));
    const [received = 0n, held = 0n] = await balances();

    let dialog = await preview(dapp, { symbol: 'ETH', amount: '0.25', recipient: RECIPIENT });
    await expect(dialog.getByTestId('lk-simulation')).toContainText('You send0.25 ETH');
    await wallet.reject(() => dialog.getByTestId('lk-confirm-send').click());
    await expect(dapp.page.getByTestId('lk-snackbar')).toContainText('rejected');
    expect(await balances()).toEqual([received, held]);
    await dialog.getByTestId('lk-send').click();
    await expect(dialog.getByTestId('lk-send-amount')).toHaveValue('0.25');
    await dialog.getByTestId('lk-preview-send').click();
    await wallet.approve(() => dialog.getByTestId('lk-confirm-send').click());
    await expectConfirmed(dialog);
    await expect.poll(async () => (await balances())[0], SOON).toBe(received + parseEther('0.25'));

    const [token] = evmTokens(sandbox, chains);
    const asset = token?.asset ?? '';
    const symbol = symbolOf(sandbox, asset) ?? '';
    const ofToken = evmTokenBalance(chain, asset);
    const [before, own] = await Promise.all([RECIPIENT, address].map(ofToken));
    dialog = await preview(dapp, { symbol, amount: 'max', recipient: RECIPIENT });
    await wallet.approve(() => dialog.getByTestId('lk-confirm-send').click());
    await expect.poll(() => Promise.all([RECIPIENT, address].map(ofToken)), SOON).toEqual([(before ?? 0n) + (own ?? 0n), 0n]);

    dialog = await preview(dapp, { symbol: 'ETH', amount: '0.1', recipient: IMITATION });
    await expect(dialog.getByTestId('lk-compare')).toContainText('Compare the addresses');
    await expect(dialog.getByTestId('lk-confirm-send')).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByTestId('lk-compared').check();
    await wallet.approve(() => dialog.getByTestId('lk-confirm-send').click());
    await expect.poll(() => chain.getBalance({ address: IMITATION }), SOON).toBe(parseEther('0.1'));

    dialog = await preview(dapp, { symbol: 'ETH', amount: 'max', recipient: RECIPIENT });
    await wallet.approve(() => dialog.getByTestId('lk-confirm-send').click());
    // The wallet pays less than the highest fee, which was taken off.
    await expect.poll(async () => (await balances())[1], SOON).toBeLessThan(parseEther('0.01'));
  });
});

chainsTest.describe('user of a four-namespace extension', { tag: '@money' }, () => {
  chainsTest.beforeAll(() => cryptoWaitReady());

  chainsTest(
    'sends SOL, bitcoins, DOT, and tokens on Solana to an address without and with an account for them',
    async ({ dapp, wallet, chainsSandbox }) => {
      chainsTest.slow();
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
      for (const { namespace, name, factsOf, recipient, amount, value } of CHAIN_CASES) {
        await chainsTest.step(namespace, async () => {
          await showChain(dapp, name);
          const { balanceOf } = factsOf(chainsSandbox);
          const before = await balanceOf(recipient);
          const dialog = await preview(dapp, { ...(namespace === 'solana' ? { symbol: 'SOL' } : {}), amount, recipient });
          await wallet.approve(() => dialog.getByTestId('lk-confirm-send').click());
          await expect.poll(() => balanceOf(recipient), SOON).toBe(before + value);
          await expectConfirmed(dialog);
          await dapp.page.keyboard.press('Escape');
          await expect(dapp.dialog).toBeHidden();
        });
      }
      await showChain(dapp, /solana/i);
      const token = solanaTokens(chainsSandbox).find(({ asset }) => symbolOf(chainsSandbox, asset) !== null);
      if (token === undefined) throw new Error('The sandbox has no token with a symbol on Solana.');
      const { asset, amount, value, balanceOf } = token;
      const symbol = symbolOf(chainsSandbox, asset) ?? '';
      expect(await balanceOf(SOLANA_RECIPIENT)).toBe(0n);
      for (const count of [1n, 2n]) {
        const dialog = await preview(dapp, { symbol, amount, recipient: SOLANA_RECIPIENT });
        await wallet.approve(() => dialog.getByTestId('lk-confirm-send').click());
        await expect.poll(() => balanceOf(SOLANA_RECIPIENT), SOON).toBe(value * count);
        await expectConfirmed(dialog);
        // Until the message is gone, the next one is not told from it.
        await expect(dialog.page().getByTestId('lk-snackbar')).toBeHidden(SOON);
      }
    },
  );
});

test.describe('user of the embedded wallet', { tag: '@money' }, () => {
  let services: SiteWithSmartAccounts;

  test.beforeAll(async () => {
    test.setTimeout(120_000);
    services = await startSiteWithSmartAccounts();
  });
  // The page asks the bundler until it is closed.
  test.afterAll(() => services.stop());

  test('sends from the smart account, which need not hold ether for the fee', async ({ page, serve, sandbox, chains }) => {
    test.slow();
    const { dapp, user, address } = await loggedInByEmail({ page, serve, sandbox }, services);
    const chain = chains.of(CHAIN);
    await chain.setBalance({ address, value: parseEther('0.5') });
    const before = await chain.getBalance({ address: RECIPIENT });
    const dialog = await preview(dapp, { symbol: 'ETH', amount: '0.5', recipient: RECIPIENT });
    await user.approve(() => dialog.getByTestId('lk-confirm-send').click(), 'Send');
    await expect.poll(() => chain.getBalance({ address: RECIPIENT }), SOON).toBe(before + parseEther('0.5'));
  });
});

test.describe('user of the embedded wallet with a standard account', { tag: '@money' }, () => {
  let site: SecureSite;

  test.beforeAll(async () => {
    site = await startSiteOnChains();
  });
  test.afterAll(() => site.stop());

  test('sends ether and pays the fee itself, also with everything', async ({ page, serve, sandbox, chains }) => {
    test.slow();
    const { dapp, user, address } = await loggedInByEmail({ page, serve, sandbox }, { site });
    const chain = chains.of(CHAIN);
    await chain.setBalance({ address, value: parseEther('1') });
    const received = await chain.getBalance({ address: RECIPIENT });
    let dialog = await preview(dapp, { symbol: 'ETH', amount: '0.25', recipient: RECIPIENT });
    await user.approve(() => dialog.getByTestId('lk-confirm-send').click(), 'Send');
    await expect.poll(() => chain.getBalance({ address: RECIPIENT }), SOON).toBe(received + parseEther('0.25'));
    const left = await chain.getBalance({ address });
    expect(left).toBeLessThan(parseEther('0.75'));
    expect(left).toBeGreaterThan(parseEther('0.74'));
    dialog = await preview(dapp, { symbol: 'ETH', amount: 'max', recipient: RECIPIENT });
    await user.approve(() => dialog.getByTestId('lk-confirm-send').click(), 'Send');
    await expect.poll(() => chain.getBalance({ address }), SOON).toBeLessThan(parseEther('0.01'));
    expect(await chain.getBalance({ address: RECIPIENT })).toBeGreaterThan(received + parseEther('0.98'));
  });
});
