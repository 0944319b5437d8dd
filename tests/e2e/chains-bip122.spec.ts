import { test } from './support/chains-extension-fixtures.js';
import { bitcoinFacts } from './support/chains-facts.js';
import { connectExtension, signSendAndLeave } from './support/chains-flow.js';
import { expect } from './support/fixtures.js';

/** An address of nobody's. @see BIP-173 */
const RECIPIENT = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

const TRANSFER = { recipient: RECIPIENT, amount: '0.0005', value: 50_000n };

test.use({ namespaces: ['bip122'] });

test.describe('a visitor with bitcoin', { tag: '@chains' }, () => {
  test('connects an extension, signs, sends, reloads and disconnects', async ({ dapp, wallet, control, world }) => {
    const approve = (step: () => Promise<unknown>): Promise<void> => wallet.approve(step);
    const address = await connectExtension(dapp, approve);
    expect((await control.state()).others.bip122?.[0]).toBe(address);
    await signSendAndLeave(address, { dapp, approve, ...TRANSFER, ...bitcoinFacts(world) });
    expect((await control.state()).sites).toEqual([]);
  });
});
