import { bitcoinFacts, solanaFacts } from './support/chains-facts.js';
import { test } from './support/chains-fixtures.js';
import { connectByCode } from './support/connect-by-code.js';
import { expect } from './support/fixtures.js';
import { fact } from './support/flows.js';
import { expectChains, showChain } from './support/show-chain.js';

test.describe('a visitor whose phone wallet has four namespaces', { tag: '@chains' }, () => {
  test('connects all of them by one code, signs on Solana, and disconnects', async ({ dapp, openPhone, phoneControl, world }) => {
    await dapp.open();
    const phone = await openPhone();
    await connectByCode(dapp, phone);
    await expect(dapp.dialog).toBeHidden();

    await expectChains(dapp, 4);
    const address = await showChain(dapp, /solana/i);
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

  test('has all of them after a reload while the phone is asleep, and signs with Bitcoin when it wakes', async ({
    dapp,
    openPhone,
    phoneControl,
    world,
  }) => {
    await dapp.open();
    const phone = await openPhone();
    await connectByCode(dapp, phone);
    await expect(dapp.dialog).toBeHidden();

    await phoneControl.setOnline(false);
    await dapp.page.reload();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    await expectChains(dapp, 4);
    const address = await showChain(dapp, /bitcoin/i);
    expect(address).toMatch(/^bcrt1/);

    await dapp.page.getByTestId('demo-message').fill('hello');
    await dapp.page.getByTestId('demo-sign-message').click();
    await phoneControl.setOnline(true);
    await phone.approve();
    const signature = await fact(dapp, 'message-signature').innerText();
    expect(bitcoinFacts(world).isSignedBy(address, 'hello', signature)).toBe(true);
  });
});
