import { randomUUID } from 'node:crypto';
import { type SecureSite, type Site, startSecureSite } from '@latchkey/sandbox';
import type { FrameLocator, Page } from '@playwright/test';
import { type Address, type Hex, parseEther, recoverMessageAddress } from 'viem';
import type { FrameResult } from './pages/embedded/main.js';
import { buildPage } from './support/built-page.js';
import { expect, test } from './support/fixtures.js';

const PROJECT = 'e2e';
const BOB: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** An app with nothing but the frame, on a site of its own. */
class EmbeddingPage {
  readonly page: Page;
  readonly site: SecureSite;
  readonly frame: FrameLocator;

  constructor(page: Page, site: SecureSite) {
    this.page = page;
    this.site = site;
    this.frame = page.frameLocator('#w3m-iframe');
  }

  /** Opens the app at a name below `localhost`, which is another site than the frame's, and registers it. */
  async open({ origin }: Site, name = 'app'): Promise<void> {
    const app = origin.replace('localhost', `${name}.localhost`);
    await this.site.origins.add({ project: PROJECT, origin: app });
    await this.page.goto(`${app}/?project=${PROJECT}&site=${encodeURIComponent(this.site.sdkUrl)}`);
  }

  /** Sends a request whose reply the test awaits later, since the user answers meanwhile. */
  begin(action: string, payload?: unknown): Promise<FrameResult> {
    return this.page.evaluate(
      // The page's own types check actions. Here, each is a text.
      ([name, value]) => window.embedded.request(name as 'RPC_REQUEST', value as never),
      [action, payload] as const,
    );
  }

  async request(action: string, payload?: unknown): Promise<unknown> {
    return replyOf(await this.begin(action, payload));
  }

  /** Clicks the button in the frame that opens the window. */
  async openWindow(): Promise<Page> {
    const opening = this.page.waitForEvent('popup');
    await this.frame.getByRole('button', { name: 'Continue' }).click();
    return opening;
  }

  /** Logs in with the code of the mail. */
  async login(email: string): Promise<void> {
    expect(await this.request('CONNECT_EMAIL', { email })).toEqual({ action: 'VERIFY_OTP' });
    const { text } = await this.site.mail.waitForMail(({ to }) => to.includes(email));
    await this.request('CONNECT_OTP', { otp: /\d{6}/.exec(text)?.[0] ?? '' });
  }

  /** Creates the wallet, and skips the recovery words. */
  async createWallet(): Promise<{ readonly address: Address }> {
    const user = this.begin('GET_USER', { chainId: 1 });
    const window = await this.openWindow();
    await window.getByRole('button', { name: 'Allow and create' }).click();
    await window.getByRole('button', { name: 'Skip for now' }).click();
    await window.getByRole('button', { name: 'Go on without' }).click();
    // The test fails if it is something else.
    return replyOf(await user) as { readonly address: Address };
  }

  /** Approves a request in the window. */
  async approve(request: Promise<FrameResult>, label: string): Promise<unknown> {
    const window = await this.openWindow();
    await window.getByRole('button', { name: label, exact: true }).click();
    return replyOf(await request);
  }
}

const replyOf = (result: FrameResult): unknown => {
  if ('error' in result) throw new Error(result.error);
  return result.reply;
};

test.describe('@embedded the secure site', () => {
  let site: SecureSite;

  test.beforeAll(async () => {
    const { readSandbox } = await import('./support/running-sandbox.js');
    const { rpc } = readSandbox().urls;
    site = await startSecureSite({
      networks: Object.entries(rpc).map(([chainId, rpcUrl]) => ({
        chainId,
        name: chainId,
        rpcUrl,
        currency: { symbol: 'ETH', decimals: 18 },
      })),
    });
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
    const hash = await app.approve(app.begin('RPC_REQUEST', { method: 'eth_sendTransaction', params: [transaction] }), 'Send');
    expect(await chains.receipt('eip155:1', String(hash))).toMatchObject({ status: 'success', from: address.toLowerCase() });
    expect((await chain.getBalance({ address: BOB })) - before).toBe(parseEther('0.5'));

    await page.reload();
    expect(await app.request('IS_CONNECTED')).toEqual({ isConnected: true });
    expect(await app.request('GET_USER', { chainId: 137 })).toMatchObject({ address, chainId: 137 });
    const again = await app.approve(app.begin('RPC_REQUEST', { method: 'personal_sign', params: ['Again', address] }), 'Sign');
    expect(await recoverMessageAddress({ message: 'Again', signature: again as Hex })).toBe(address);
    expect(cspViolations).toEqual([]);
    expect(site.cspReports()).toEqual([]);
  });
});
