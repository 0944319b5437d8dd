import { cryptoWaitReady, decodeAddress } from '@polkadot/util-crypto';
import { POLKADOT } from './support/chains-cases.js';
import { test } from './support/chains-extension-fixtures.js';
import { connectExtension, signSendAndLeave } from './support/chains-flow.js';
import { expect } from './support/fixtures.js';

test.use({ namespaces: ['polkadot'] });
test.beforeAll(() => cryptoWaitReady());

test.describe('a visitor with DOT', { tag: '@chains' }, () => {
  test('connects an extension, signs, sends, reloads and disconnects', async ({ dapp, wallet, control, world }) => {
    const approve = (step: () => Promise<unknown>): Promise<void> => wallet.approve(step);
    const address = await connectExtension(dapp, approve);
    expect((await control.state()).others.polkadot?.map((own) => decodeAddress(own))).toEqual([decodeAddress(address)]);
    await signSendAndLeave(address, { dapp, approve, ...POLKADOT, ...POLKADOT.factsOf(world) });
  });
});
