import { ALICE } from './sandbox/hosts.js';
import { BARE_PAGE, BareDapp } from './support/bare-page.js';
import { test } from './support/extension-fixtures.js';
import { expect } from './support/fixtures.js';

const PAGE_SCRIPT = 'dev.latchkey.sandbox';
const EXTENSION = 'dev.latchkey.sandbox.extension';

test.describe('the wallet as an extension', { tag: ['@sandbox', '@connect'] }, () => {
  test('stands beside the page script, each with permissions of its own', async ({ page, serve, wallet, sandbox }) => {
    const site = await serve({ files: { '/': BARE_PAGE }, scripts: [sandbox.urls.walletScript] });
    const extension = new BareDapp(page, EXTENSION);
    const pageScript = new BareDapp(page, PAGE_SCRIPT);
    await extension.open(site.origin);
    const opening = wallet.nextQuestion();
    const outcome = extension.request('eth_requestAccounts');
    await (await opening).approve();
    expect(await outcome).toEqual({ result: [ALICE] });
    expect(await pageScript.result('eth_accounts')).toEqual([]);
  });

  test('keeps permissions, chain and lock when the browser ends its worker', async ({
    page,
    serve,
    wallet,
    control,
    context,
    extensionOrigin,
  }) => {
    const dapp = new BareDapp(page, EXTENSION);
    await dapp.open((await serve({ files: { '/': BARE_PAGE } })).origin);
    const opening = wallet.nextQuestion();
    const outcome = dapp.request('eth_requestAccounts');
    await (await opening).approve();
    await outcome;
    await control.switchChain(137);
    await dapp.event('chainChanged');

    const connects = (await dapp.events('connect')).length;
    const tab = await context.newPage();
    await tab.goto(`${extensionOrigin}/manifest.json`);
    const devtools = await context.newCDPSession(tab);
    await devtools.send('ServiceWorker.enable');
    await devtools.send('ServiceWorker.stopAllWorkers');

    expect(await dapp.event('disconnect')).toEqual({ code: 4900 });
    expect(await dapp.event('connect', connects)).toEqual({ chainId: '0x89' });
    expect(await dapp.result('eth_accounts')).toEqual([ALICE]);
    // The log is of this worker's life only.
    expect((await control.requests()).map(({ method }) => method)).toEqual(['eth_accounts']);
  });
});
