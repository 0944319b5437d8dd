import { parseEther, recoverMessageAddress } from 'viem';
import { connectByCode } from './support/connect-by-code.js';
import type { DappPage } from './support/dapp-page.js';
import { expect, test } from './support/fixtures.js';
import { fact } from './support/flows.js';

const RECIPIENT = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

test.describe('user with a mobile wallet @connect', () => {
  test('scans the QR code, signs after the socket was dropped, and sends after a reload', async ({ dapp, openPhone, relay, chains }) => {
    await dapp.open();
    const phone = await openPhone();
    const address = await connectByCode(dapp, phone);
    await expect(dapp.dialog).toBeHidden();

    await relay.dropSockets();
    const message = 'Latchkey over the relay 🔑';
    await dapp.page.getByTestId('demo-message').fill(message);
    await dapp.page.getByTestId('demo-sign-message').click();
    await phone.approve();
    const signature = (await fact(dapp, 'message-signature').innerText()) as `0x${string}`;
    expect(await recoverMessageAddress({ message, signature })).toBe(address);

    await dapp.page.reload();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    await expect(fact(dapp, 'address')).toHaveText(address);

    await dapp.page.getByTestId('demo-recipient').fill(RECIPIENT);
    await dapp.page.getByTestId('demo-amount').fill('0.25');
    const node = chains.of('eip155:1');
    const before = await node.getBalance({ address: RECIPIENT });
    await dapp.page.getByTestId('demo-send').click();
    await phone.approve();
    await expect(fact(dapp, 'block')).toHaveText(/\d/);
    const receipt = await chains.receipt('eip155:1', await fact(dapp, 'hash').innerText());
    expect(receipt).toMatchObject({ status: 'success', from: address.toLowerCase(), to: RECIPIENT.toLowerCase() });
    expect(await node.getBalance({ address: RECIPIENT })).toBe(before + parseEther('0.25'));
  });

  test('is connected in both tabs, signs and disconnects in either, and sees one event per tab when the wallet disconnects', async ({
    dapp,
    openPhone,
    phoneControl,
  }) => {
    await dapp.open();
    const second = await dapp.anotherTab();
    const tabs = [dapp, second];
    const phone = await openPhone();
    const losses = ({ page }: DappPage) => page.locator('[data-testid=demo-event][data-event=CONNECTION_LOST]');
    const sessions = async (): Promise<number> => (await phoneControl.state()).sessions.length;
    const connectInFirstAndSignInSecond = async (message: string): Promise<void> => {
      await dapp.page.bringToFront();
      const address = await connectByCode(dapp, phone);
      await expect(fact(second, 'address')).toHaveText(address);
      await expect(fact(second, 'status')).toHaveText('connected');
      await second.page.bringToFront();
      await second.page.getByTestId('demo-message').fill(message);
      await second.page.getByTestId('demo-sign-message').click();
      await phone.approve();
      const recovered = async () =>
        recoverMessageAddress({ message, signature: (await fact(second, 'message-signature').innerText()) as `0x${string}` });
      await expect.poll(recovered).toBe(address);
    };

    await connectInFirstAndSignInSecond('the first session');
    await second.page.locator('#account').click();
    await second.dialog.getByRole('button', { name: 'Disconnect' }).click();
    for (const tab of tabs) await expect(fact(tab, 'status')).toHaveText('disconnected');
    await expect.poll(sessions).toBe(0);
    for (const tab of tabs) await expect(losses(tab)).toHaveCount(0);

    // The engine is loaded in the second tab and has no session.
    await connectInFirstAndSignInSecond('the second session');
    await phone.disconnect();
    for (const tab of tabs) {
      await expect(tab.connectButton).toHaveText('Reconnect');
      await expect(losses(tab)).toHaveCount(1);
    }
    // The wallet deletes the session after its message is sent, which the tabs may have received by then.
    await expect.poll(sessions).toBe(0);
    await second.page.reload();
    await expect(second.connectButton).toHaveText('Reconnect');
    await expect(fact(second, 'status')).toHaveText('disconnected');
    await second.openDialog();
    await expect(second.dialog.getByTestId('lk-reconnect')).toContainText('Disconnected by');
  });
});
