import { randomUUID } from 'node:crypto';
import { type RunningSolana, type SecureSite, startSecureSite, startSolana } from '@latchkey/sandbox';
import { type Address, type Hex, parseEther, recoverMessageAddress, recoverTypedDataAddress } from 'viem';
import { axeViolations } from './support/axe.js';
import { buildPage } from './support/built-page.js';
import { callNode } from './support/chains-facts.js';
import { DappPage } from './support/dapp-page.js';
import { EmailUser } from './support/email-user.js';
import { expect, test } from './support/fixtures.js';
import { fact } from './support/flows.js';
import { readSandbox } from './support/running-sandbox.js';
import { showChain } from './support/show-chain.js';

const BOB: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SOLANA_BOB = '9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g';
const SOL = 1_000_000_000;

/** What the page signs as typed data. */
const PERSON = [
  { name: 'name', type: 'string' },
  { name: 'wallet', type: 'address' },
] as const;
const MAIL = {
  domain: { name: 'Latchkey demo', version: '1', chainId: 1 },
  types: {
    Person: PERSON,
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  message: {
    from: { name: 'Ada', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
} as const;

test.describe('user with an email address', { tag: '@embedded' }, () => {
  let site: SecureSite;
  let solana: RunningSolana;

  test.beforeAll(async () => {
    const { rpc } = readSandbox().urls;
    solana = await startSolana();
    const evm = Object.entries(rpc).map(([chainId, rpcUrl]) => ({
      chainId,
      name: chainId === 'eip155:1' ? 'Ethereum' : 'Polygon',
      rpcUrl,
      currency: { symbol: chainId === 'eip155:1' ? 'ETH' : 'POL', decimals: 18 },
    }));
    const { chainId, rpcUrl } = solana;
    site = await startSecureSite({
      networks: [...evm, { chainId, name: 'Solana', rpcUrl, currency: { symbol: 'SOL', decimals: 9 } }],
    });
  });
  test.afterAll(async () => {
    await Promise.all([site.stop(), solana.stop()]);
  });

  test('logs in, signs, sends on both namespaces, switches the network, changes the address and signs out', async ({
    page,
    serve,
    sandbox,
    chains,
    cspViolations,
  }) => {
    test.slow();
    const rpc = { ...sandbox.meta.rpc, [solana.chainId]: solana.rpcUrl };
    const { origin } = await serve({ meta: { ...sandbox.meta, rpc, secureSite: site.sdkUrl } });
    const dapp = new DappPage(page, origin);
    await site.origins.add({ project: '', origin });
    const user = new EmailUser(dapp, site);
    let loads = 0;
    page.on('framenavigated', (frame) => {
      if (frame.name() === 'lk-frame' && frame.url().startsWith(site.origin)) loads += 1;
    });
    await dapp.open();
    await user.requestCode();
    expect(await axeViolations(page)).toEqual([]);
    await dapp.dialog.getByTestId('lk-code').fill(await user.codeFor(user.email, 1));
    await user.createWalletWithWords();
    // The page shows an address.
    const address = (await fact(dapp, 'address').innerText()) as Address;

    await page.getByTestId('demo-message').fill('hello');
    await user.approve(() => page.getByTestId('demo-sign-message').click(), 'Sign');
    // The page shows a signature.
    const signature = (await fact(dapp, 'message-signature').innerText()) as Hex;
    expect(await recoverMessageAddress({ message: 'hello', signature })).toBe(address);

    await user.approve(() => page.getByTestId('demo-sign-typed-data').click(), 'Sign');
    // The page shows a signature.
    const typedSignature = (await fact(dapp, 'typed-signature').innerText()) as Hex;
    expect(await recoverTypedDataAddress({ ...MAIL, signature: typedSignature })).toBe(address);

    const chain = chains.of('eip155:1');
    await page.getByTestId('demo-faucet').click();
    await expect(fact(dapp, 'coin-balance')).toHaveText('10');
    expect(await chain.getBalance({ address })).toBe(parseEther('10'));
    const before = await chain.getBalance({ address: BOB });
    await page.getByTestId('demo-recipient').fill(BOB);
    await page.getByTestId('demo-amount').fill('0.5');
    await user.approve(() => page.getByTestId('demo-send').click(), 'Send');
    await expect(fact(dapp, 'block')).toHaveText(/\d/, { timeout: 30_000 });
    expect((await chain.getBalance({ address: BOB })) - before).toBe(parseEther('0.5'));

    // It was never moved, which would have reloaded it.
    expect(loads).toBe(1);

    await page.reload();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    await expect(fact(dapp, 'address')).toHaveText(address);

    const solanaAddress = await showChain(dapp, /solana/i);
    await page.getByTestId('demo-faucet').click();
    await expect(fact(dapp, 'coin-balance')).toHaveText('10');
    expect(await callNode(solana.rpcUrl, 'getBalance', [solanaAddress])).toMatchObject({ value: 10 * SOL });
    await page.getByTestId('demo-recipient').fill(SOLANA_BOB);
    await page.getByTestId('demo-amount').fill('0.5');
    await user.approve(() => page.getByTestId('demo-send').click(), 'Send');
    await expect(fact(dapp, 'block')).toHaveText(/\d/, { timeout: 30_000 });
    expect(await callNode(solana.rpcUrl, 'getBalance', [SOLANA_BOB])).toMatchObject({ value: SOL / 2 });
    expect(await showChain(dapp, /evm/i)).toBe(address);

    await page.locator('#network').click();
    await dapp.dialog.getByRole('button', { name: 'Polygon' }).click();
    await expect(dapp.dialog).toBeHidden();
    await expect(page.locator('#network')).toContainText('Polygon');
    await page.getByTestId('demo-message').fill('again');
    await user.approve(() => page.getByTestId('demo-sign-message').click(), 'Sign');
    await expect(fact(dapp, 'message-signature')).toHaveText(/^0x/);

    const renewed = `${randomUUID()}@example.com`;
    await page.locator('#account').click();
    await dapp.dialog.getByTestId('lk-settings').click();
    expect(await axeViolations(page)).toEqual([]);
    await dapp.dialog.getByTestId('lk-edit-email').click();
    await expect(dapp.dialog.getByTestId('lk-email')).toBeFocused();
    // Replaces the address that is in the field.
    await page.keyboard.type(renewed);
    await page.keyboard.press('Enter');
    await dapp.dialog
      .getByTestId('lk-view-UpdateEmailPrimaryOtp')
      .getByTestId('lk-code')
      .fill(await user.codeFor(user.email, 2));
    await dapp.dialog
      .getByTestId('lk-view-UpdateEmailSecondaryOtp')
      .getByTestId('lk-code')
      .fill(await user.codeFor(renewed, 1));
    await dapp.dialog.getByTestId('lk-view-Account').waitFor();
    await dapp.dialog.getByTestId('lk-settings').click();
    await expect(dapp.dialog).toContainText(renewed);
    await dapp.dialog.getByRole('button', { name: 'Back' }).click();

    await dapp.dialog.getByTestId('lk-disconnect').click();
    // Of both namespaces.
    await dapp.dialog.getByTestId('lk-disconnect-confirm').click();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    const stored = (): Promise<readonly string[]> => page.evaluate(() => Object.keys(localStorage));
    // The site signs out meanwhile.
    await expect
      .poll(async () => (await stored()).filter((key) => key.includes('embedded_wallet') && !key.endsWith('code_requested_at')))
      .toEqual([]);
    const keptByFrame = await page
      .frame({ name: 'lk-frame' })
      ?.evaluate(async () => [
        ...(await indexedDB.databases()).map(({ name }) => String(name)),
        ...Object.keys(localStorage),
        ...Object.keys(sessionStorage),
      ]);
    // Ports of localhost are one site, so the frame sees the device of the site's own window, which stays.
    expect(keptByFrame?.filter((name) => !name.endsWith(' secure-site'))).toEqual([]);

    expect(cspViolations).toEqual([]);
    expect(site.cspReports()).toEqual([]);
  });

  test('signs and sends in an app that uses viem only', async ({ page, serve, sandbox, chains }) => {
    const files = await buildPage({ folder: 'tests/e2e/pages/embedded-viem' });
    const { origin } = await serve({ files, scripts: [], meta: { ...sandbox.meta, secureSite: site.sdkUrl } });
    await site.origins.add({ project: '', origin });
    const dapp = await new DappPage(page, origin).open();
    const user = new EmailUser(dapp, site);
    await user.login();
    const account = await page.evaluate(() => window.walletClient().account);

    let signing: Promise<Hex> | undefined;
    await user.approve(async () => {
      signing = page.evaluate(() => {
        const { client, account: signer } = window.walletClient();
        return client.signMessage({ account: signer, message: 'viem' });
      });
    }, 'Sign');
    expect(await recoverMessageAddress({ message: 'viem', signature: (await signing) ?? '0x' })).toBe(account);

    await chains.of('eip155:1').setBalance({ address: account, value: parseEther('2') });
    let sending: Promise<Hex> | undefined;
    await user.approve(async () => {
      sending = page.evaluate((to) => {
        const { client, account: sender } = window.walletClient();
        return client.sendTransaction({ account: sender, chain: null, to, value: 1n });
      }, BOB);
    }, 'Send');
    expect(await chains.receipt('eip155:1', (await sending) ?? '')).toMatchObject({ status: 'success', from: account.toLowerCase() });
  });
});
