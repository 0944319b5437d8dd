import { randomUUID } from 'node:crypto';
import type { SecureSite } from '@latchkey/sandbox';
import type { Page } from '@playwright/test';
import { type Address, hashTypedData, hexToBytes, parseEther } from 'viem';
import { approvalDigest } from '../../sandbox/secure-site/approval/payloads.js';
import { axeViolations } from './support/axe.js';
import { buildPage } from './support/built-page.js';
import { clickToClose } from './support/click-to-close.js';
import { EmbeddingPage, replyOf } from './support/embedding-page.js';
import { expect, test } from './support/fixtures.js';
import { startSiteOnChains } from './support/site-on-chains.js';
import { VirtualAuthenticator } from './support/virtual-authenticator.js';

const BOB: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const PAGE = { folder: 'tests/e2e/pages/embedded' };

/** Adds a passkey on the user's own page. */
const addPasskey = async (home: Page, name: string): Promise<void> => {
  await home.getByRole('button', { name: 'Add a passkey' }).click();
  expect(await axeViolations(home)).toEqual([]);
  await home.getByLabel('Name').fill(name);
  await home.getByRole('button', { name: 'Create passkey' }).click();
  await expect(home.getByRole('heading', { name: 'Use your new passkey' })).toBeVisible();
  expect(await axeViolations(home)).toEqual([]);
  await home.getByRole('button', { name: 'Use passkey' }).click();
  await expect(home.getByRole('status').filter({ hasText: `${name} was added.` })).toBeVisible();
};

/** A permit of EIP-2612: lets Bob move tokens of the owner. */
const permitOf = (owner: Address) => ({
  domain: { name: 'Token', version: '1', chainId: 1, verifyingContract: BOB },
  types: {
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primaryType: 'Permit' as const,
  message: { owner, spender: BOB, value: '1000', nonce: '0', deadline: '9999999999' },
});

test.describe('@embedded passkeys of the secure site', () => {
  let site: SecureSite;

  test.beforeAll(async () => {
    site = await startSiteOnChains();
  });
  test.afterAll(async () => {
    await site.stop();
  });

  test('confirm what is beyond the limits, on the page of the user and in the window, until they are removed', async ({
    page,
    context,
    serve,
    chains,
    cspViolations,
  }) => {
    test.slow();
    const app = new EmbeddingPage(page, site);
    await app.open(await serve({ files: await buildPage(PAGE), scripts: [], meta: null }));
    await app.login(`${randomUUID()}@example.com`);
    const { address } = await app.createWallet();
    const chain = chains.of('eip155:1');
    await chain.setBalance({ address, value: parseEther('5') });
    const balance = () => chain.getBalance({ address: BOB });
    const send = (amount: string) =>
      app.begin('RPC_REQUEST', {
        method: 'eth_sendTransaction',
        params: [{ from: address, to: BOB, value: `0x${parseEther(amount).toString(16)}` }],
      });
    /** Sends an amount for which the window asks for the passkey. */
    const sendConfirmed = async (amount: string, use: (window: Page, authenticator: VirtualAuthenticator) => Promise<void>) => {
      const sending = send(amount);
      const window = await app.openWindow();
      const authenticator = await VirtualAuthenticator.add(window, { credentials: await own.credentials() });
      await expect(window.getByText('Your passkey confirms this.')).toBeVisible();
      await use(window, authenticator);
      return sending;
    };

    const home = await context.newPage();
    const own = await VirtualAuthenticator.add(home);
    await home.goto(`${site.origin}/dashboard`);
    await addPasskey(home, 'Blue key');
    await expect(home.getByText('It does not open your wallet', { exact: false }).first()).toBeVisible();
    expect(await axeViolations(home)).toEqual([]);

    const before = await balance();
    const sent = await sendConfirmed('0.5', async (window, authenticator) => {
      await authenticator.setVerified(false);
      await window.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(window.getByRole('alert')).toContainText('The passkey was not used');
      expect(await axeViolations(window)).toEqual([]);
      await authenticator.setVerified(true);
      await window.getByRole('button', { name: 'Try again' }).click();
      await expect(window.getByRole('heading', { name: 'Your wallet holds funds now' })).toBeVisible();
      await clickToClose(window, 'Later');
    });
    expect(await chains.receipt('eip155:1', String(replyOf(sent)))).toMatchObject({ status: 'success' });
    expect((await balance()) - before).toBe(parseEther('0.5'));

    const rejected = await sendConfirmed('0.5', async (window, authenticator) => {
      await authenticator.setVerified(false);
      await window.getByRole('button', { name: 'Send', exact: true }).click();
      await clickToClose(window, 'Reject');
    });
    expect(rejected).toHaveProperty('error', expect.stringContaining('rejected'));
    // A text needs no passkey.
    await app.approve(app.begin('RPC_REQUEST', { method: 'personal_sign', params: ['Hello', address] }), 'Sign');

    await home.bringToFront();
    await home.getByRole('button', { name: 'Set limits for an app' }).click();
    await home.getByLabel('App').selectOption({ label: new URL(page.url()).origin });
    await home.getByRole('button', { name: 'Continue' }).click();
    const amount = home.getByLabel('ETH on eip155:1, in 24 hours');
    await amount.fill('much');
    await home.getByRole('button', { name: 'Save' }).click();
    await expect(home.getByRole('alert')).toContainText('Enter an amount of ETH');
    expect(await axeViolations(home)).toEqual([]);
    await amount.fill('0.3');
    await home.getByRole('button', { name: 'Save' }).click();
    await home.getByRole('button', { name: 'Use passkey' }).click();
    await expect(home.getByText('0.3 ETH on eip155:1')).toBeVisible();
    expect(await axeViolations(home)).toEqual([]);

    await page.bringToFront();
    const small = send('0.2');
    const window = await app.openWindow();
    await expect(window.getByText('Fee at most')).toBeVisible();
    await expect(window.getByText('Your passkey confirms this.')).toHaveCount(0);
    await window.getByRole('button', { name: 'Send', exact: true }).click();
    expect(await chains.receipt('eip155:1', String(replyOf(await small)))).toMatchObject({ status: 'success' });
    // The rest of the day is less.
    const second = await sendConfirmed('0.2', (asked) => clickToClose(asked, 'Send'));
    expect(await chains.receipt('eip155:1', String(replyOf(second)))).toMatchObject({ status: 'success' });

    await home.bringToFront();
    await home.reload();
    await home.getByRole('button', { name: 'Remove Blue key' }).click();
    expect(await axeViolations(home)).toEqual([]);
    await home.getByRole('button', { name: 'Remove', exact: true }).click();
    await own.setVerified(false);
    await home.getByRole('button', { name: 'Use passkey' }).click();
    await expect(home.getByRole('alert')).toContainText('The passkey was not used');
    await own.setVerified(true);
    await home.getByRole('button', { name: 'Try again' }).click();
    await expect(home.getByRole('status').filter({ hasText: 'Blue key was removed.' })).toBeVisible();
    expect(cspViolations).toEqual([]);
    expect(site.cspReports()).toEqual([]);
  });

  test('with PRF open the wallet once all storage is gone, and those without do not', async ({
    page,
    context,
    browser,
    serve,
    problems,
  }) => {
    test.slow();
    // The browser logs the API's refusals.
    problems.expect(/status of 40[14]/);
    const host = await serve({ files: await buildPage(PAGE), scripts: [], meta: null });
    const email = `${randomUUID()}@example.com`;
    const app = new EmbeddingPage(page, site);
    await app.open(host);
    await app.login(email);
    const { address } = await app.createWallet();

    const home = await context.newPage();
    const authenticator = await VirtualAuthenticator.add(home, { hasPrf: true });
    await home.goto(`${site.origin}/dashboard`);
    await addPasskey(home, 'Phone');
    await expect(home.getByRole('listitem').filter({ hasText: 'Phone' })).toContainText('opens your wallet on a new device');

    // As on a device on which the wallet was never used.
    await home.evaluate(async () => {
      for (const { name } of await indexedDB.databases())
        await new Promise((resolve) => indexedDB.deleteDatabase(String(name)).addEventListener('success', resolve));
    });
    await home.reload();
    expect(await axeViolations(home)).toEqual([]);
    await home.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(home.getByText('Your wallet was created in another browser')).toBeVisible();
    expect(await axeViolations(home)).toEqual([]);
    await home.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(home.getByRole('status').filter({ hasText: 'This browser is a device of your wallet now.' })).toBeVisible();
    await expect(home.getByText(address)).toBeVisible();

    // An app gets the wallet by one click and the passkey, since it can use it then.
    const linked = new EmbeddingPage(await context.newPage(), site);
    await linked.open(host, 'linked');
    const linking = linked.begin('GET_USER', { chainId: 1 });
    const consent = await linked.openWindow();
    await VirtualAuthenticator.add(consent, { credentials: await authenticator.credentials() });
    await clickToClose(consent, 'Allow');
    await expect(consent.getByText('A new device')).toBeVisible();
    expect(await axeViolations(consent)).toEqual([]);
    await consent.getByRole('button', { name: 'Use passkey' }).click();
    expect(replyOf(await linking)).toMatchObject({ address });

    // Another browser, whose authenticator has the passkey and no PRF: it says so, and logs in.
    const other = await browser.newContext();
    const newApp = new EmbeddingPage(await other.newPage(), site);
    await newApp.open(host, 'other');
    await newApp.login(email, 1);
    const user = newApp.begin('GET_USER', { chainId: 1 });
    const window = await newApp.openWindow();
    const credentials = await authenticator.credentials();
    await VirtualAuthenticator.add(window, { credentials });
    await window.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(window.getByRole('alert')).toContainText('does not open your wallet');
    await window.getByRole('button', { name: 'Cancel' }).click();
    await clickToClose(window, 'Cancel');
    expect(await user).toHaveProperty('error');
    await other.close();
    expect(site.cspReports()).toEqual([]);
  });

  test('give code that is planted in the site’s window and approves by itself no signature', async ({ page, context, serve }) => {
    // Planted in each document of the site: it knows the tasks of the window, and answers them.
    await context.addInitScript(() => {
      window.addEventListener('message', ({ data }) => {
        if (data?.type === 'secure-window/task') document.documentElement.dataset['task'] = data.id;
      });
    });
    const app = new EmbeddingPage(page, site);
    await app.open(await serve({ files: await buildPage(PAGE), scripts: [], meta: null }));
    await app.login(`${randomUUID()}@example.com`);
    const { address } = await app.createWallet();
    const permit = permitOf(address);
    const request = { kind: 'evm-typed-data', chainId: 'eip155:1', address, json: JSON.stringify(permit) } as const;
    const digest = await approvalDigest(request, [hexToBytes(hashTypedData(permit))]);
    /** The planted code approves, without its user. */
    const approvePlanted = async () => {
      const signing = app.begin('RPC_REQUEST', { method: 'eth_signTypedData_v4', params: [address, JSON.stringify(permit)] });
      const planted = await app.openWindow();
      await expect(planted.locator('html[data-task]')).toBeAttached();
      await planted.evaluate((approved) => {
        const id = document.documentElement.dataset['task'];
        const result = { digest: approved, assertion: null };
        window.opener.postMessage({ type: 'secure-window/done', id, result }, location.origin);
      }, digest);
      const result = await signing;
      await planted.close();
      return result;
    };
    // Without a passkey, it gets the signature.
    expect(await approvePlanted()).toHaveProperty('reply', expect.stringMatching(/^0x[\da-f]{130}$/));

    const home = await context.newPage();
    await VirtualAuthenticator.add(home);
    await home.goto(`${site.origin}/dashboard`);
    await addPasskey(home, 'Blue key');
    await page.bringToFront();
    expect(await approvePlanted()).toEqual({ error: expect.stringContaining('Your passkey must confirm this') });
  });
});
