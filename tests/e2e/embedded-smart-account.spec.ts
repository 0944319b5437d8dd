import { randomUUID } from 'node:crypto';
import { CONTRACTS, type SecureSite, type SmartAccounts } from '@latchkey/sandbox';
import { type Address, encodeFunctionData, erc20Abi, type Hex, parseEther } from 'viem';
import { isSignedByContract } from '../../domain/signatures/contract-signature.js';
import { personalMessageHash } from '../../domain/signatures/personal-message.js';
import { axeViolations } from './support/axe.js';
import { buildPage } from './support/built-page.js';
import { callNode } from './support/chains-facts.js';
import { clickToClose } from './support/click-to-close.js';
import { EmbeddingPage, replyOf } from './support/embedding-page.js';
import { expect, test } from './support/fixtures.js';
import { startSiteWithSmartAccounts } from './support/site-with-smart-accounts.js';

const BOB: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const CAROL: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const CHAIN = 'eip155:1';

const LETTER = {
  domain: { name: 'Letters', version: '1', chainId: 1 },
  types: { Letter: [{ name: 'contents', type: 'string' }] },
  primaryType: 'Letter',
  message: { contents: 'Hello, Bob!' },
} as const;

/** An account of a user, as the frame tells it. */
interface TypedAccount {
  readonly address: Address;
  readonly type: string;
}

test.describe('@embedded smart accounts', () => {
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

  test('signs before and after its deployment, makes calls together, tells what became of them, and pays if no one else does', async ({
    page,
    serve,
    sandbox,
    chains,
    cspViolations,
  }) => {
    test.slow();
    const chain = chains.of(CHAIN);
    const token = sandbox.tokens.find(({ asset }) => asset.startsWith(`${CHAIN}/`));
    // Ids of assets end with the address of the contract.
    const contract = token?.asset.split(':').at(-1) as Address;
    const app = new EmbeddingPage(page, site);
    await app.open(await serve({ files: await buildPage({ folder: 'tests/e2e/pages/embedded' }), scripts: [], meta: null }));
    await app.login(`${randomUUID()}@example.com`);
    const user = (await app.createWallet()) as { readonly address: Address; readonly accounts?: readonly TypedAccount[] };
    const { address } = user;
    const own = user.accounts?.[1]?.address;
    expect(user.accounts).toEqual([
      { address, type: 'smartAccount' },
      { address: own, type: 'eoa' },
    ]);
    expect(user).toMatchObject({ preferredAccountType: 'smartAccount', smartAccountDeployed: false });
    expect(await app.request('GET_SMART_ACCOUNT_ENABLED_NETWORKS')).toEqual({ smartAccountEnabledNetworks: [1] });
    expect(await app.request('INIT_SMART_ACCOUNT')).toEqual({ address, isDeployed: false });
    expect(await app.request('RPC_REQUEST', { method: 'wallet_getCapabilities', params: [address] })).toEqual({
      '0x1': { atomic: { status: 'supported' }, paymasterService: { supported: true } },
    });

    const isDeployed = async (): Promise<boolean> => (await chain.getCode({ address })) !== undefined;
    const begin = (method: string, ...params: readonly unknown[]) => app.begin('RPC_REQUEST', { method, params });
    const sign = async (): Promise<readonly [Hex, Hex]> => [
      // Signatures are hex.
      (await app.approve(begin('personal_sign', 'Hello', address), 'Sign')) as Hex,
      (await app.approve(begin('eth_signTypedData_v4', address, JSON.stringify(LETTER)), 'Sign')) as Hex,
    ];
    const expectSigned = async ([message, typed]: readonly [Hex, Hex]): Promise<void> => {
      expect(await chain.verifyMessage({ address, message: 'Hello', signature: message })).toBe(true);
      expect(await chain.verifyTypedData({ ...LETTER, address, signature: typed })).toBe(true);
      const ethCall = async (call: unknown) => String(await callNode(sandbox.urls.rpc[CHAIN] ?? '', 'eth_call', [call, 'latest']));
      expect(await isSignedByContract({ address, hash: personalMessageHash('Hello'), signature: message }, ethCall)).toBe(true);
    };
    const early = await sign();
    expect(early[0]).toMatch(/(?:6492){16}$/);
    await expectSigned(early);
    expect(await isDeployed()).toBe(false);

    const mint = encodeFunctionData({ abi: CONTRACTS.SandboxToken.abi, functionName: 'mint', args: [address, 5n * 10n ** 18n] });
    const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [CAROL, 2n * 10n ** 18n] });
    const balanceOf = (owner: Address) =>
      chain.readContract({ abi: erc20Abi, address: contract, functionName: 'balanceOf', args: [owner] });
    const before = await balanceOf(CAROL);
    const calls = [
      { to: contract, data: mint },
      { to: contract, data: transfer },
    ];
    const batch = { version: '2.0.0', chainId: '0x1', from: address, atomicRequired: true, id: 'mine', calls };
    const sending = begin('wallet_sendCalls', batch);
    const window = await app.openWindow();
    await expect(window.getByRole('heading', { name: 'Make 2 calls' })).toBeVisible();
    await expect(window.getByText('Sponsored: you pay nothing')).toBeVisible();
    await expect(window.getByText('Send a token')).toBeVisible();
    await expect(window.getByText(`+3 ${token?.symbol}`)).toBeVisible();
    expect(await axeViolations(window)).toEqual([]);
    // What the first call does cannot be read.
    await window.getByRole('checkbox').check();
    await clickToClose(window, 'Send');
    expect(replyOf(await sending)).toEqual({ id: 'mine' });

    const status = () => app.request('RPC_REQUEST', { method: 'wallet_getCallsStatus', params: ['mine'] });
    await expect.poll(status).toMatchObject({ version: '2.0.0', id: 'mine', chainId: '0x1', atomic: true, status: 200 });
    const { receipts } = (await status()) as { readonly receipts: readonly { readonly transactionHash: Hex }[] };
    expect(receipts).toHaveLength(1);
    expect(await chains.receipt(CHAIN, receipts[0]?.transactionHash ?? '')).toMatchObject({ status: 'success' });
    expect(await balanceOf(address)).toBe(3n * 10n ** 18n);
    expect((await balanceOf(CAROL)) - before).toBe(2n * 10n ** 18n);
    expect(await isDeployed()).toBe(true);
    expect(await app.request('INIT_SMART_ACCOUNT')).toEqual({ address, isDeployed: true });

    const home = await page.context().newPage();
    await home.goto(`${site.origin}/dashboard`);
    const listed = home.getByRole('region', { name: 'Smart accounts' });
    await expect(listed.getByRole('listitem')).toHaveText([`Ethereum${address}DeployedFor development only`]);
    expect(await axeViolations(home)).toEqual([]);
    await home.close();

    const late = await sign();
    expect(late[0]).not.toMatch(/6492$/);
    await expectSigned(late);
    // Signatures from before the deployment stay valid.
    await expectSigned(early);

    await smartAccounts.control.setSponsorship({ kind: 'none' });
    await chain.setBalance({ address, value: parseEther('2') });
    const paid = begin('eth_sendTransaction', { from: address, to: BOB, value: `0x${parseEther('0.5').toString(16)}` });
    const payer = await app.openWindow();
    await expect(payer.getByText(/paid by your smart account/)).toBeVisible();
    await clickToClose(payer, 'Send');
    const hash = replyOf(await paid);
    expect(await chains.receipt(CHAIN, String(hash))).toMatchObject({ status: 'success' });
    expect(await chain.getBalance({ address })).toBeLessThan(parseEther('1.5'));

    expect(site.cspReports()).toEqual([]);
    expect(cspViolations).toEqual([]);
  });
});
