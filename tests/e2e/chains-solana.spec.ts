import { test } from './support/chains-extension-fixtures.js';
import { solanaFacts } from './support/chains-facts.js';
import { connectExtension, signSendAndLeave } from './support/chains-flow.js';
import { expect } from './support/fixtures.js';

/** An account that nobody has used. */
const RECIPIENT = 'GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW';

const TRANSFER = { recipient: RECIPIENT, amount: '1.5', value: 1_500_000_000n };

test.use({ namespaces: ['solana'] });

test.describe('a visitor with SOL', { tag: '@chains' }, () => {
  test('connects an extension, signs, sends, reloads and disconnects', async ({ dapp, wallet, control, world }) => {
    const approve = (step: () => Promise<unknown>): Promise<void> => wallet.approve(step);
    const address = await connectExtension(dapp, approve);
    expect((await control.state()).others.solana).toEqual([address]);
    await signSendAndLeave(address, { dapp, approve, ...TRANSFER, ...solanaFacts(world) });
    expect((await control.state()).sites).toEqual([]);
  });
});
