import { solanaFacts } from './support/chains-facts.js';
import { test } from './support/chains-fixtures.js';
import { expect } from './support/fixtures.js';
import { fact } from './support/flows.js';
import { scanCode } from './support/scan-code.js';

test.describe('a visitor whose phone wallet has four namespaces', { tag: '@chains' }, () => {
  test('connects all of them by one code, signs on Solana, and disconnects', async ({ dapp, openPhone, phoneControl, world }) => {
    await dapp.open();
    await dapp.openDialog();
    const rows = dapp.dialog.getByTestId('lk-wallet-walletConnect');
    await expect(rows).toHaveCount(1);
    await rows.click();
    const phone = await openPhone();
    await scanCode(dapp, phone);
    await phone.approve();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    await expect(dapp.dialog).toBeHidden();

    await dapp.page.locator('#account').click();
    const tabs = dapp.dialog.getByRole('tab');
    await expect(tabs).toHaveCount(4);
    await tabs.filter({ hasText: /solana/i }).click();
    await dapp.page.keyboard.press('Escape');
    await expect(dapp.dialog).toBeHidden();
    await expect(fact(dapp, 'address')).not.toHaveText(/^0x/);
    const address = await fact(dapp, 'address').innerText();
    await dapp.page.getByTestId('demo-message').fill('hello');
    await dapp.page.getByTestId('demo-sign-message').click();
    await phone.approve();
    const signature = await fact(dapp, 'message-signature').innerText();
    const { isSignedBy } = solanaFacts(world);
    expect([isSignedBy(address, 'hello', signature), isSignedBy(address, 'hullo', signature)]).toEqual([true, false]);

    await dapp.page.getByTestId('demo-disconnect').click();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    await expect.poll(async () => (await phoneControl.state()).sessions.length).toBe(0);
  });
});
