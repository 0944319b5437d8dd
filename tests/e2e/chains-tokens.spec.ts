import { expect, test } from './support/fixtures.js';
import { connect, fact, outcomesOf } from './support/flows.js';

test.describe('a visitor who looks at tokens', { tag: '@chains' }, () => {
  test('keeps what was read when the node is gone, is told of it, and reads again', async ({ dapp, wallet, sandbox }) => {
    await dapp.open();
    await connect(dapp, wallet);
    await expect(fact(dapp, 'token-SBT')).toHaveText('1,000.000');
    await expect(fact(dapp, 'token-SBD')).toHaveText('1,000.000');
    const isNode = ({ href }: URL): boolean => href.startsWith(sandbox.urls.rpc['eip155:1'] ?? '');
    await dapp.page.route(isNode, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Gateway</h1>' }));
    await fact(dapp, 'refresh').click();
    await expect(fact(dapp, 'tokens-error')).toHaveAttribute('data-code', /^network\//);
    await expect(fact(dapp, 'token-SBD')).toHaveText('1,000.000');
    await dapp.page.unroute(isNode);
    await fact(dapp, 'refresh').click();
    await expect(fact(dapp, 'tokens-error')).toBeHidden();
    await expect(fact(dapp, 'token-SBD')).toHaveText('1,000.000');
  });

  test('is told of being offline, and sends nothing until then', async ({ dapp, wallet, context }) => {
    await dapp.open();
    await connect(dapp, wallet);
    await expect(fact(dapp, 'token-SBD')).toHaveText('1,000.000');
    await context.setOffline(true);
    await expect(fact(dapp, 'tokens-offline')).toBeVisible();
    await expect(fact(dapp, 'send-offline')).toBeVisible();
    await expect(fact(dapp, 'send')).toBeDisabled();
    await context.setOffline(false);
    await expect(fact(dapp, 'tokens-offline')).toBeHidden();
    await expect(fact(dapp, 'send')).toBeEnabled();
  });

  test('does not send the coin in the place of a token that another network has', async ({ dapp, wallet, control, sandbox }) => {
    await dapp.open();
    await connect(dapp, wallet);
    await fact(dapp, 'asset').selectOption(sandbox.meta.tokens[1] ?? '');
    await control.switchChain(137);
    await expect(fact(dapp, 'network')).toContainText('Polygon');
    await expect(fact(dapp, 'send')).toBeDisabled();
    await expect(fact(dapp, 'asset')).toHaveValue(sandbox.meta.tokens[1] ?? '');
    await fact(dapp, 'asset').selectOption('');
    await expect(fact(dapp, 'send')).toBeEnabled();
  });

  test('cancels while the wallet asks: the page is as before, and the wallet is asked anew', async ({ dapp, wallet, control }) => {
    await dapp.open();
    await connect(dapp, wallet);
    const question = await wallet.during(() => fact(dapp, 'send').click());
    await fact(dapp, 'send-cancel').click();
    await expect(fact(dapp, 'send-progress')).toBeHidden();
    await question.reject();
    await expect(fact(dapp, 'send-error')).toBeHidden();
    await wallet.approve(() => fact(dapp, 'send').click());
    await expect(fact(dapp, 'block')).toHaveText(/\d/);
    expect(await outcomesOf(control, 'eth_sendTransaction')).toEqual(['failed', 'answered']);
  });
});
