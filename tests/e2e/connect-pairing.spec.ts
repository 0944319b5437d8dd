import { parseEther, recoverMessageAddress, recoverTypedDataAddress } from 'viem';
import { connectByCode } from './support/connect-by-code.js';
import type { DappPage } from './support/dapp-page.js';
import { expect, test } from './support/fixtures.js';
import { fact } from './support/flows.js';
import { scanCode } from './support/scan-code.js';

const RECIPIENT = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

/** Opens the code of any wallet. */
const openCode = async (dapp: DappPage): Promise<void> => {
  await dapp.openDialog();
  await dapp.dialog.getByTestId('lk-wallet-walletConnect').click();
};

test.describe('a visitor whose wallet is on a phone @connect', () => {
  test('scans the code, signs, signs typed data, sends, and is still connected after a reload', async ({ dapp, openPhone, chains }) => {
    await dapp.open();
    const phone = await openPhone();
    const address = await connectByCode(dapp, phone);
    await expect(dapp.dialog).toBeHidden();

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

  test('signs typed data that recovers to the account', async ({ dapp, openPhone, phoneControl }) => {
    await dapp.open();
    const phone = await openPhone();
    const address = await connectByCode(dapp, phone);
    await dapp.page.getByTestId('demo-sign-typed-data').click();
    await phone.approve();
    const signature = (await fact(dapp, 'typed-signature').innerText()) as `0x${string}`;
    const asked = (await phoneControl.requests()).find(({ method }) => method === 'eth_signTypedData_v4');
    const [, json] = (asked?.params ?? []) as readonly [string, string];
    expect(await recoverTypedDataAddress({ ...JSON.parse(json), signature })).toBe(address);
  });

  test('declines on the phone, is told so, and tries again with a new code', async ({ dapp, openPhone, phoneControl }) => {
    await dapp.open();
    const phone = await openPhone();
    await openCode(dapp);
    await scanCode(dapp, phone);
    await phone.reject();
    await expect(dapp.dialog).toContainText('declined');
    await dapp.dialog.getByTestId('lk-try-again').click();
    await scanCode(dapp, phone);
    await phone.approve();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    expect((await phoneControl.state()).sessions).toHaveLength(1);
  });

  test('sees at once that the phone disconnected, and stays disconnected', async ({ dapp, openPhone }) => {
    await dapp.open();
    const phone = await openPhone();
    await connectByCode(dapp, phone);
    await phone.disconnect();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    await dapp.page.reload();
    await expect(dapp.connectButton).toBeVisible();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
  });

  test('is connected and disconnected in a second tab too', async ({ dapp, openPhone, phoneControl }) => {
    await dapp.open();
    const second = await dapp.anotherTab();
    const phone = await openPhone();
    const address = await connectByCode(dapp, phone);
    await expect(fact(second, 'status')).toHaveText('connected');
    await second.page.getByTestId('demo-message').fill('from the second tab');
    await second.page.getByTestId('demo-sign-message').click();
    await phone.approve();
    const signature = (await fact(second, 'message-signature').innerText()) as `0x${string}`;
    expect(await recoverMessageAddress({ message: 'from the second tab', signature })).toBe(address);
    await second.page.locator('#account').click();
    await second.dialog.getByRole('button', { name: 'Disconnect' }).click();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    await expect.poll(async () => (await phoneControl.state()).sessions.length).toBe(0);
  });

  test('connects, disconnects and connects again in two tabs whose engines are loaded', async ({ dapp, openPhone, phoneControl }) => {
    await dapp.open();
    const second = await dapp.anotherTab();
    // It knows of no session from here on, unless it looks again.
    await openCode(second);
    await second.dialog.getByTestId('lk-qr').locator('svg[role=img]').waitFor();
    await second.page.keyboard.press('Escape');
    await expect(second.dialog).toBeHidden();
    const phone = await openPhone();
    for (const message of ['the first session', 'the second session']) {
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
      await expect(fact(dapp, 'status')).toHaveText('connected');
      await dapp.page.bringToFront();
      await dapp.page.locator('#account').click();
      await dapp.dialog.getByRole('button', { name: 'Disconnect' }).click();
      for (const tab of [dapp, second]) await expect(fact(tab, 'status')).toHaveText('disconnected');
      await expect.poll(async () => (await phoneControl.state()).sessions.length).toBe(0);
      for (const { page } of [dapp, second]) await expect(page.locator('[data-event=CONNECTION_LOST]')).toHaveCount(0);
    }
  });

  test('is seen in both tabs to disconnect on the phone, and stays so after a reload', async ({ dapp, openPhone, phoneControl }) => {
    await dapp.open();
    const second = await dapp.anotherTab();
    const phone = await openPhone();
    const address = await connectByCode(dapp, phone);
    for (const tab of [dapp, second]) await expect(fact(tab, 'address')).toHaveText(address);
    await expect(second.page.locator('#account')).toBeVisible();
    await phone.disconnect();
    for (const tab of [dapp, second]) await expect(fact(tab, 'status')).toHaveText('disconnected');
    // It forgets the session once its word has gone out, which the tabs may have heard by then.
    await expect.poll(async () => (await phoneControl.state()).sessions.length).toBe(0);
    await second.page.reload();
    await expect(second.connectButton).toBeVisible();
    await expect(fact(second, 'status')).toHaveText('disconnected');
  });

  test('opens no line and asks nobody before the code is asked for', async ({ dapp, relay }) => {
    const foreign: string[] = [];
    dapp.page.on('request', (request) => {
      if (!request.url().startsWith(dapp.origin) && !request.url().includes('/wallet.js')) foreign.push(request.url());
    });
    await dapp.open();
    await dapp.page.mouse.move(10, 10);
    expect(foreign).toEqual([]);
    expect((await relay.traffic()).filter(({ kind }) => kind === 'open')).toEqual([]);
    await openCode(dapp);
    await dapp.dialog.getByTestId('lk-qr').locator('svg[role=img]').waitFor();
    expect((await relay.traffic()).filter(({ kind }) => kind === 'open')).toHaveLength(1);
  });
});
