import { cryptoWaitReady, decodeAddress } from '@polkadot/util-crypto';
import { CHAIN_CASES } from './support/chains-cases.js';
import { test } from './support/chains-extension-fixtures.js';
import { type Approve, disconnect, send, sign } from './support/chains-flow.js';
import { expect } from './support/fixtures.js';
import { expectForgotten, fact } from './support/flows.js';
import { expectChains, showChain } from './support/show-chain.js';

test.beforeAll(() => cryptoWaitReady());

test.describe('user with a four-namespace extension', { tag: '@chains' }, () => {
  test('connects all namespaces at once, restores them after a reload, signs and sends on Solana, Bitcoin and Polkadot, and disconnects', async ({
    dapp,
    wallet,
    control,
    chainsSandbox,
  }) => {
    // Three chains in sequence.
    test.slow();
    await dapp.open();
    await dapp.openDialog();
    await dapp.dialog.getByRole('button', { name: 'Sandbox Wallet Extension' }).click();
    await dapp.dialog.getByTestId('lk-select-all').click();
    let prompt = await wallet.during(() => dapp.dialog.getByTestId('lk-connect-chosen').click());
    for (let count = 0; count < 3; count += 1) {
      const next = wallet.nextPrompt();
      await prompt.approve();
      prompt = await next;
    }
    await prompt.approve();
    await expect(dapp.dialog).toBeHidden();

    await dapp.page.reload();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    await expectChains(dapp, 4);
    const { others } = await control.state();
    const approve: Approve = (step) => wallet.approve(step);
    for (const { namespace, name, factsOf, tokensOf, ...transfer } of CHAIN_CASES) {
      await test.step(namespace, async () => {
        const address = await showChain(dapp, name);
        const own = others[namespace]?.[0] ?? '';
        // An address's prefix depends on the Polkadot network, so compare the keys.
        if (namespace === 'polkadot') expect(decodeAddress(address)).toEqual(decodeAddress(own));
        else expect(address).toBe(own);
        const flow = { dapp, approve, tokens: tokensOf?.(chainsSandbox) ?? [], ...transfer, ...factsOf(chainsSandbox) };
        await sign(address, flow);
        await send(address, flow);
      });
    }
    await disconnect(dapp, () => expectForgotten(control));
  });
});
