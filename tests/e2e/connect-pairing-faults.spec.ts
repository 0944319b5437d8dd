import type { DappPage } from './support/dapp-page.js';
import { expect, test } from './support/fixtures.js';
import { fact, SANDBOX_WALLET } from './support/flows.js';
import { scanCode } from './support/scan-code.js';

const openCode = async (dapp: DappPage): Promise<void> => {
  await dapp.openDialog();
  await dapp.dialog.getByTestId('lk-wallet-walletConnect').click();
};

test.describe('user whose pairing fails @connect', () => {
  test('is offered installed wallets while the relay is unreachable, and a QR code once it is reachable', async ({
    dapp,
    relay,
    openPhone,
    problems,
  }) => {
    problems.expect(/WebSocket connection to/);
    await relay.setMode('refuse');
    await dapp.open();
    await openCode(dapp);
    const retry = dapp.dialog.getByTestId('lk-try-again');
    await expect(retry).toBeVisible();
    await dapp.dialog.getByTestId('lk-use-installed').click();
    await expect(dapp.wallet(SANDBOX_WALLET)).toBeVisible();
    await dapp.dialog.getByTestId('lk-wallet-walletConnect').click();
    await expect(retry).toBeVisible();
    await relay.setMode('open');
    await retry.click();
    const phone = await openPhone();
    await scanCode(dapp, phone);
    await phone.approve();
    await expect(fact(dapp, 'status')).toHaveText('connected');
  });

  test('connects with the first QR code after the wallet was closed, the page reloaded and another code shown', async ({
    dapp,
    openPhone,
    phoneControl,
  }) => {
    await dapp.open();
    await openCode(dapp);
    const closed = await openPhone();
    await scanCode(dapp, closed);
    await closed.page.close();
    // There is no response yet: the code stays, without an error.
    await expect(dapp.dialog.getByTestId('lk-qr').locator('svg[role=img]')).toBeVisible();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    await dapp.page.reload();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    await openCode(dapp);
    await dapp.dialog.getByTestId('lk-qr').locator('svg[role=img]').waitFor();
    await (await openPhone()).approve();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    expect((await phoneControl.state()).sessions).toHaveLength(1);
  });
});
