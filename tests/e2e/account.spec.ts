import { CONTRACTS, type Sandbox, type SecureSite } from '@latchkey/sandbox';
import type { Locator } from '@playwright/test';
import { formatUnits, getAddress } from 'viem';
import { test as solanaTest } from './support/chains-extension-fixtures.js';
import { solanaFacts } from './support/chains-facts.js';
import { type Approve, send } from './support/chains-flow.js';
import { evmTokens, solanaTokens } from './support/chains-tokens.js';
import type { DappPage } from './support/dapp-page.js';
import { expect, test } from './support/fixtures.js';
import { connect, fact } from './support/flows.js';
import { loggedInByEmail } from './support/logged-in-by-email.js';
import { readCode } from './support/read-code.js';
import { startSiteOnChains } from './support/site-on-chains.js';
import { WITH_MOTION } from './support/with-motion.js';

test.use(WITH_MOTION);

const CHAIN = 'eip155:1';
/** An account that no one owns. */
const RECIPIENT = '0x00000000000000000000000000000000000000ab';
const SOLANA_RECIPIENT = '9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g';

/** Waits until the sandbox has opened its database, which takes seconds of processor time on a new machine. */
const waitForHistories = async ({ urls }: Pick<Sandbox, 'urls'>): Promise<void> => {
  await fetch(`${urls.blockchainApi}/v1/account/${RECIPIENT}/history?chainId=${encodeURIComponent(CHAIN)}`);
};

/** A balance as lists show it: three decimals, cut off. */
const shown = (value: bigint, decimals: number): string => {
  const [whole = '', fraction = ''] = formatUnits(value, decimals).split('.');
  const cut = fraction.slice(0, 3).replace(/0+$/, '');
  return `${Number(whole).toLocaleString('en-US')}${cut === '' ? '' : `.${cut}`}`;
};

const openAccount = async (dapp: DappPage): Promise<Locator> => {
  await dapp.page.locator('#account').click();
  await dapp.dialog.waitFor();
  return dapp.dialog;
};

/** The texts of the newest lines of the history. */
const historyOf = async (dialog: Locator, count: number): Promise<readonly string[]> => {
  const lines = dialog.getByTestId('lk-activity').locator('.activity');
  await expect.poll(() => lines.count(), { timeout: 20_000 }).toBeGreaterThanOrEqual(count);
  return (await lines.allInnerTexts()).slice(0, count).map((text) => text.replace(/\s+/g, ' '));
};

const today = (): string => new Intl.DateTimeFormat('en-US', { day: '2-digit', month: 'short' }).format(Date.now());
const month = (): string => new Intl.DateTimeFormat('en-US', { month: 'long' }).format(Date.now());

test.describe('user with ether and tokens', { tag: '@account' }, () => {
  test.beforeAll(({ sandbox }) => waitForHistories(sandbox));

  test('sees what the chain holds and what was sent, hides a token, and shows a code of the address', async ({
    dapp,
    wallet,
    chains,
    sandbox,
    problems,
  }) => {
    test.slow();
    // The picture of an NFT is at an address that nothing answers.
    problems.expect(/status of 404/);
    await dapp.open();
    const address = await connect(dapp, wallet);
    const chain = chains.of(CHAIN);
    const approve: Approve = (step) => wallet.approve(step);
    const tokens = evmTokens(sandbox, chains);
    const balanceOf = (owner: string) => chain.getBalance({ address: getAddress(owner) });
    await send(address, {
      dapp,
      approve,
      tokens,
      recipient: RECIPIENT,
      amount: '0.25',
      value: 250_000_000_000_000_000n,
      balanceOf,
      isSignedBy: () => true,
    });

    const dialog = await openAccount(dapp);
    const rows = dialog.getByRole('tabpanel', { name: 'Tokens' });
    await expect(rows.getByTestId('lk-token-ETH')).toContainText(`${shown(await balanceOf(address), 18)} ETH`, { timeout: 20_000 });
    for (const { asset, balanceOf: ofToken } of tokens) {
      const { symbol = '', decimals } = sandbox.tokens.find((each) => each.asset === asset) ?? { decimals: 0 };
      await expect(rows.getByTestId(`lk-token-${symbol}`)).toContainText(`${shown(await ofToken(address), decimals)} ${symbol}`);
    }
    const total = await dialog.getByTestId('lk-total-value').innerText();

    await rows.getByTestId('lk-token-SBT').click();
    await dialog.getByTestId('lk-report-token').click();
    await dapp.page.reload();
    await expect(fact(dapp, 'address')).toHaveText(address);
    await openAccount(dapp);
    await expect(rows.getByTestId('lk-token-SBD')).toBeVisible({ timeout: 20_000 });
    await expect(rows.getByTestId('lk-token-SBT')).toHaveCount(0);
    await expect(dialog.getByTestId('lk-total-value')).not.toHaveText(total);

    await dialog.getByRole('tab', { name: 'NFTs' }).click();
    const nft = dialog.getByTestId('lk-nfts-panel').getByRole('listitem').filter({ hasText: 'Sandbox Edition' });
    await expect(nft).toContainText('×3', { timeout: 20_000 });
    // The contract draws the picture.
    await expect.poll(() => nft.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

    await dialog.getByRole('tab', { name: 'Activity' }).click();
    await dialog.getByTestId('lk-activity-action').click();
    await expect(dialog.getByRole('heading', { level: 2 }).first()).toHaveText(month());
    // Newest first.
    expect(await historyOf(dialog, 3)).toEqual([
      expect.stringMatching(new RegExp(`^Sent To 0x0000\\.\\.\\.00AB −2\\.500 SBD ${today()}`)),
      expect.stringMatching(new RegExp(`^Sent To 0x0000\\.\\.\\.00AB −1\\.000 SBT ${today()}`)),
      expect.stringMatching(new RegExp(`^Sent To 0x0000\\.\\.\\.00AB −0\\.250 ETH ${today()}`)),
    ]);

    await dialog.getByTestId('lk-back').click();
    await dialog.getByTestId('lk-receive').click();
    const code = dialog.getByTestId('lk-qr').locator('svg[role=img]');
    await code.waitFor();
    expect(await readCode(code)).toBe(address);
    await expect(dialog.getByTestId('lk-receive-address')).toHaveText(address);
  });
});

solanaTest.describe('user with SOL and tokens', { tag: '@account' }, () => {
  solanaTest.beforeAll(({ chainsSandbox }) => waitForHistories(chainsSandbox));

  solanaTest('sees what the chain holds and what was sent', async ({ dapp, wallet, chainsSandbox }) => {
    solanaTest.slow();
    await dapp.open();
    await dapp.openDialog();
    await dapp.dialog.getByRole('button', { name: 'Sandbox Wallet Extension' }).click();
    await dapp.dialog.getByRole('checkbox', { name: 'Solana' }).check();
    await dapp.dialog.getByRole('checkbox', { name: 'EVM' }).uncheck();
    await wallet.approve(() => dapp.dialog.getByTestId('lk-connect-chosen').click());
    await expect(dapp.dialog).toBeHidden();
    const address = await fact(dapp, 'address').innerText();
    const facts = solanaFacts(chainsSandbox);
    const tokens = solanaTokens(chainsSandbox);
    const approve: Approve = (step) => wallet.approve(step);
    await send(address, { dapp, approve, tokens, recipient: SOLANA_RECIPIENT, amount: '1.5', value: 1_500_000_000n, ...facts });

    const dialog = await openAccount(dapp);
    const rows = dialog.getByRole('tabpanel', { name: 'Tokens' });
    await expect(rows.getByTestId('lk-token-SOL')).toContainText(`${shown(await facts.balanceOf(address), 9)} SOL`, { timeout: 20_000 });
    for (const { asset, balanceOf } of tokens) {
      // One of them has no symbol.
      const { decimals } = chainsSandbox.tokens.find((each) => each.asset === asset) ?? { decimals: 0 };
      const balance = `${shown(await balanceOf(address), decimals)} `;
      await expect(rows.locator('[data-testid^=lk-token-]').filter({ hasText: balance })).toBeVisible();
    }
    await dialog.getByRole('tab', { name: 'Activity' }).click();
    await dialog.getByTestId('lk-activity-action').click();
    await expect(dialog.getByRole('heading', { level: 2 }).first()).toHaveText(month());
    const lines = await historyOf(dialog, 1 + tokens.length);
    expect(lines.at(-1)).toMatch(new RegExp(`^Sent To 9B5X\\.\\.\\.Ns6g −1\\.500 SOL ${today()}`));
    for (const line of lines.slice(0, -1)) expect(line).toMatch(new RegExp(`^Sent .*${today()}`));
  });
});

test.describe('user of the embedded wallet', { tag: '@account' }, () => {
  let site: SecureSite;

  test.beforeAll(async () => {
    site = await startSiteOnChains();
  });
  test.afterAll(async () => {
    await site.stop();
  });

  test('registers a name, which the chain keeps, the account shows, and everyone can resolve', async ({
    page,
    serve,
    sandbox,
    chains,
    problems,
  }) => {
    test.slow();
    // A name that is not registered is looked up with this response.
    problems.expect(/status of 404/);
    const { dapp, user, address } = await loggedInByEmail({ page, serve, sandbox }, { site });

    const name = `e2e-${address.slice(-8).toLowerCase()}`;
    const dialog = await openAccount(dapp);
    await dialog.getByTestId('lk-account-name').click();
    await dialog.getByTestId('lk-choose-name').click();
    await dialog.getByLabel('Name').fill(name);
    await expect(dialog.getByRole('status').filter({ hasText: `${name} is available.` })).toBeVisible();
    await user.approve(() => dialog.getByRole('button', { name: 'Register name' }).click(), 'Sign');
    await dialog.getByTestId('lk-name-done').click({ timeout: 20_000 });
    await expect(dialog.getByTestId('lk-address')).toContainText(name);

    const record = await chains.of(CHAIN).readContract({
      address: sandbox.contracts.accountNames,
      abi: CONTRACTS.AccountNames.abi,
      functionName: 'recordOf',
      args: [`${name}.reown.id`],
    });
    expect(record).toMatchObject({ owner: address });
    await page.reload();
    await expect(fact(dapp, 'address')).toHaveText(address);
    await openAccount(dapp);
    await expect(dialog.getByTestId('lk-address')).toContainText(name, { timeout: 20_000 });

    await dialog.getByTestId('lk-close').click();
    await expect(dialog).toBeHidden();
    await fact(dapp, 'name').fill(`${name}.reown.id`);
    await fact(dapp, 'resolve').click();
    await expect(fact(dapp, 'name-address')).toHaveText(address, { timeout: 20_000 });
  });
});
