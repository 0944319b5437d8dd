import { CONTRACTS, type Sandbox, type SecureSite } from '@latchkey/sandbox';
import type { Locator, Page } from '@playwright/test';
import { type Address, createWalletClient, encodeFunctionData, erc20Abi, type Hex, http, numberToHex, parseEther, parseUnits } from 'viem';
import type { ChainClient } from './support/chain-clients.js';
import { clickToClose } from './support/click-to-close.js';
import type { DappPage } from './support/dapp-page.js';
import type { EmailUser } from './support/email-user.js';
import { expect, test } from './support/fixtures.js';
import { chooseToken, connect, fact, outcomesOf } from './support/flows.js';
import { loggedInByEmail } from './support/logged-in-by-email.js';
import { startSiteOnChains } from './support/site-on-chains.js';
import { type SiteWithSmartAccounts, startSiteWithSmartAccounts } from './support/site-with-smart-accounts.js';

const CHAIN = 'eip155:1';
const COIN = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
/** Trades on the exchange, too. */
const TRADER = '0x00000000000000000000000000000000000e5a11';

/** Selector of `approve(address,uint256)`. */
const APPROVE = '0x095ea7b3';

/** Until a swap is in a block. */
const SOON = { timeout: 30_000 };

/** Texts that the user enters. */
interface Entered {
  /** Default: ether, which the form begins with. */
  readonly source?: string;
  readonly target: string;
  readonly amount: string;
}

/** Fills the form in and opens the preview. */
const preview = async (dapp: DappPage, { source, target, amount }: Entered): Promise<Locator> => {
  const { dialog, page } = dapp;
  if (!(await dialog.isVisible())) await page.locator('#account').click();
  await dialog.getByTestId('lk-swap').click();
  await dialog.getByTestId('lk-swap-amount').waitFor();
  const choose = async (side: string, symbol: string): Promise<void> => {
    await dialog.getByTestId(side).click();
    await chooseToken(dialog, symbol);
  };
  if (source !== undefined) await choose('lk-swap-sourceToken', source);
  await choose('lk-swap-toToken', target);
  await dialog.getByTestId('lk-swap-amount').fill(amount);
  const review = dialog.getByTestId('lk-review-swap');
  // A service may tell a balance late.
  await expect(review).toHaveText('Review swap', { timeout: 45_000 });
  await expect(review).not.toHaveAttribute('aria-disabled', 'true', SOON);
  await review.click();
  await dialog.getByTestId('lk-confirm-swap').waitFor();
  return dialog;
};

/** Facts of the exchange and its tokens on a chain. */
const factsOf = (chain: ChainClient, { contracts }: Pick<Sandbox, 'contracts'>) => {
  const { abi } = CONTRACTS.Exchange;
  const { exchange } = contracts;
  return {
    tokens: (token: Address, owner: Address): Promise<bigint> =>
      chain.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
    allowance: (token: Address, owner: Address): Promise<bigint> =>
      chain.readContract({ address: token, abi: erc20Abi, functionName: 'allowance', args: [owner, exchange] }),
    quote: (from: Address, to: Address, amount: bigint): Promise<bigint> =>
      chain.readContract({ address: exchange, abi, functionName: 'quote', args: [from, to, amount] }),
    /** Moves the price by buying a token, as others do. */
    buy: async (token: Address, coins: bigint): Promise<void> => {
      const data = encodeFunctionData({ abi, functionName: 'swap', args: [COIN, token, coins, 0n, 2n ** 64n] });
      await transact(chain, { to: exchange, data, value: coins });
    },
    remove: async (token: Address): Promise<void> => {
      const data = encodeFunctionData({ abi, functionName: 'remove', args: [token, 1_000n, TRADER] });
      await transact(chain, { to: exchange, data, value: 0n });
    },
    add: async (token: Address, coins: bigint, tokens: bigint): Promise<void> => {
      const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [exchange, tokens] });
      await transact(chain, { to: token, data: transfer, value: 0n });
      const data = encodeFunctionData({ abi, functionName: 'add', args: [token] });
      await transact(chain, { to: exchange, data, value: coins });
    },
    mint: async (token: Address, to: Address, amount: bigint): Promise<void> => {
      const data = encodeFunctionData({ abi: CONTRACTS.SandboxToken.abi, functionName: 'mint', args: [to, amount] });
      await transact(chain, { to: token, data, value: 0n });
    },
    pool: (token: Address): Promise<readonly [bigint, bigint]> =>
      chain.readContract({ address: exchange, abi, functionName: 'pools', args: [token] }),
  };
};

const transact = async (
  chain: ChainClient,
  { from = TRADER, to, data, value }: { readonly from?: Address; readonly to: Address; readonly data: Hex; readonly value: bigint },
): Promise<void> => {
  await chain.setBalance({ address: from, value: parseEther('10000') });
  await chain.impersonateAccount({ address: from });
  const transaction = { from, to, data, value: numberToHex(value) } as const;
  const hash = await createWalletClient({ transport: http(chain.transport.url) }).request({
    method: 'eth_sendTransaction',
    params: [transaction],
  });
  expect((await chain.waitForTransactionReceipt({ hash })).status).toBe('success');
};

/** Returns what takes a page's network away and gives it back; that of the wallet's windows stays. */
const networkOf = async (page: Page): Promise<(isOffline: boolean) => Promise<void>> => {
  const session = await page.context().newCDPSession(page);
  return async (offline) => {
    await session.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  };
};

/** Holds the quotes of a page back until they are released. */
const holdQuotes = async (page: Page): Promise<() => void> => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/convert\/quotes/, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
};

/** Approves a call in the window of the embedded wallet, which warns of it. */
const send = async (user: EmailUser): Promise<void> => {
  const window = await user.openWindow();
  await window.getByRole('checkbox').check();
  await clickToClose(window, 'Send');
};

const expectMessage = (dapp: DappPage, text: string | RegExp): Promise<void> =>
  expect(dapp.page.getByTestId('lk-snackbar')).toHaveText(text, SOON);

test.describe('user of a wallet in the browser', { tag: '@money' }, () => {
  test('swaps ether without an approval, for what was quoted', async ({ dapp, wallet, chains, sandbox }) => {
    await dapp.open();
    const address = await connect(dapp, wallet);
    const { dollar } = sandbox.contracts;
    const { tokens, quote } = factsOf(chains.of(CHAIN), sandbox);
    const before = await tokens(dollar, address);
    const dialog = await preview(dapp, { target: 'SBD', amount: '1.5' });
    await expect(dialog.getByTestId('lk-confirm-swap')).toHaveText('Swap');
    const expected = await quote(COIN, dollar, parseEther('1.5'));
    await wallet.approve(() => dialog.getByTestId('lk-confirm-swap').click());
    await expect.poll(() => tokens(dollar, address), SOON).toBe(before + expected);
    await expectMessage(dapp, /^Swapped ETH to [\d,.]+ SBD$/);
  });

  test('approves the exact amount of a token and swaps it, also after a step was declined or the page was reloaded', async ({
    dapp,
    wallet,
    chains,
    sandbox,
  }) => {
    test.slow();
    await dapp.open();
    const address = await connect(dapp, wallet);
    const { token, dollar } = sandbox.contracts;
    const { tokens, allowance } = factsOf(chains.of(CHAIN), sandbox);
    const amount = parseUnits('100', 18);
    const [own, before] = await Promise.all([tokens(token, address), tokens(dollar, address)]);
    const entered = { source: 'SBT', target: 'SBD', amount: '100' };

    let dialog = await preview(dapp, entered);
    await expect(dialog.getByTestId('lk-swap-approval')).toContainText('100 SBT, and no more');
    await wallet.reject(() => dialog.getByTestId('lk-confirm-swap').click());
    await expectMessage(dapp, /rejected/);
    expect(await allowance(token, address)).toBe(0n);

    const approval = await wallet.during(() => dialog.getByTestId('lk-confirm-swap').click());
    await expect(dialog.getByTestId('lk-confirm-swap')).toHaveText('Approving...');
    const swapping = wallet.nextPrompt();
    await approval.approve();
    await (await swapping).reject();
    await expectMessage(dapp, /rejected/);
    // The approval is in the chain, and of this amount.
    expect(await allowance(token, address)).toBe(amount);
    expect(await tokens(token, address)).toBe(own);

    await dapp.page.reload();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    dialog = await preview(dapp, entered);
    await expect(dialog.getByTestId('lk-confirm-swap')).toHaveText('Swap');
    await wallet.approve(() => dialog.getByTestId('lk-confirm-swap').click());
    await expect.poll(() => tokens(token, address), SOON).toBe(own - amount);
    expect(await tokens(dollar, address)).toBeGreaterThan(before);
    expect(await allowance(token, address)).toBe(0n);
  });

  test('sends nothing after the price has moved or the liquidity is gone', async ({ dapp, wallet, chains, sandbox }) => {
    test.slow();
    await dapp.open();
    const address = await connect(dapp, wallet);
    const { dollar } = sandbox.contracts;
    const chain = chains.of(CHAIN);
    const { tokens, buy, remove, add, pool } = factsOf(chain, sandbox);
    const before = await Promise.all([tokens(dollar, address), chain.getBalance({ address })]);
    const dialog = await preview(dapp, { target: 'SBD', amount: '1' });
    // The next quote comes after the click.
    const release = await holdQuotes(dapp.page);
    const minimum = await dialog.getByTestId('lk-swap-minimum').innerText();
    await buy(dollar, parseEther('50'));
    await dialog.getByTestId('lk-confirm-swap').click();
    release();
    await expectMessage(dapp, /^The price has moved/);
    await expect(dialog.getByTestId('lk-swap-minimum')).not.toHaveText(minimum);
    const [coins, held] = await pool(dollar);
    await remove(dollar);
    await dialog.getByTestId('lk-confirm-swap').click();
    await expectMessage(dapp, /^No exchange offers this swap now/);
    await add(dollar, coins, held);
    expect(await Promise.all([tokens(dollar, address), chain.getBalance({ address })])).toEqual(before);
    await expect(dialog.getByTestId('lk-confirm-swap')).toHaveText('Try again');
    await dialog.getByTestId('lk-confirm-swap').click();
    await expect(dialog.getByTestId('lk-confirm-swap')).toHaveText('Swap');
    await wallet.approve(() => dialog.getByTestId('lk-confirm-swap').click());
    await expect.poll(() => tokens(dollar, address), SOON).toBeGreaterThan(before[0]);
  });

  test('loses the network after the approval and after the broadcast, and swaps once', async ({
    dapp,
    wallet,
    control,
    chains,
    sandbox,
    problems,
  }) => {
    test.slow();
    await dapp.open();
    const address = await connect(dapp, wallet);
    const { token, dollar } = sandbox.contracts;
    const chain = chains.of(CHAIN);
    const { tokens, allowance } = factsOf(chain, sandbox);
    const amount = parseUnits('100', 18);
    const [own, before, nonce] = await Promise.all([
      tokens(token, address),
      tokens(dollar, address),
      chain.getTransactionCount({ address }),
    ]);
    problems.expect(/ERR_INTERNET_DISCONNECTED/);
    const setOffline = await networkOf(dapp.page);
    const dialog = await preview(dapp, { source: 'SBT', target: 'SBD', amount: '100' });

    const approval = await wallet.during(() => dialog.getByTestId('lk-confirm-swap').click());
    await setOffline(true);
    await approval.approve();
    await expect.poll(() => allowance(token, address), SOON).toBe(amount);
    await setOffline(false);
    const swap = await wallet.nextPrompt();
    await chain.setAutomine(false);
    try {
      await swap.approve();
      await expect(dapp.page.getByTestId('lk-tray-chip')).toHaveText('1 transaction pending', SOON);
      await setOffline(true);
      await chain.mine({ blocks: 1 });
    } finally {
      await chain.setAutomine(true);
    }
    expect(await tokens(token, address)).toBe(own - amount);
    await expect(dapp.page.getByTestId('lk-tray-chip')).toHaveText('1 transaction pending');
    await setOffline(false);
    await expectMessage(dapp, /^Swapped SBT to [\d,.]+ SBD$/);
    expect(await tokens(dollar, address)).toBeGreaterThan(before);
    expect(await chain.getTransactionCount({ address })).toBe(nonce + 2);
    expect(await outcomesOf(control, 'eth_sendTransaction')).toEqual(['responded', 'responded']);
  });

  test('approves again after the allowance was taken away, and keeps the tokens when it is lowered before the swap', async ({
    dapp,
    wallet,
    chains,
    sandbox,
  }) => {
    test.slow();
    await dapp.open();
    const address = await connect(dapp, wallet);
    const { token } = sandbox.contracts;
    const chain = chains.of(CHAIN);
    const { tokens, allowance } = factsOf(chain, sandbox);
    const amount = parseUnits('100', 18);
    const own = await tokens(token, address);
    const allow = (value: bigint): Promise<void> =>
      transact(chain, {
        from: address,
        to: token,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [sandbox.contracts.exchange, value] }),
        value: 0n,
      });
    await allow(amount);
    const dialog = await preview(dapp, { source: 'SBT', target: 'SBD', amount: '100' });
    await expect(dialog.getByTestId('lk-confirm-swap')).toHaveText('Swap');
    // The preview would ask for the approval, and move the button.
    const release = await holdQuotes(dapp.page);
    await allow(0n);
    const approval = await wallet.during(async () => {
      await dialog.getByTestId('lk-confirm-swap').click();
      release();
    });
    expect(await approval.text()).toContain(APPROVE);
    const swapping = wallet.nextPrompt();
    await approval.approve();
    const swap = await swapping;
    await allow(amount - 1n);
    await swap.approve();
    await expectMessage(dapp, /failed on chain and only its fee was paid/);
    expect(await tokens(token, address)).toBe(own);
    expect(await allowance(token, address)).toBe(amount - 1n);
  });
});

test.describe('user of the embedded wallet with a smart account', { tag: '@money' }, () => {
  let services: SiteWithSmartAccounts;

  test.beforeAll(async () => {
    test.setTimeout(120_000);
    services = await startSiteWithSmartAccounts();
  });
  test.afterAll(() => services.stop());

  test('approves and swaps in one step', async ({ page, serve, sandbox, chains }) => {
    test.slow();
    const { dapp, user, address } = await loggedInByEmail({ page, serve, sandbox }, services);
    const chain = chains.of(CHAIN);
    const { token, dollar } = sandbox.contracts;
    const { tokens, allowance, mint } = factsOf(chain, sandbox);
    await mint(token, address, parseUnits('50', 18));
    const before = await chain.getBlockNumber();
    const dialog = await preview(dapp, { source: 'SBT', target: 'SBD', amount: '50' });
    await dialog.getByTestId('lk-confirm-swap').click();
    await send(user);
    await expect.poll(() => tokens(dollar, address), SOON).toBeGreaterThan(0n);
    expect(await Promise.all([tokens(token, address), allowance(token, address)])).toEqual([0n, 0n]);
    // Both are in one transaction.
    expect(await chain.getBlockNumber()).toBe(before + 1n);
    await expectMessage(dapp, /^Swapped SBT to [\d,.]+ SBD$/);
  });
});

test.describe('user of the embedded wallet with a standard account', { tag: '@money' }, () => {
  let site: SecureSite;

  test.beforeAll(async () => {
    site = await startSiteOnChains();
  });
  test.afterAll(() => site.stop());

  test('approves and swaps in two windows', async ({ page, serve, sandbox, chains }) => {
    test.slow();
    const { dapp, user, address } = await loggedInByEmail({ page, serve, sandbox }, { site });
    const chain = chains.of(CHAIN);
    const { token, dollar } = sandbox.contracts;
    const { tokens, allowance, mint } = factsOf(chain, sandbox);
    await chain.setBalance({ address, value: parseEther('1') });
    await mint(token, address, parseUnits('50', 18));
    const dialog = await preview(dapp, { source: 'SBT', target: 'SBD', amount: '50' });
    await dialog.getByTestId('lk-confirm-swap').click();
    await send(user);
    await expect.poll(() => allowance(token, address), SOON).toBe(parseUnits('50', 18));
    await send(user);
    await expect.poll(() => tokens(dollar, address), SOON).toBeGreaterThan(0n);
    expect(await Promise.all([tokens(token, address), allowance(token, address)])).toEqual([0n, 0n]);
    expect(await chain.getTransactionCount({ address })).toBe(2);
    await expectMessage(dapp, /^Swapped SBT to [\d,.]+ SBD$/);
  });
});
