import { cryptoWaitReady, decodeAddress, signatureVerify } from '@polkadot/util-crypto';
import { POLKADOT } from './support/chains-cases.js';
import { expect } from './support/fixtures.js';
import { fact } from './support/flows.js';
import { test } from './support/polkadot-extension-fixtures.js';

/** The public development account `//Alice`. */
const ALICE = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY';

test.beforeAll(() => cryptoWaitReady());

test.describe('user with the published polkadot{.js} extension', { tag: '@chains' }, () => {
  test('connects, signs, rejects, reloads without a prompt, does not send an invalid transaction, and disconnects', async ({
    dapp,
    extensionUser,
    chainsSandbox,
  }) => {
    await extensionUser.createAlice('alice');
    await dapp.open();
    await dapp.openDialog();
    await dapp.dialog.getByRole('button', { name: 'Polkadot{.js}' }).click();
    await extensionUser.approveConnection();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    const address = await fact(dapp, 'address').innerText();
    expect(decodeAddress(address)).toEqual(decodeAddress(ALICE));

    await dapp.page.getByTestId('demo-message').fill('hello');
    await dapp.page.getByTestId('demo-sign-message').click();
    await extensionUser.sign();
    const signature = await fact(dapp, 'message-signature').innerText();
    expect(signatureVerify('<Bytes>hello</Bytes>', signature, address).isValid).toBe(true);

    await dapp.page.reload();
    await expect(fact(dapp, 'address')).toHaveText(address);

    await dapp.page.getByTestId('demo-message').fill('hullo');
    await dapp.page.getByTestId('demo-sign-message').click();
    await extensionUser.reject();
    await expect(dapp.page.getByTestId('demo-message-error')).toContainText('wallet/rejected');

    // This extension version predates the chain's runtime and produces invalid signatures for its transactions, which must not be sent.
    const { balanceOf } = POLKADOT.factsOf(chainsSandbox);
    const before = [await balanceOf(address), await balanceOf(POLKADOT.recipient)];
    await dapp.page.getByTestId('demo-recipient').fill(POLKADOT.recipient);
    await dapp.page.getByTestId('demo-amount').fill(POLKADOT.amount);
    await dapp.page.getByTestId('demo-send').click();
    await extensionUser.sign();
    await expect(dapp.page.getByTestId('demo-send-error')).toHaveAttribute('data-code', 'wallet/invalid-response');
    expect([await balanceOf(address), await balanceOf(POLKADOT.recipient)]).toEqual(before);
    await expect(fact(dapp, 'status')).toHaveText('connected');

    await dapp.page.getByTestId('demo-disconnect').click();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
    await dapp.page.reload();
    await dapp.connectButton.waitFor();
    await expect(fact(dapp, 'status')).toHaveText('disconnected');
  });
});
