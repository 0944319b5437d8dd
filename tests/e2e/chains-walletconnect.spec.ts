import { cryptoWaitReady } from '@polkadot/util-crypto';
import { BITCOIN, CHAIN_CASES } from './support/chains-cases.js';
import { test } from './support/chains-fixtures.js';
import { type Approve, signSendAndLeave } from './support/chains-flow.js';
import { connectByCode } from './support/connect-by-code.js';
import { expect } from './support/fixtures.js';
import { fact } from './support/flows.js';
import type { PhoneWallet } from './support/phone-wallet.js';

test.beforeAll(() => cryptoWaitReady());

for (const { namespace, coin, recipient, amount, value, factsOf, tokensOf } of CHAIN_CASES) {
  test.describe(`a visitor with ${coin} on a phone`, { tag: '@chains' }, () => {
    let phone: PhoneWallet;
    let address = '';

    test.beforeEach(async ({ dapp, openPhone, phoneControl, world }) => {
      await dapp.open();
      phone = await openPhone();
      // A wallet that knows this family of chains only.
      await phoneControl.restrict({ chains: [String(world.nodes[namespace]?.chainId)] });
      address = await connectByCode(dapp, phone);
    });

    test('connects by code, signs, sends, reloads and disconnects', async ({ dapp, phoneControl, world }) => {
      const approve: Approve = async (step) => {
        await step();
        await phone.approve();
      };
      const tokens = tokensOf?.(world) ?? [];
      const knows = (): Promise<void> => expect.poll(async () => (await phoneControl.state()).sessions).toEqual([]);
      await signSendAndLeave(address, { dapp, approve, recipient, amount, value, tokens, knows, ...factsOf(world) });
    });

    test('says no in the wallet: nothing is signed or sent, and the page is still connected', async ({ dapp, world }) => {
      const { balanceOf } = factsOf(world);
      const [before, own] = [await balanceOf(recipient), await balanceOf(address)];

      await dapp.page.getByTestId('demo-message').fill('hello');
      await dapp.page.getByTestId('demo-sign-message').click();
      await phone.reject();
      await expect(dapp.page.getByTestId('demo-message-error')).toHaveAttribute('data-code', 'wallet/rejected');

      await dapp.page.getByTestId('demo-recipient').fill(recipient);
      await dapp.page.getByTestId('demo-amount').fill(amount);
      await dapp.page.getByTestId('demo-send').click();
      await phone.reject();
      await expect(dapp.page.getByTestId('demo-send-error')).toHaveAttribute('data-code', 'wallet/rejected');
      await expect(dapp.page.getByTestId('demo-transactions')).toHaveCount(0);
      expect([await balanceOf(recipient), await balanceOf(address)]).toEqual([before, own]);
      await expect(fact(dapp, 'status')).toHaveText('connected');
      await expect(fact(dapp, 'address')).toHaveText(address);
    });
  });
}

test.describe('a visitor with bitcoin on a phone that signs no PSBTs', { tag: '@chains' }, () => {
  test('sends by a transfer of the wallet itself, which is followed into its block', async ({ dapp, openPhone, phoneControl, world }) => {
    const { recipient, amount, value, factsOf } = BITCOIN;
    const { balanceOf } = factsOf(world);
    await dapp.open();
    const phone = await openPhone();
    await phoneControl.restrict({ chains: [String(world.nodes.bip122?.chainId)], methods: ['sendTransfer', 'signMessage'] });
    await connectByCode(dapp, phone);
    const before = await balanceOf(recipient);
    await dapp.page.getByTestId('demo-recipient').fill(recipient);
    await dapp.page.getByTestId('demo-amount').fill(amount);
    await dapp.page.getByTestId('demo-send').click();
    await phone.approve();
    await expect(fact(dapp, 'block')).toHaveText(/\d/, { timeout: 30_000 });
    expect(await balanceOf(recipient)).toBe(before + value);
    const asked = (await phoneControl.requests()).map(({ method, outcome }) => [method, outcome]);
    expect(asked.slice(1)).toEqual([['sendTransfer', 'answered']]);
  });
});
