import type { SecureSite, SmartAccounts } from '@latchkey/sandbox';
import { type Address, erc20Abi, parseEther } from 'viem';
import { axeViolations } from './support/axe.js';
import { buildPage } from './support/built-page.js';
import { clickToClose } from './support/click-to-close.js';
import { DappPage } from './support/dapp-page.js';
import { EmailUser } from './support/email-user.js';
import { expect, test } from './support/fixtures.js';
import { fact } from './support/flows.js';
import { loggedInByEmail } from './support/logged-in-by-email.js';
import { startSiteWithSmartAccounts } from './support/site-with-smart-accounts.js';

const BOB: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const CAROL: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const CHAIN = 'eip155:1';
const OTHER = 'eip155:137';

test.describe('user with a smart account', { tag: '@embedded' }, () => {
  let site: SecureSite;
  let smartAccounts: SmartAccounts;
  let stop = async (): Promise<void> => undefined;

  test.beforeAll(async () => {
    test.setTimeout(120_000);
    ({ site, smartAccounts, stop } = await startSiteWithSmartAccounts());
  });
  test.afterAll(async () => {
    await stop();
  });

  test('sends a batch that is followed after a reload and in another tab, and uses the standard account', async ({
    page,
    serve,
    sandbox,
    chains,
    problems,
  }) => {
    test.slow();
    // A tab takes the session back that another one has taken.
    problems.expect(/status of 401/);
    const chain = chains.of(CHAIN);
    const { origin } = await serve({
      files: await buildPage({ folder: 'tests/e2e/pages/embedded-calls' }),
      scripts: [],
      meta: { ...sandbox.meta, secureSite: site.sdkUrl },
    });
    await site.origins.add({ project: '', origin });
    const dapp = await new DappPage(page, origin).open();
    const user = new EmailUser(dapp, site);
    await user.login();
    const account = () => page.evaluate(() => window.calls.account());
    const { address: smart, allAccounts, embeddedWalletInfo } = await account();
    const own = allAccounts[1]?.address;
    expect(allAccounts.map(({ type, address }) => [type, address])).toEqual([
      ['smartAccount', smart],
      ['eoa', own],
    ]);
    expect(embeddedWalletInfo).toMatchObject({ accountType: 'smartAccount', isSmartAccountDeployed: false, isSmartAccountEnabled: true });

    await chain.setBalance({ address: smart as Address, value: parseEther('1') });
    const balances = () => Promise.all([BOB, CAROL].map((address) => chain.getBalance({ address })));
    const before = await balances();
    await smartAccounts.control.setBundlingPaused(true);
    let sending: Promise<string> | undefined;
    await user.approve(async () => {
      sending = page.evaluate((recipients) => window.calls.sendBatch(recipients), [BOB, CAROL]);
    }, 'Send');
    const id = await sending;
    const pending = { kind: 'calls', hash: id, isSmartAccount: true, status: undefined };
    expect(await page.evaluate(() => window.calls.sent())).toEqual([pending]);

    await page.reload();
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    for (const each of [page, tab]) await expect.poll(() => each.evaluate(() => window.calls.sent())).toEqual([pending]);
    await smartAccounts.control.setBundlingPaused(false);
    for (const each of [page, tab])
      await expect.poll(() => each.evaluate(() => window.calls.sent()), { timeout: 60_000 }).toEqual([{ ...pending, status: 'confirmed' }]);
    expect(await balances()).toEqual(before.map((value) => value + 1n));
    await tab.close();
    await expect.poll(async () => (await account()).embeddedWalletInfo).toMatchObject({ isSmartAccountDeployed: true });

    await page.evaluate((chainId) => window.calls.switchTo(chainId), OTHER);
    expect((await account()).allAccounts.map(({ address }) => address)).toEqual([own]);
    await page.evaluate((chainId) => window.calls.switchTo(chainId), CHAIN);
    expect((await account()).address).toBe(smart);

    await dapp.openDialog();
    await dapp.dialog.getByTestId('lk-settings').click();
    await dapp.dialog.getByTestId('lk-account-type-eoa').check();
    await expect.poll(async () => (await account()).address).toBe(own);
    await page.reload();
    await expect.poll(async () => (await account()).address).toBe(own);
  });

  test('switches the demo to the smart account, and sends a batch that costs nothing', async ({
    page,
    serve,
    sandbox,
    chains,
    cspViolations,
  }) => {
    test.slow();
    const chain = chains.of(CHAIN);
    const { dapp, user } = await loggedInByEmail({ page, serve, sandbox }, { site, smartAccounts });
    // The page shows addresses.
    const [smart, own] = (await Promise.all(
      ['smart-account', 'standard-account'].map((name) => fact(dapp, name).innerText()),
    )) as Address[];
    await expect(fact(dapp, 'smart-account-contract')).toHaveText('deployed by the first transaction');
    await page.getByTestId('demo-account-type-eoa').click();
    await expect(fact(dapp, 'address')).toHaveText(own ?? '');
    await expect(page.getByTestId('demo-send-batch')).toBeHidden();
    await page.getByTestId('demo-account-type-smartAccount').click();
    await expect(fact(dapp, 'address')).toHaveText(smart ?? '');
    expect(await axeViolations(page)).toEqual([]);

    const signBoth = async (): Promise<void> => {
      for (const [name, button] of Object.entries({ message: 'demo-sign-message', typed: 'demo-sign-typed-data' })) {
        await user.approve(() => page.getByTestId(button).click(), 'Sign');
        await expect(fact(dapp, `${name}-verified`)).toHaveText(/^Verified/);
        await expect(fact(dapp, `${name}-signer`)).toHaveText(smart ?? '');
      }
    };
    await signBoth();

    const token = sandbox.tokens.find(({ asset }) => asset.startsWith(`${CHAIN}/`));
    // Ids of assets end with the address of the contract.
    const address = token?.asset.split(':').at(-1) as Address;
    const balances = () =>
      Promise.all(
        [smart, BOB].map((owner = BOB) => chain.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })),
      );
    const [, before = 0n] = await balances();
    await page.getByTestId('demo-send-batch').click();
    const window = await user.openWindow();
    // Calls that the wallet can read.
    await expect(window.getByText('Careful.')).toHaveCount(0);
    await expect(window.getByRole('checkbox')).toHaveCount(0);
    await clickToClose(window, 'Send');
    await expect(fact(dapp, 'batch-status')).toHaveText('confirmed', { timeout: 60_000 });
    expect(await balances()).toEqual([parseEther('2'), before + parseEther('2')]);
    expect(await chain.getBalance({ address: smart ?? BOB })).toBe(0n);
    await expect(fact(dapp, 'smart-account-contract')).toHaveText('deployed');
    await signBoth();
    expect(cspViolations).toEqual([]);
  });
});
