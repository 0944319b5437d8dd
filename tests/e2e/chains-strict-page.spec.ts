import type { Sandbox } from '@latchkey/sandbox';
import { test } from './support/chains-fixtures.js';
import { DappPage } from './support/dapp-page.js';
import { expect } from './support/fixtures.js';

const originOf = (url: string): string => new URL(url).origin;

/** A policy without `unsafe-inline` and `wasm-unsafe-eval`, with the sources that docs/guides/services.md lists for pages with four namespaces. */
const policy = ({ wallet, walletSocket, rpc, relay, directory, images, blockchainApi, analytics, esplora }: Sandbox['urls']): string => {
  const nodes = Object.values(rpc).flatMap((url) => [url, url.replace(/^ws/, 'http'), url.replace(/^http/, 'ws')]);
  const services = [wallet, originOf(walletSocket), relay, directory, images, blockchainApi, analytics, originOf(esplora ?? ''), ...nodes];
  return [
    `default-src 'none'`,
    `script-src 'self' ${wallet}`,
    `style-src 'self'`,
    `img-src 'self' data: blob:`,
    `connect-src 'self' ${services.map((url) => url.replace(/\/$/, '')).join(' ')}`,
    `require-trusted-types-for 'script'`,
  ].join('; ');
};

/** Currency in the account view, by the tab of each namespace. */
const COINS = { EVM: 'ETH', Solana: 'SOL', Bitcoin: 'BTC', Polkadot: 'DOT' };

/** Connects the wallet in every namespace and reads each balance. */
const readAll = async (dapp: DappPage): Promise<void> => {
  await dapp.openDialog();
  await dapp.wallet('Sandbox Wallet').click();
  await dapp.dialog.getByTestId('lk-select-all').click();
  await dapp.dialog.getByTestId('lk-connect-chosen').click();
  await expect(dapp.dialog).toBeHidden();
  await dapp.page.locator('#account').click();
  for (const [tab, coin] of Object.entries(COINS)) {
    await dapp.dialog.getByRole('tab', { name: tab }).click();
    await expect(dapp.dialog.getByTestId('lk-balance')).toHaveText(new RegExp(`^[\\d,]+(?:\\.\\d{1,3})? ${coin}$`));
  }
};

test.describe('page with a strict Content-Security-Policy on four chains', { tag: '@chains' }, () => {
  test.beforeEach(({ control }) => control.autoApprove(true));

  test('reads every chain without WebAssembly and without other violations', async ({
    page,
    serve,
    chainsSandbox,
    cspViolations,
    problems,
  }) => {
    // Polkadot's SDK tries WebAssembly when it loads, and logs that it was blocked.
    problems.expect(/wasm/i);
    const site = await serve({ contentSecurityPolicy: policy(chainsSandbox.urls) });
    await readAll(await new DappPage(page, site.origin).open());
    expect(cspViolations).toEqual([]);
    expect(site.cspReports()).toEqual([]);
    // The smallest valid module has eight bytes.
    const compiling = page.evaluate(() => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])));
    await expect(compiling).rejects.toThrow(/Content Security Policy/);
  });
});
