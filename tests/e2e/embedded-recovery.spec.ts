import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { SecureSite } from '@latchkey/sandbox';
import type { Page } from '@playwright/test';
import { type Address, type Hex, parseEther, recoverMessageAddress } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { axeViolations } from './support/axe.js';
import { buildPage } from './support/built-page.js';
import { clickToClose } from './support/click-to-close.js';
import { EmbeddingPage, fillWords, replyOf } from './support/embedding-page.js';
import { expect, test } from './support/fixtures.js';
import { startSiteOnChains } from './support/site-on-chains.js';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The kit of another wallet. */
/** What the dashboard loads to open a kit without the site. */
const KIT_SCRIPTS = ['kit-view', 'account-address', 'recovery-words', 'mistyped-words', 'window-worker'];
const OTHER_KIT = fromRoot('docs/vectors/embedded-wallet/recovery-kit.json');

/** What the independent script prints. */
const openByScript = (kit: string, words: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const args = [fromRoot('sandbox/secure-site/recovery/open-kit.mjs'), kit, '--phrase'];
    const child = execFile(process.execPath, args, (error, output) => (error === null ? resolve(output) : reject(error)));
    child.stdin?.end(words.join(' '));
  });

/** Creates a wallet with words in the app's window, and saves its kit. */
const createWithKit = async (app: EmbeddingPage) => {
  const user = app.begin('GET_USER', { chainId: 1 });
  const window = await app.openWindow();
  await window.getByRole('button', { name: 'Allow and create' }).click();
  await expect(window.getByRole('listitem')).toHaveCount(10);
  const words = await window.getByRole('listitem').allTextContents();
  await window.getByRole('button', { name: 'I wrote them down' }).click();
  await fillWords(window, words);
  await window.getByRole('button', { name: 'Confirm' }).click();
  // The app has its wallet meanwhile.
  const { address } = replyOf(await user) as { readonly address: Address };
  await expect(window.getByRole('button', { name: 'Save the kit' })).toBeVisible();
  expect(await axeViolations(window)).toEqual([]);
  const saving = window.waitForEvent('download');
  await window.getByRole('button', { name: 'Save the kit' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe(`wallet-recovery-kit-${address.slice(0, 10)}.json`);
  await expect(window.getByRole('status').filter({ hasText: 'Saved to your downloads' })).toBeVisible();
  const closed = window.waitForEvent('close');
  await clickToClose(window, 'Done');
  await closed;
  return { address, words, kit: await download.path() };
};

/** Chooses a kit and types words. */
const openKit = async (page: Page, kit: string, words: readonly string[]): Promise<void> => {
  await page.getByLabel('Recovery kit').setInputFiles(kit);
  await page.getByLabel('Recovery words').fill(words.join(' '));
  await page.getByRole('button', { name: 'Open the kit' }).click();
};

/** Reads the phrase behind the warning, and leaves it. @param words asks for them if they are given */
const readPhrase = async (page: Page, words?: readonly string[]): Promise<string> => {
  await page.getByRole('button', { name: 'Show the secret phrase' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  if (words !== undefined) {
    await page.getByLabel('Recovery words').fill(words.join(' '));
    await page.getByRole('button', { name: 'Open the phrase' }).click();
  }
  await expect(page.getByRole('listitem')).toHaveCount(12);
  expect(await page.getByRole('listitem').allTextContents()).toEqual(Array.from({ length: 12 }, () => '••••••'));
  await page.getByRole('button', { name: 'Show the words' }).click();
  expect(await axeViolations(page)).toEqual([]);
  const phrase = (await page.getByRole('listitem').allTextContents()).join(' ');
  await page.getByRole('button', { name: 'Done' }).click();
  return phrase;
};

test.describe('@embedded recovery', () => {
  let site: SecureSite;
  let isStopped: boolean;

  test.beforeEach(async () => {
    site = await startSiteOnChains();
    isStopped = false;
  });
  test.afterEach(async () => {
    if (!isStopped) await site.stop();
  });

  test('a wallet comes back from its kit and words: on a new device, and with the whole site stopped, on an open page and by the script', async ({
    page,
    context,
    serve,
    browser,
    problems,
  }) => {
    test.slow();
    // Sessions that have ended, and a site that is gone.
    problems.expect(/status of 40[14]|ERR_CONNECTION_REFUSED/);
    const files = await buildPage({ folder: 'tests/e2e/pages/embedded' });
    const host = await serve({ files, scripts: [], meta: null });
    const email = `${randomUUID()}@example.com`;
    const app = new EmbeddingPage(page, site);
    await app.open(host);
    await app.login(email);
    const { address, words, kit } = await createWithKit(app);

    // The phrase, on the user's page: with the words, and with no others.
    const home = await context.newPage();
    await home.goto(`${site.origin}/dashboard`);
    const phrase = await readPhrase(home, words);
    expect(mnemonicToAccount(phrase as never).address).toBe(address);

    // Another browser, in which the kit makes the wallet usable.
    const other = await browser.newContext();
    const fresh = await other.newPage();
    await fresh.goto(`${site.origin}/dashboard`);
    await fresh.getByLabel('Email').fill(email);
    await fresh.getByRole('button', { name: 'Continue', exact: true }).click();
    await fresh.getByLabel('Code', { exact: true }).fill(await app.codeFor(email, 1));
    await fresh.getByRole('button', { name: 'Continue', exact: true }).click();
    await fresh.getByRole('button', { name: 'Open a recovery kit instead' }).click();
    expect(await axeViolations(fresh)).toEqual([]);
    await openKit(fresh, kit, words);
    await expect(fresh.getByText('It is the wallet of your account.')).toBeVisible();
    await fresh.getByRole('button', { name: 'Use it here' }).click();
    await expect(fresh.getByRole('status').filter({ hasText: 'back in this browser' })).toBeVisible();
    const restored = new EmbeddingPage(await other.newPage(), site);
    await restored.open(host);
    const user = restored.begin('GET_USER', { chainId: 1 });
    await clickToClose(await restored.openWindow(), 'Allow');
    expect(replyOf(await user)).toMatchObject({ address });
    const signature = await restored.approve(restored.begin('RPC_REQUEST', { method: 'personal_sign', params: ['Back', address] }), 'Sign');
    // A signature is hex.
    expect(await recoverMessageAddress({ message: 'Back', signature: signature as Hex })).toBe(address);

    // Nothing is left of it at the server, and then no server.
    await home.getByRole('button', { name: 'Delete the account' }).click();
    await home.getByLabel(`Type ${email} to confirm`).fill(email);
    await home.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(home.getByRole('heading', { name: 'Deleted' })).toBeVisible();
    const stranger = await browser.newContext();
    const open = await stranger.newPage();
    // The page loads what opens a kit once it is shown.
    const loaded = KIT_SCRIPTS.map((name) => open.waitForEvent('requestfinished', (request) => request.url().includes(name)));
    await open.goto(`${site.origin}/dashboard`, { waitUntil: 'networkidle' });
    await Promise.all(loaded);
    await site.stop();
    isStopped = true;
    await open.getByRole('button', { name: 'Open a recovery kit' }).click();

    // Bad input is told: a file that is no kit, a mistyped word, the words of another wallet.
    await open.getByLabel('Recovery kit').setInputFiles({
      name: 'kit.json',
      mimeType: 'application/json',
      buffer: Buffer.from((await readFile(kit, 'utf8')).replace('"epoch": 1', '"epoch": 2')),
    });
    await expect(open.getByRole('alert')).toContainText('This kit is damaged');
    await openKit(open, OTHER_KIT, words);
    await expect(open.getByRole('alert')).toContainText('do not belong to this kit');
    await open.getByRole('button', { name: 'Back' }).click();
    const [first = '', ...rest] = words;
    await openKit(open, kit, [`${first}q`, ...rest]);
    await expect(open.getByRole('alert')).toContainText(`Word 1, “${first}q”, is not in the list.`);
    await open.getByRole('button', { name: `Use “${first}”` }).click();
    await open.getByRole('button', { name: 'Open the kit' }).click();
    await expect(open.getByRole('heading', { name: 'The kit opens' })).toBeVisible();
    await expect(open.getByText(address)).toBeVisible();
    expect(await axeViolations(open)).toEqual([]);
    const solana = await open.locator('.fact', { hasText: 'Solana address' }).locator('dd').textContent();
    expect(await readPhrase(open)).toBe(phrase);

    const printed = (await openByScript(kit, words)).split('\n');
    expect(printed).toEqual(expect.arrayContaining([`eip155 ${address}`, `solana ${solana}`, `phrase ${phrase}`]));
    expect(site.cspReports()).toEqual([]);
    await Promise.all([other.close(), stranger.close()]);
  });

  test('a wallet is left behind in view of what is still there, and deleted with that only if the user gives it up', async ({
    page,
    context,
    serve,
    chains,
  }) => {
    test.slow();
    const files = await buildPage({ folder: 'tests/e2e/pages/embedded' });
    const app = new EmbeddingPage(page, site);
    await app.open(await serve({ files, scripts: [], meta: null }));
    await app.login(`${randomUUID()}@example.com`);
    const { address } = await app.createWallet();
    const chain = chains.of('eip155:1');
    await chain.setBalance({ address, value: parseEther('1.5') });

    const home = await context.newPage();
    await home.goto(`${site.origin}/dashboard`);
    await home.getByRole('button', { name: 'Move to a new wallet' }).click();
    const row = home.getByRole('row', { name: /^ETH/ });
    await expect(row).toContainText('1.5');
    await expect(home.getByText('Not looked at:')).toBeVisible();
    expect(await axeViolations(home)).toEqual([]);
    await home.getByRole('button', { name: 'Create a new wallet' }).click();
    await expect(home.getByRole('listitem')).toHaveCount(10);
    const words = await home.getByRole('listitem').allTextContents();
    await home.getByRole('button', { name: 'I wrote them down' }).click();
    await fillWords(home, words);
    await home.getByRole('button', { name: 'Confirm' }).click();

    // Most of it is sent, and seen at both addresses.
    await home.getByRole('button', { name: 'Show the other wallet' }).click();
    await expect(row).toContainText('1.50');
    const renewed = (await home.locator('.fact', { hasText: 'Other address' }).locator('dd').textContent()) ?? '';
    // An address.
    await chain.setBalance({ address: renewed as Address, value: parseEther('1.4') });
    await chain.setBalance({ address, value: parseEther('0.1') });
    await home.getByRole('button', { name: 'Refresh' }).click();
    await expect(row).toHaveText('ETH0.11.4');
    await home.getByRole('button', { name: 'Switch to it' }).click();
    await expect(row).toHaveText('ETH0.11.4');
    await home.getByRole('button', { name: 'Switch', exact: true }).click();
    await expect(home.getByRole('status').filter({ hasText: 'other one now' })).toBeVisible();

    // The rest is lost only if the user says so.
    await home.getByRole('button', { name: 'Show the other wallet' }).click();
    await expect(row).toHaveText('ETH1.40.1');
    await home.getByRole('button', { name: 'Delete the other wallet' }).click();
    await expect(row).toHaveText('ETH0.1');
    expect(await axeViolations(home)).toEqual([]);
    const erase = home.getByRole('button', { name: 'Delete', exact: true });
    await home.getByLabel('Type DELETE to confirm').fill('DELETE');
    await expect(erase).toBeDisabled();
    await home.getByRole('checkbox').check();
    await expect(erase).toBeEnabled();
    await chain.setBalance({ address, value: 0n });
    await home.getByRole('button', { name: 'Refresh' }).click();
    await expect(home.getByText(/^Nothing on/)).toBeVisible();
    await expect(home.getByRole('checkbox')).toBeHidden();
    await erase.click();
    await expect(home.getByRole('status').filter({ hasText: 'was deleted' })).toBeVisible();
    expect(site.cspReports()).toEqual([]);
  });
});
