import { blake2AsU8a, cryptoWaitReady, decodeAddress } from '@polkadot/util-crypto';
import { test } from './support/chains-extension-fixtures.js';
import { polkadotFacts } from './support/chains-facts.js';
import { connectExtension, signSendAndLeave } from './support/chains-flow.js';
import { expect } from './support/fixtures.js';

/** The public development account `//Bob`. */
const BOB = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty';

const TRANSFER = { recipient: BOB, amount: '3', value: 30_000_000_000n };

const hashOf = (publicKey: Uint8Array): Uint8Array => blake2AsU8a(publicKey, 128);

test.use({ namespaces: ['polkadot'] });
test.beforeAll(() => cryptoWaitReady());

test.describe('a visitor with DOT', { tag: '@chains' }, () => {
  test('connects an extension, signs, sends, reloads and disconnects', async ({ dapp, wallet, control, world }) => {
    const approve = (step: () => Promise<unknown>): Promise<void> => wallet.approve(step);
    const address = await connectExtension(dapp, approve);
    expect((await control.state()).others.polkadot?.map((own) => decodeAddress(own))).toEqual([decodeAddress(address)]);
    await signSendAndLeave(address, { dapp, approve, ...TRANSFER, ...polkadotFacts(world, hashOf) });
  });
});
