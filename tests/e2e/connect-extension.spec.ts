import { parseEther, recoverMessageAddress } from 'viem';
import { test } from './support/extension-fixtures.js';
import { expect } from './support/fixtures.js';
import { connect, expectForgotten, fact } from './support/flows.js';

const RECIPIENT = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

test.describe('a visitor with a browser extension @connect', () => {
  test('connects, signs, sends, switches, reloads and disconnects', async ({ dapp, wallet, control, chains }) => {
    await dapp.open();
    const dialog = await dapp.openDialog();
    const [name = ''] = (await dialog.getByTestId('lk-wallet-dev.latchkey.sandbox.extension').innerText()).split('\n');
    await dapp.dialog.getByRole('button', { name: 'Close' }).click();
    const address = await connect(dapp, wallet, name);

    await dapp.page.getByTestId('demo-message').fill('from an extension');
    await wallet.approve(() => dapp.page.getByTestId('demo-sign-message').click());
    const signature = (await fact(dapp, 'message-signature').innerText()) as `0x${string}`;
    expect(await recoverMessageAddress({ message: 'from an extension', signature })).toBe(address);

    const before = await chains.of('eip155:1').getBalance({ address: RECIPIENT });
    await dapp.page.getByTestId('demo-recipient').fill(RECIPIENT);
    await dapp.page.getByTestId('demo-amount').fill('0.5');
    await wallet.approve(() => dapp.page.getByTestId('demo-send').click());
    await expect(fact(dapp, 'block')).toHaveText(/\d/);
    expect(await chains.of('eip155:1').getBalance({ address: RECIPIENT })).toBe(before + parseEther('0.5'));

    await dapp.page.locator('#network').click();
    await wallet.approve(() => dapp.dialog.getByRole('button', { name: 'Polygon' }).click());
    await expect(fact(dapp, 'network')).toContainText('Polygon');

    await dapp.page.reload();
    await expect(fact(dapp, 'address')).toHaveText(address);
    await expect(fact(dapp, 'network')).toContainText('Polygon');

    await dapp.page.getByTestId('demo-disconnect').click();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    await expectForgotten(control);
    await dapp.page.reload();
    await dapp.connectButton.waitFor();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
  });
});
