import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildExtension } from '@latchkey/sandbox';
import { chromium } from '@playwright/test';
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto';
import { Verifier } from 'bip322-js';
import { test } from './support/chains-extension-fixtures.js';
import { CHROMIUM_FLAGS, chromiumLocation } from './support/chromium.js';
import { expect } from './support/fixtures.js';
import { findWallets, NAMESPACE_PAGE, runInPage } from './support/namespace-page.js';

const NAME = 'Sandbox Wallet Extension';

test.describe('the wallet as an extension, beside EVM', { tag: ['@sandbox', '@chains'] }, () => {
  test('is found in each namespace, and signs in each in its own window', async ({ page, serve, wallet, control }) => {
    await cryptoWaitReady();
    const site = await serve({ files: { '/': NAMESPACE_PAGE } });
    expect(await findWallets(page, site.origin)).toEqual({
      eip155: [NAME],
      standard: [{ name: NAME, chains: ['solana:mainnet', 'bitcoin:regtest'] }],
      bitcoin: [NAME],
      polkadot: [NAME],
    });
    let outcome: Promise<{ readonly result?: unknown }> = Promise.resolve({});
    const asked = async (expression: string): Promise<unknown> => {
      const question = await wallet.during(async () => {
        outcome = runInPage(page, expression);
      });
      await question.approve();
      return (await outcome).result;
    };
    const { others } = await control.state();
    const [solana = '', payment = '', polkadot = ''] = [others.solana?.[0], others.bip122?.[0], others.polkadot?.[0]];

    expect(await asked(`(await standard('${NAME}').features['standard:connect'].connect()).accounts[0].address`)).toBe(solana);
    const signed = await asked(`(async () => {
      const { accounts: [account], features } = standard('${NAME}');
      const message = new TextEncoder().encode('hello');
      const [{ signature }] = await features['solana:signMessage'].signMessage({ account, message });
      const key = await crypto.subtle.importKey('raw', account.publicKey, 'Ed25519', false, ['verify']);
      return crypto.subtle.verify('Ed25519', key, signature, message);
    })()`);
    expect(signed).toBe(true);

    const provider = 'window[btc_providers[0].id]';
    expect(await asked(`${provider}.requestAccounts()`)).toEqual([payment]);
    expect(Verifier.verifySignature(payment, 'hello', String(await asked(`${provider}.signMessage('hello', 'bip322-simple')`)))).toBe(true);

    await asked(`(window.injected = await injectedWeb3['${NAME}'].enable('Page'))`);
    const raw = await asked(`(await injected.signer.signRaw({ address: '${polkadot}', data: 'hello', type: 'bytes' })).signature`);
    expect(signatureVerify('<Bytes>hello</Bytes>', String(raw), polkadot).isValid).toBe(true);
    const [site0] = (await control.state()).sites;
    expect(site0?.origin).toBe(site.origin);
  });

  test('can be built for one namespace only, under a name of its own', async ({ world, serve }) => {
    const site = await serve({ files: { '/': NAMESPACE_PAGE } });
    const parent = await mkdtemp(join(tmpdir(), 'latchkey-single-'));
    const folders = await Promise.all(
      ['eip155', 'solana', 'bip122', 'polkadot'].map((namespace) =>
        buildExtension({
          folder: join(parent, namespace),
          rpc: world.urls.rpc,
          nodes: world.nodes,
          namespaces: [namespace],
          name: `Only ${namespace}`,
        }),
      ),
    );
    const context = await chromium.launchPersistentContext(join(parent, 'profile'), {
      ...chromiumLocation(),
      headless: true,
      args: [...CHROMIUM_FLAGS, `--disable-extensions-except=${folders.join()}`, `--load-extension=${folders.join()}`],
    });
    try {
      const page = await context.newPage();
      expect(await findWallets(page, site.origin)).toEqual({
        eip155: ['Only eip155'],
        standard: expect.arrayContaining([
          { name: 'Only solana', chains: ['solana:mainnet'] },
          { name: 'Only bip122', chains: ['bitcoin:regtest'] },
        ]),
        bitcoin: ['Only bip122'],
        polkadot: ['Only polkadot'],
      });
    } finally {
      await context.close();
      // A process of the browser's may write there until the last moment.
      await rm(parent, { recursive: true, maxRetries: 5 });
    }
  });
});
