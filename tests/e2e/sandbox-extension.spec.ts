import { ALICE } from './sandbox/hosts.js';
import { BARE_PAGE, BareDapp } from './support/bare-page.js';
import { test } from './support/extension-fixtures.js';
import { expect } from './support/fixtures.js';

test.describe('sandbox wallet extension', { tag: ['@sandbox', '@connect'] }, () => {
  test('keeps its own permissions next to a page script, and restores them and its chain when the worker is stopped', async ({
    page,
    serve,
    wallet,
    control,
    context,
    sandbox,
    extensionOrigin,
  }) => {
    const scripts = [`${sandbox.urls.walletScript}?namespaces=eip155&name=Page%20Script`];
    const { origin } = await serve({ files: { '/': BARE_PAGE }, scripts });
    const extension = new BareDapp(page, 'dev.latchkey.sandbox.extension');
    const pageScript = new BareDapp(page, 'dev.latchkey.sandbox.page-script');
    await extension.open(origin);
    const opening = wallet.nextPrompt();
    const outcome = extension.request('eth_requestAccounts');
    await (await opening).approve();
    expect(await outcome).toEqual({ result: [ALICE] });
    expect(await pageScript.result('eth_accounts')).toEqual([]);

    await control.switchChain(137);
    expect(await extension.event('chainChanged')).toBe('0x89');
    // Both wallets may have connected before the page added its listeners.
    const connects = await extension.count('connect');
    await control.dropPages();
    expect(await extension.event('disconnect')).toEqual({ code: 4900 });
    expect(await extension.event('connect', connects)).toEqual({ chainId: '0x89' });
    expect(await extension.result('eth_accounts')).toEqual([ALICE]);

    const tab = await context.newPage();
    await tab.goto(`${extensionOrigin}/manifest.json`);
    const devtools = await context.newCDPSession(tab);
    await devtools.send('ServiceWorker.enable');
    await devtools.send('ServiceWorker.stopAllWorkers');
    expect(await extension.event('disconnect', 1)).toEqual({ code: 4900 });
    expect(await extension.event('connect', connects + 1)).toEqual({ chainId: '0x89' });
    expect(await extension.result('eth_accounts')).toEqual([ALICE]);
    // The log is lost with the worker.
    expect((await control.requests()).map(({ method }) => method)).toEqual(['eth_accounts']);
  });
});
