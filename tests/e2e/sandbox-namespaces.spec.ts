import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto';
import { Verifier } from 'bip322-js';
import { test } from './support/chains-fixtures.js';
import { expect } from './support/fixtures.js';
import { findWallets, NAMESPACE_PAGE, runInPage } from './support/namespace-page.js';

const NAME = 'Sandbox Wallet';
const STRANGER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

test.describe('the wallet in a page, beside EVM', { tag: ['@sandbox', '@chains'] }, () => {
  test('is found under one name in every way in which pages look', async ({ page, serve, sandbox }) => {
    const site = await serve({ files: { '/': NAMESPACE_PAGE } });
    expect(await findWallets(page, site.origin)).toEqual({
      eip155: [NAME],
      standard: [{ name: NAME, chains: ['solana:mainnet', 'bitcoin:regtest'] }],
      bitcoin: [NAME],
      polkadot: [NAME],
    });
    const single = `${sandbox.urls.walletScript}?namespaces=bip122&name=Bitcoin%20Only`;
    const both = await serve({ files: { '/': NAMESPACE_PAGE }, scripts: [sandbox.urls.walletScript, single] });
    expect(await findWallets(page, both.origin)).toMatchObject({ eip155: [NAME], bitcoin: [NAME, 'Bitcoin Only'], polkadot: [NAME] });
  });

  test('connects, signs and says no on Solana through the Wallet Standard', async ({ page, serve, wallet, control }) => {
    await findWallets(page, (await serve({ files: { '/': NAMESPACE_PAGE } })).origin);
    let outcome: Promise<unknown> = Promise.resolve();
    const connecting = await wallet.during(async () => {
      outcome = runInPage(
        page,
        `(await standard('${NAME}').features['standard:connect'].connect()).accounts.map(({ address }) => address)`,
      );
    });
    expect(await connecting.text()).toContain('Solana (solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp)');
    await connecting.approve();
    const { others } = await control.state();
    expect(await outcome).toEqual({ result: [others.solana?.[0]] });

    const sign = `(async () => {
      const wallet = standard('${NAME}');
      const message = new TextEncoder().encode('hello');
      const [{ signature }] = await wallet.features['solana:signMessage'].signMessage({ account: wallet.accounts[0], message });
      const key = await crypto.subtle.importKey('raw', wallet.accounts[0].publicKey, 'Ed25519', false, ['verify']);
      return crypto.subtle.verify('Ed25519', key, signature, message);
    })()`;
    const signing = await wallet.during(async () => {
      outcome = runInPage(page, sign);
    });
    expect(await signing.text()).toContain('hello');
    await signing.approve();
    expect(await outcome).toEqual({ result: true });

    const refusing = await wallet.during(async () => {
      outcome = runInPage(page, sign);
    });
    await refusing.reject();
    expect(await outcome).toMatchObject({ error: { code: 4001 } });

    await page.evaluate(
      `standard('${NAME}').features['standard:events'].on('change', ({ accounts }) => { window.changed = accounts.map(({ address }) => address); })`,
    );
    await control.selectAccount(1);
    const changed = await page.waitForFunction('window.changed');
    expect(await changed.jsonValue()).toEqual([(await control.state()).others.solana?.[0], others.solana?.[0]]);
    await control.lock();
    await page.waitForFunction('window.changed.length === 0');
  });

  test('signs and sends on Bitcoin, in the three shapes of its wallets', async ({ page, serve, wallet, control, sandbox }) => {
    await findWallets(page, (await serve({ files: { '/': NAMESPACE_PAGE } })).origin);
    let outcome: Promise<{ readonly result?: unknown }> = Promise.resolve({});
    const asked = async (expression: string): Promise<string> => {
      const question = await wallet.during(async () => {
        outcome = runInPage(page, expression);
      });
      const text = await question.text();
      await question.approve();
      return text;
    };
    await asked(`(await standard('${NAME}').features['bitcoin:connect'].connect({ purposes: ['payment', 'ordinals'] })).accounts.length`);
    expect(await outcome).toEqual({ result: 4 });
    const [payment = ''] = (await control.state()).others.bip122 ?? [];
    const provider = `window[btc_providers[0].id]`;
    expect(await runInPage(page, `${provider}.getAccounts()`)).toEqual({ result: [payment] });

    await asked(
      `(await ${provider}.request('signMessage', { address: '${payment}', message: 'hello', protocol: 'BIP322' })).result.signature`,
    );
    expect(Verifier.verifySignature(payment, 'hello', String((await outcome).result))).toBe(true);
    await asked(`${provider}.signMessage('hello')`);
    expect(Verifier.verifySignature(payment, 'hello', String((await outcome).result))).toBe(true);

    const shown = await asked(`${provider}.sendBitcoin('${STRANGER}', 25000)`);
    expect(shown).toContain('0.00025 BTC');
    expect(shown).toContain('Change, back to you');
    const { result: txid } = await outcome;
    const coins = await (await fetch(`${sandbox.urls.esplora}/address/${STRANGER}/utxo`)).json();
    expect(coins).toContainEqual(expect.objectContaining({ txid, value: 25_000 }));
    expect(await runInPage(page, `${provider}.request('fly')`)).toMatchObject({ result: { error: { code: 4200 } } });
  });

  test('lets a page in, signs and turns it away on Polkadot', async ({ page, serve, wallet, control }) => {
    await cryptoWaitReady();
    await findWallets(page, (await serve({ files: { '/': NAMESPACE_PAGE } })).origin);
    let outcome: Promise<{ readonly result?: unknown }> = Promise.resolve({});
    const enable = `(window.injected = await injectedWeb3['${NAME}'].enable('Page')).accounts.get()`;
    const refusing = await wallet.during(async () => {
      outcome = runInPage(page, enable);
    });
    await refusing.reject();
    expect(await outcome).toMatchObject({ error: { code: 4001 } });
    const enabling = await wallet.during(async () => {
      outcome = runInPage(page, enable);
    });
    await enabling.approve();
    const [address = ''] = (await control.state()).others.polkadot ?? [];
    expect(await outcome).toEqual({ result: [{ address, name: 'Account 1', type: 'sr25519', genesisHash: null }] });
    const signing = await wallet.during(async () => {
      outcome = runInPage(
        page,
        `(await injected.signer.signRaw({ address: '${address}', data: '0x68656c6c6f', type: 'bytes' })).signature`,
      );
    });
    expect(await signing.text()).toContain('<Bytes>hello</Bytes>');
    await signing.approve();
    expect(signatureVerify('<Bytes>hello</Bytes>', String((await outcome).result), address).isValid).toBe(true);
  });

  test('misbehaves in each namespace as a test wants it', async ({ page, serve, control, problems }) => {
    problems.expect(/WebSocket|4900|disconnected/);
    await findWallets(page, (await serve({ files: { '/': NAMESPACE_PAGE } })).origin);
    const requests = [
      `standard('${NAME}').features['standard:connect'].connect()`,
      `window[btc_providers[0].id].requestAccounts()`,
      `injectedWeb3['${NAME}'].enable('Page')`,
    ];
    for (const request of requests) {
      await control.setFault({ mode: 'reject-all' });
      expect(await runInPage(page, request), request).toMatchObject({ error: { code: 4001 } });
      await control.setFault({ mode: 'drop' });
      expect(await runInPage(page, request), request).toMatchObject({ error: { code: 4900 } });
      await control.setFault({ mode: 'answer-late', delayMs: 300 });
      await control.autoApprove(true);
      const startedAt = performance.now();
      expect(await runInPage(page, `Boolean(await ${request})`), request).toEqual({ result: true });
      expect(performance.now() - startedAt).toBeGreaterThan(290);
    }
  });
});
