import { buildPage } from './support/built-page.js';
import { DappPage } from './support/dapp-page.js';
import { expect, test } from './support/fixtures.js';
import { connect, fact, outcomesOf, roundTrip } from './support/flows.js';

test.describe('StrictMode around the page and around the modal, in a development build of the demo @connect', () => {
  let files = '';
  test.beforeAll(async () => {
    files = await buildPage({ folder: 'examples/react-vite', mode: 'development', strictRoots: true });
  });

  test('one connection, one signature, one move to another network: the wallet is asked once for each', async ({
    page,
    serve,
    sandbox,
    wallet,
    control,
  }) => {
    const said: string[] = [];
    page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
    const { origin } = await serve({ files, scripts: [sandbox.urls.walletScript] });
    const dapp = await new DappPage(page, origin).open();
    await connect(dapp, wallet);
    // The page's own root and the modal's.
    await expect(page.locator('html')).toHaveAttribute('data-strict-roots', '2');
    await page.getByTestId('demo-message').fill('in StrictMode');
    await wallet.approve(() => page.getByTestId('demo-sign-message').click());
    await expect(fact(dapp, 'message-verified')).toBeVisible();
    await page.locator('#network').click();
    await wallet.approve(() => dapp.dialog.getByRole('button', { name: 'Polygon' }).click());
    await expect(fact(dapp, 'network')).toContainText('Polygon');
    await roundTrip(dapp);

    for (const method of ['eth_requestAccounts', 'personal_sign', 'wallet_switchEthereumChain'])
      expect(await outcomesOf(control, method), method).toEqual(['answered']);
    expect((await control.state()).chainId).toBe(137);
    // Only React's development build says so: without it StrictMode does nothing.
    expect(said.filter((text) => text.includes('React DevTools'))).toHaveLength(1);
    expect(said.filter((text) => /^(error|warning): /.test(text))).toEqual([]);
  });
});
