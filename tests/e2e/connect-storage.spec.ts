import { expect, test } from './support/fixtures.js';
import { fact } from './support/flows.js';
import { everythingKept, secretsIn } from './support/kept.js';
import { scanCode } from './support/scan-code.js';

test.describe('somebody who takes a copy of all that the browser keeps @connect', () => {
  test('finds no key and no pairing link in it: while a code is shown, while connected, and after that', async ({
    dapp,
    openPhone,
    relay,
  }) => {
    const look = async (): Promise<readonly string[]> => {
      const topics = (await relay.state()).connections.flatMap((connection) => connection.topics);
      const kept = await everythingKept(dapp.page);
      expect(secretsIn(kept, topics)).toEqual([]);
      return kept;
    };
    await dapp.open();
    const phone = await openPhone();
    await dapp.openDialog();
    await dapp.dialog.getByTestId('lk-wallet-walletConnect').click();
    await dapp.dialog.getByTestId('lk-qr').locator('svg[role=img]').waitFor();
    const keysOf = (lines: readonly string[]): number => lines.filter((line) => line.includes('/key/')).length;
    await expect.poll(async () => keysOf(await look())).toBeGreaterThan(0);

    await scanCode(dapp, phone);
    await phone.approve();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    await dapp.page.getByTestId('demo-message').fill('Not to be kept');
    await dapp.page.getByTestId('demo-sign-message').click();
    await phone.approve();
    const signature = await fact(dapp, 'message-signature').innerText();
    const connected = await look();
    expect(connected.filter((line) => line.includes('a key, not readable'))).toHaveLength(1);
    expect(connected.filter((line) => line.includes('a key, readable'))).toEqual([]);
    for (const line of connected) expect(line.includes('Not to be kept') || line.includes(signature)).toBe(false);

    await phone.disconnect();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    // The key of the session goes after the status has changed.
    await expect.poll(async () => keysOf(await look()), { timeout: 20_000 }).toBeLessThan(keysOf(connected));
  });
});
