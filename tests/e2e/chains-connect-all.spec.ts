import { decodeAddress } from '@polkadot/util-crypto';
import { test } from './support/chains-extension-fixtures.js';
import { bitcoinFacts } from './support/chains-facts.js';
import { expect } from './support/fixtures.js';
import { fact } from './support/flows.js';
import { expectChains, showChain } from './support/show-chain.js';

test.describe('a visitor whose extension has four namespaces', { tag: '@chains' }, () => {
  test('connects all of them at once, and has all of them after a reload', async ({ dapp, wallet, control, world }) => {
    await dapp.open();
    await dapp.openDialog();
    await dapp.dialog.getByRole('button', { name: 'Sandbox Wallet Extension' }).click();
    let question = await wallet.during(() => dapp.dialog.getByTestId('lk-connect-all').click());
    for (let later = 0; later < 3; later += 1) {
      const next = wallet.nextQuestion();
      await question.approve();
      question = await next;
    }
    await question.approve();
    await expect(dapp.dialog).toBeHidden();

    await dapp.page.reload();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    await expectChains(dapp, 4);
    const { others } = await control.state();
    expect(await showChain(dapp, /solana/i)).toBe(others.solana?.[0]);
    expect(decodeAddress(await showChain(dapp, /polkadot/i))).toEqual(decodeAddress(others.polkadot?.[0]));
    const bitcoin = await showChain(dapp, /bitcoin/i);
    expect(bitcoin).toBe(others.bip122?.[0]);
    await dapp.page.getByTestId('demo-message').fill('hello');
    await wallet.approve(() => dapp.page.getByTestId('demo-sign-message').click());
    const signature = await fact(dapp, 'message-signature').innerText();
    expect(bitcoinFacts(world).isSignedBy(bitcoin, 'hello', signature)).toBe(true);
  });
});
