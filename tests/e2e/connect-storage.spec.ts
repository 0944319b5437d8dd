import { expect, test } from './support/fixtures.js';
import { fact } from './support/flows.js';
import { scanCode } from './support/scan-code.js';
import { everythingStored, secretsIn } from './support/stored.js';

test.describe('browser storage @connect', () => {
  test('contains no plain key and no pairing link while a code is shown, while connected, or afterwards', async ({
    dapp,
    openPhone,
    relay,
  }) => {
    const readStorage = async (): Promise<readonly string[]> => {
      const topics = (await relay.state()).connections.flatMap((connection) => connection.topics);
      const stored = await everythingStored(dapp.page);
      expect(secretsIn(stored, topics)).toEqual([]);
      return stored;
    };
    await dapp.open();
    const phone = await openPhone();
    await dapp.openDialog();
    await dapp.dialog.getByTestId('lk-wallet-walletConnect').click();
    await dapp.dialog.getByTestId('lk-qr').locator('svg[role=img]').waitFor();
    const keysOf = (lines: readonly string[]): number => lines.filter((line) => line.includes('/key/')).length;
    await expect.poll(async () => keysOf(await readStorage())).toBeGreaterThan(0);

    await scanCode(dapp, phone);
    await phone.approve();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    await dapp.page.getByTestId('demo-message').fill('Not to be kept');
    await dapp.page.getByTestId('demo-sign-message').click();
    await phone.approve();
    const signature = await fact(dapp, 'message-signature').innerText();
    const connected = await readStorage();
    expect(connected.filter((line) => line.includes('a key, not readable'))).toHaveLength(1);
    expect(connected.filter((line) => line.includes('a key, readable'))).toEqual([]);
    for (const line of connected) expect(line.includes('Not to be kept') || line.includes(signature)).toBe(false);

    await phone.disconnect();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    // The session's key is deleted after the status changes.
    await expect.poll(async () => keysOf(await readStorage()), { timeout: 20_000 }).toBeLessThan(keysOf(connected));
  });
});
