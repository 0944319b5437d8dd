import { cryptoWaitReady, decodeAddress, signatureVerify } from '@polkadot/util-crypto';
import { POLKADOT } from './support/chains-cases.js';
import { expect } from './support/fixtures.js';
import { fact } from './support/flows.js';
import { test } from './support/polkadot-extension-fixtures.js';

/** The public development account `//Alice`. */
const ALICE = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY';

test.beforeAll(() => cryptoWaitReady());

test.describe('a user with the published polkadot{.js} extension', { tag: '@chains' }, () => {
  test('connects, signs, declines, reloads without a question, sends nothing that the chain would not take, and disconnects', async ({
    dapp,
    owner,
    world,
  }) => {
    await owner.createAlice('alice');
    await dapp.open();
    await dapp.openDialog();
    await dapp.dialog.getByRole('button', { name: 'Polkadot{.js}' }).click();
    await owner.letIn();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    const address = await fact(dapp, 'address').innerText();
    expect(decodeAddress(address)).toEqual(decodeAddress(ALICE));

    await dapp.page.getByTestId('demo-message').fill('hello');
    await dapp.page.getByTestId('demo-sign-message').click();
    await owner.sign();
    const signature = await fact(dapp, 'message-signature').innerText();
    expect(signatureVerify('<Bytes>hello</Bytes>', signature, address).isValid).toBe(true);

    await dapp.page.reload();
    await expect(fact(dapp, 'address')).toHaveText(address);

    await dapp.page.getByTestId('demo-message').fill('hullo');
    await dapp.page.getByTestId('demo-sign-message').click();
    await owner.refuse();
    await expect(dapp.page.getByTestId('demo-message-error')).toContainText('wallet/rejected');

    // This build is older than the chain's runtime, whose transactions it cannot sign: what it signs instead is not sent.
    const { balanceOf } = POLKADOT.factsOf(world);
    const before = [await balanceOf(address), await balanceOf(POLKADOT.recipient)];
    await dapp.page.getByTestId('demo-recipient').fill(POLKADOT.recipient);
    await dapp.page.getByTestId('demo-amount').fill(POLKADOT.amount);
    await dapp.page.getByTestId('demo-send').click();
    await owner.sign();
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
