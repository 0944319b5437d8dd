import { cryptoWaitReady } from '@polkadot/util-crypto';
import { CHAIN_CASES } from './support/chains-cases.js';
import { test } from './support/chains-fixtures.js';
import { type Approve, disconnect, send, sign } from './support/chains-flow.js';
import { connectByCode } from './support/connect-by-code.js';
import { expect } from './support/fixtures.js';
import { fact } from './support/flows.js';
import { expectChains, showChain } from './support/show-chain.js';

test.beforeAll(() => cryptoWaitReady());

test.describe('user with a four-namespace mobile wallet', { tag: '@chains' }, () => {
  test('connects all namespaces by one QR code, reloads while the phone is offline, signs and sends on Solana, Bitcoin and Polkadot, and disconnects', async ({
    dapp,
    openPhone,
    phoneControl,
    chainsSandbox,
  }) => {
    // Three chains in sequence.
    test.slow();
    await dapp.open();
    const phone = await openPhone();
    await connectByCode(dapp, phone);
    await expect(dapp.dialog).toBeHidden();

    await phoneControl.setOnline(false);
    await dapp.page.reload();
    await expect(fact(dapp, 'status')).toHaveText('connected');
    await expectChains(dapp, 4);
    const approve: Approve = async (step) => {
      await step();
      // The relay stores the first request until the phone is online.
      await phoneControl.setOnline(true);
      await phone.approve();
    };
    for (const { namespace, name, factsOf, tokensOf, ...transfer } of CHAIN_CASES) {
      await test.step(namespace, async () => {
        const address = await showChain(dapp, name);
        const flow = { dapp, approve, tokens: tokensOf?.(chainsSandbox) ?? [], ...transfer, ...factsOf(chainsSandbox) };
        await sign(address, flow);
        await send(address, flow);
      });
    }
    await disconnect(dapp, () => expect.poll(async () => (await phoneControl.state()).sessions).toEqual([]));
  });
});
