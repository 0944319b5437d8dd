import { test } from './support/chains-extension-fixtures.js';
import { solanaFacts, solanaTokenBalance } from './support/chains-facts.js';
import { connectExtension, signSendAndLeave } from './support/chains-flow.js';
import { expect } from './support/fixtures.js';

/** An account that nobody has used. */
const RECIPIENT = 'GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW';

const TRANSFER = { recipient: RECIPIENT, amount: '1.5', value: 1_500_000_000n };

/** How much is sent of the token of each program, by its decimals. */
const AMOUNTS: Readonly<Record<number, { readonly amount: string; readonly value: bigint }>> = {
  6: { amount: '2.5', value: 2_500_000n },
  9: { amount: '0.75', value: 750_000_000n },
};

const at = (decimals: number): { readonly amount: string; readonly value: bigint } => {
  const found = AMOUNTS[decimals];
  if (found === undefined) throw new Error(`No token of the sandbox has ${decimals} decimals.`);
  return found;
};

test.use({ namespaces: ['solana'] });

test.describe('a visitor with SOL', { tag: '@chains' }, () => {
  test('connects an extension, signs, sends SOL and a token of each program, reloads and disconnects', async ({
    dapp,
    wallet,
    control,
    world,
  }) => {
    const approve = (step: () => Promise<unknown>): Promise<void> => wallet.approve(step);
    const address = await connectExtension(dapp, approve);
    expect((await control.state()).others.solana).toEqual([address]);
    const tokens = world.tokens.flatMap(({ asset, decimals }) =>
      asset.startsWith('solana:') ? [{ asset, ...at(decimals), balanceOf: solanaTokenBalance(world, asset) }] : [],
    );
    expect(tokens).toHaveLength(2);
    // The recipient has no account for either: it comes with the transfer.
    for (const { balanceOf } of tokens) expect(await balanceOf(RECIPIENT)).toBe(0n);
    await signSendAndLeave(address, { dapp, approve, ...TRANSFER, ...solanaFacts(world), tokens });
    expect((await control.state()).sites).toEqual([]);
  });
});
