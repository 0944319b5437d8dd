import { randomUUID } from 'node:crypto';
import { type SecureSite, startSecureSite } from '@latchkey/sandbox';
import { type Address, type Hex, parseEther, recoverMessageAddress } from 'viem';
import { axeViolations } from './support/axe.js';
import { buildPage } from './support/built-page.js';
import { clickToClose } from './support/click-to-close.js';
import { EmbeddingPage, fillWords, replyOf } from './support/embedding-page.js';
import { expect, test } from './support/fixtures.js';
import { startSiteOnChains } from './support/site-on-chains.js';

const BOB: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

test.describe('@embedded the secure site', () => {
  let site: SecureSite;

  test.beforeAll(async () => {
    site = await startSiteOnChains();
  });
  test.afterAll(async () => {
    await site.stop();
  });

  test('logs in with the mailed code, creates keys, signs, sends, and is there after a reload', async ({
    page,
    serve,
    chains,
    cspViolations,
  }) => {
    const files = await buildPage({ folder: 'tests/e2e/pages/embedded' });
    const app = new EmbeddingPage(page, site);
    await app.open(await serve({ files, scripts: [], meta: null }));
    await app.login(`${randomUUID()}@example.com`);
    const { address } = await app.createWallet();

    const signature = await app.approve(app.begin('RPC_REQUEST', { method: 'personal_sign', params: ['Hello', address] }), 'Sign');
    // A signature is hex.
    expect(await recoverMessageAddress({ message: 'Hello', signature: signature as Hex })).toBe(address);

    const chain = chains.of('eip155:1');
    await chain.setBalance({ address, value: parseEther('2') });
    const transaction = { from: address, to: BOB, value: `0x${parseEther('0.5').toString(16)}` };
    const before = await chain.getBalance({ address: BOB });
    const sending = app.begin('RPC_REQUEST', { method: 'eth_sendTransaction', params: [transaction] });
    const sender = await app.openWindow();
    await sender.getByRole('button', { name: 'Send', exact: true }).click();
    const hash = replyOf(await sending);
    // The first funds of a wallet without words.
    await expect(sender.getByRole('heading', { name: 'Your wallet holds funds now' })).toBeVisible();
    await expect(sender.getByText('recoverable')).toHaveCount(0);
    expect(await axeViolations(sender)).toEqual([]);
    const closed = sender.waitForEvent('close');
    await clickToClose(sender, 'Later');
    await closed;
    expect(await chains.receipt('eip155:1', String(hash))).toMatchObject({ status: 'success', from: address.toLowerCase() });
    expect((await chain.getBalance({ address: BOB })) - before).toBe(parseEther('0.5'));

    const abandoned = app.begin('RPC_REQUEST', { method: 'personal_sign', params: ['Never', address] });
    const cancelled = await app.openWindow();
    await expect(cancelled.getByRole('button', { name: 'Sign', exact: true })).toBeEnabled();
    await page.evaluate(() => window.embedded.abort());
    await expect(cancelled.getByRole('heading', { name: 'Cancelled' })).toBeVisible();
    await expect(app.frame.getByText('There is nothing to approve.')).toBeAttached();
    expect(await abandoned).toHaveProperty('error');

    await page.reload();
    expect(await app.request('IS_CONNECTED')).toEqual({ isConnected: true });
    expect(await app.request('GET_USER', { chainId: 137 })).toMatchObject({ address, chainId: 137 });
    const again = await app.approve(app.begin('RPC_REQUEST', { method: 'personal_sign', params: ['Again', address] }), 'Sign');
    expect(await recoverMessageAddress({ message: 'Again', signature: again as Hex })).toBe(address);
    expect(cspViolations).toEqual([]);
    expect(site.cspReports()).toEqual([]);
  });

  test('gives a second app the same address by one click, and recovers it by the words after all storage is gone', async ({
    page,
    context,
    serve,
    browser,
  }) => {
    const files = await buildPage({ folder: 'tests/e2e/pages/embedded' });
    const host = await serve({ files, scripts: [], meta: null });
    const email = `${randomUUID()}@example.com`;
    const first = new EmbeddingPage(page, site);
    await first.open(host);
    await first.login(email);
    const { address, words } = await first.createWalletWithWords();

    const second = new EmbeddingPage(await context.newPage(), site);
    await second.open(host, 'other');
    const user = second.begin('GET_USER', { chainId: 1 });
    const window = await second.openWindow();
    await expect(window.getByText(address)).toBeVisible();
    expect(await axeViolations(window)).toEqual([]);
    // Before the user's consent the app gets to know nothing.
    expect(await second.begin('RPC_REQUEST', { method: 'eth_accounts' })).toHaveProperty('error');
    await clickToClose(window, 'Allow');
    expect(replyOf(await user)).toMatchObject({ address, email });
    const signature = await second.approve(second.begin('RPC_REQUEST', { method: 'personal_sign', params: ['Hi', address] }), 'Sign');
    // A signature is hex.
    expect(await recoverMessageAddress({ message: 'Hi', signature: signature as Hex })).toBe(address);
    const codes = (await site.mail.control.mails()).filter(({ to, subject }) => to.includes(email) && /code/.test(subject));
    expect(codes).toHaveLength(1);

    const other = await browser.newContext();
    const third = new EmbeddingPage(await other.newPage(), site);
    await third.open(host);
    await third.login(email, codes.length);
    const recovered = third.begin('GET_USER', { chainId: 1 });
    const form = await third.openWindow();
    await form.getByLabel('Recovery words').fill(`${words.join(' ')} `.toUpperCase());
    await form.getByRole('button', { name: 'Open wallet' }).click();
    expect(replyOf(await recovered)).toMatchObject({ address });
    await third.request('SIGN_OUT');
    expect(await third.request('IS_CONNECTED')).toEqual({ isConnected: false });
    expect(await third.frameStorage()).toEqual([]);
    await other.close();
  });

  test('a second app waits for the window that is about to keep the wallet', async ({ page, context, serve }) => {
    const files = await buildPage({ folder: 'tests/e2e/pages/embedded' });
    const host = await serve({ files, scripts: [], meta: null });
    const first = new EmbeddingPage(page, site);
    await first.open(host);
    await first.login(`${randomUUID()}@example.com`);
    const created = first.begin('GET_USER', { chainId: 1 });
    const creation = await first.openWindow();
    let registerDevice = (): void => undefined;
    const isAllowed = new Promise<void>((resolve) => {
      registerDevice = resolve;
    });
    await creation.route('**/devices/begin', async (route) => {
      await isAllowed;
      await route.continue();
    });
    await creation.getByRole('button', { name: 'Allow and create' }).click();
    await creation.getByRole('button', { name: 'Skip for now' }).click();
    await clickToClose(creation, 'Continue without');
    // The test fails if it is something else.
    const { address } = replyOf(await created) as { readonly address: Address };

    const second = new EmbeddingPage(await context.newPage(), site);
    await second.open(host, 'other');
    const user = second.begin('GET_USER', { chainId: 1 });
    const window = await second.openWindow();
    await expect(window.getByRole('status', { name: 'Loading your wallet' })).toBeVisible();
    registerDevice();
    await expect(window.getByText(address)).toBeVisible();
    await clickToClose(window, 'Allow');
    expect(replyOf(await user)).toMatchObject({ address });
  });

  test('works in an app that cuts the connection to its windows: by a number, and through the mailbox', async ({
    page,
    context,
    serve,
    problems,
  }) => {
    test.slow();
    // The browser logs that a request is not in the mailbox yet, or no more.
    problems.expect(/status of 404/);
    const files = await buildPage({ folder: 'tests/e2e/pages/embedded' });
    const email = `${randomUUID()}@example.com`;
    const app = new EmbeddingPage(page, site);
    await app.open(await serve({ files, scripts: [], meta: null }));
    await app.login(email);
    const { address } = await app.createWallet();

    const isolated = new EmbeddingPage(await context.newPage(), site);
    await isolated.open(await serve({ files, scripts: [], meta: null, isolatesWindows: true }), 'isolated');
    await isolated.login(email, 1);
    const user = isolated.begin('GET_USER', { chainId: 1 });
    const home = await isolated.openDetachedWindow();
    await expect(home.getByText(address)).toBeVisible();
    await isolated.frame.getByRole('button', { name: 'Connect by a number' }).click();
    await site.mail.waitForMail(({ to, subject }) => to.includes(email) && /asks for your wallet/.test(subject));
    await home.reload();
    await home.getByRole('button', { name: 'Review the device' }).click();
    await home.getByRole('button', { name: 'It is mine' }).click();
    const number = isolated.frame.locator('output');
    await expect(number).toHaveText(/^\d{6}$/);
    await home.getByLabel('Number on the new device').fill((await number.textContent()) ?? '');
    await home.getByRole('button', { name: 'Add device' }).click();
    expect(replyOf(await user)).toMatchObject({ address });

    const signing = isolated.begin('RPC_REQUEST', { method: 'personal_sign', params: ['Isolated', address] });
    const approval = await isolated.openDetachedWindow();
    await expect(approval.getByText('isolated.localhost')).toBeVisible();
    await clickToClose(approval, 'Sign');
    // A signature is hex.
    expect(await recoverMessageAddress({ message: 'Isolated', signature: replyOf(await signing) as Hex })).toBe(address);

    const rejecting = isolated.begin('RPC_REQUEST', { method: 'personal_sign', params: ['No', address] });
    const rejected = await isolated.openDetachedWindow();
    await clickToClose(rejected, 'Reject');
    expect(await rejecting).toHaveProperty('error', expect.stringContaining('rejected'));

    const aborted = isolated.begin('RPC_REQUEST', { method: 'personal_sign', params: ['Never', address] });
    const cancelled = await isolated.openDetachedWindow();
    await expect(cancelled.getByRole('button', { name: 'Sign', exact: true })).toBeVisible();
    await isolated.page.evaluate(() => window.embedded.abort());
    await expect(cancelled.getByRole('heading', { name: 'Cancelled' })).toBeVisible();
    expect(await aborted).toHaveProperty('error');
  });

  test('is managed on its own page: a new device is added by its number, words are written down, and the account moves and is deleted', async ({
    page,
    context,
    serve,
    browser,
    problems,
  }) => {
    test.slow();
    // The browser logs the API's refusals of sessions that have ended.
    problems.expect(/status of 40[14]/);
    const files = await buildPage({ folder: 'tests/e2e/pages/embedded' });
    const host = await serve({ files, scripts: [], meta: null });
    const email = `${randomUUID()}@example.com`;
    const app = new EmbeddingPage(page, site);
    await app.open(host);
    await app.login(email);
    const { address } = await app.createWallet();

    // Another browser: the wallet has no words, so an old device approves it.
    const other = await browser.newContext();
    const newApp = new EmbeddingPage(await other.newPage(), site);
    await newApp.open(host, 'other');
    await newApp.login(email, 1);
    const user = newApp.begin('GET_USER', { chainId: 1 });
    const waiting = await newApp.openWindow();
    await waiting.getByRole('button', { name: 'Ask my other device' }).click();
    const { text } = await site.mail.waitForMail(({ to, subject }) => to.includes(email) && /asks for your wallet/.test(subject));
    const old = await context.newPage();
    await old.goto(/http\S+\/device#request=\S+/.exec(text)?.[0] ?? '');
    await expect(old.getByText(host.origin.replace('localhost', 'other.localhost'))).toBeVisible();
    expect(await axeViolations(old)).toEqual([]);
    await old.getByRole('button', { name: 'It is mine' }).click();
    const number = waiting.locator('output');
    await expect(number).toHaveText(/^\d{6}$/);
    expect(await axeViolations(waiting)).toEqual([]);
    const shown = (await number.textContent()) ?? '';
    await old.getByLabel('Number on the new device').fill(shown === '000000' ? '000001' : '000000');
    await old.getByRole('button', { name: 'Add device' }).click();
    await expect(old.getByRole('alert')).toContainText('another number');
    await old.getByLabel('Number on the new device').fill(shown);
    await old.getByRole('button', { name: 'Add device' }).click();
    expect(replyOf(await user)).toMatchObject({ address });
    await expect(old.getByRole('status').filter({ hasText: 'added to your wallet' })).toBeVisible();
    const signature = await newApp.approve(newApp.begin('RPC_REQUEST', { method: 'personal_sign', params: ['Hi', address] }), 'Sign');
    // A signature is hex.
    expect(await recoverMessageAddress({ message: 'Hi', signature: signature as Hex })).toBe(address);

    const home = await context.newPage();
    await home.goto(`${site.origin}/dashboard`);
    await expect(home.getByText(address)).toBeVisible();
    expect(await axeViolations(home)).toEqual([]);
    await home.getByRole('button', { name: 'Write down words now' }).click();
    const words = await home.getByRole('listitem').allTextContents();
    await home.getByRole('button', { name: 'I wrote them down' }).click();
    await fillWords(home, words);
    await home.getByRole('button', { name: 'Confirm' }).click();
    await home.getByRole('button', { name: 'Not now' }).click();
    await expect(home.getByText('You have recovery words.')).toBeVisible();

    const apps = home.getByRole('listitem').filter({ hasText: 'other.localhost' });
    await apps.getByRole('button').click();
    await home.getByRole('button', { name: 'Remove' }).click();
    await expect(home.getByRole('status').filter({ hasText: 'was removed' })).toBeVisible();
    await expect(apps).toHaveCount(0);
    const refused = await newApp.begin('RPC_REQUEST', { method: 'personal_sign', params: ['Hi', address] });
    expect(refused).toHaveProperty('error');
    // The app learns that it is not connected any more.
    expect(await newApp.page.evaluate(() => window.embedded.events)).toContain('session-updated');
    await other.close();

    await home.getByRole('button', { name: 'Move to a new wallet' }).click();
    await home.getByRole('button', { name: 'Create a new wallet' }).click();
    await expect(home.getByRole('listitem')).toHaveCount(10);
    const newWords = await home.getByRole('listitem').allTextContents();
    await home.getByRole('button', { name: 'I wrote them down' }).click();
    await fillWords(home, newWords);
    await home.getByRole('button', { name: 'Confirm' }).click();
    await home.getByRole('button', { name: 'Show the other wallet' }).click();
    await home.getByRole('button', { name: 'Switch to it' }).click();
    await home.getByRole('button', { name: 'Switch', exact: true }).click();
    await expect(home.getByRole('status').filter({ hasText: 'other one now' })).toBeVisible();
    const connecting = app.begin('GET_USER', { chainId: 1 });
    const consent = await app.openWindow();
    await clickToClose(consent, 'Allow');
    const moved = replyOf(await connecting) as { readonly address: Address };
    expect(moved.address).not.toBe(address);
    const again = await app.approve(app.begin('RPC_REQUEST', { method: 'personal_sign', params: ['Moved', moved.address] }), 'Sign');
    expect(await recoverMessageAddress({ message: 'Moved', signature: again as Hex })).toBe(moved.address);

    await home.reload();
    await home.getByRole('button', { name: 'Delete the account' }).click();
    expect(await axeViolations(home)).toEqual([]);
    const erase = home.getByRole('button', { name: 'Delete', exact: true });
    await expect(erase).toBeDisabled();
    await home.getByLabel(`Type ${email} to confirm`).fill(email);
    await erase.click();
    await expect(home.getByRole('heading', { name: 'Deleted' })).toBeVisible();
    expect(await home.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
    expect(site.cspReports()).toEqual([]);
  });

  test('changes the address with the codes of both mails', async ({ page, serve, problems }) => {
    // The browser logs the API's refusal.
    problems.expect(/status of 422/);
    const files = await buildPage({ folder: 'tests/e2e/pages/embedded' });
    const app = new EmbeddingPage(page, site);
    await app.open(await serve({ files, scripts: [], meta: null }));
    const [old, renewed] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    await app.login(old);
    await app.createWallet();
    expect(await app.request('UPDATE_EMAIL', { email: renewed })).toEqual({ action: 'VERIFY_PRIMARY_OTP' });
    const code = await app.codeFor(old, 1);
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await app.begin('UPDATE_EMAIL_PRIMARY_OTP', { otp: wrong })).toEqual({ error: 'Wrong code' });
    await app.request('UPDATE_EMAIL_PRIMARY_OTP', { otp: code });
    expect(await app.request('UPDATE_EMAIL_SECONDARY_OTP', { otp: await app.codeFor(renewed) })).toEqual({ newEmail: renewed });
    expect(await app.request('GET_USER')).toMatchObject({ email: renewed });
  });

  test('confirms a new device by the number that is typed at the page of the mailed link', async ({ page, context, serve }) => {
    const strict = await startSecureSite({ networks: [], confirmsDevices: true });
    const files = await buildPage({ folder: 'tests/e2e/pages/embedded' });
    const app = new EmbeddingPage(page, strict);
    await app.open(await serve({ files, scripts: [], meta: null }));
    const email = `${randomUUID()}@example.com`;
    expect(await app.request('CONNECT_EMAIL', { email })).toEqual({ action: 'VERIFY_DEVICE' });
    const confirming = app.begin('CONNECT_DEVICE');
    const { text } = await strict.mail.waitForMail(({ to }) => to.includes(email));
    const linked = await context.newPage();
    await linked.goto(/http\S+\/device#link=\S+/.exec(text)?.[0] ?? '');
    expect(await axeViolations(linked)).toEqual([]);
    await linked.getByLabel('Number').fill((await page.evaluate(() => window.embedded.number)) ?? '');
    await linked.getByRole('button', { name: 'Confirm' }).click();
    await expect(linked.getByRole('heading', { name: 'Confirmed' })).toBeVisible();
    replyOf(await confirming);
    await app.request('CONNECT_OTP', { otp: await app.codeFor(email) });
    expect(await app.createWallet()).toMatchObject({ email });
    await strict.stop();
  });
});
