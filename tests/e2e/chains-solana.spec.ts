import { test } from './support/chains-extension-fixtures.js';
import { solanaFacts } from './support/chains-facts.js';
import { connectExtension, signSendAndLeave } from './support/chains-flow.js';
import { makeMistakes } from './support/chains-mistakes.js';
import { solanaTokens } from './support/chains-tokens.js';
import { expect } from './support/fixtures.js';
import { expectForgotten, fact } from './support/flows.js';

/** An account that nobody has used. */
const RECIPIENT = 'GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW';

/** Another one. */
const UNUSED = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR';

const EVM = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

const TRANSFER = { recipient: RECIPIENT, amount: '1.5', value: 1_500_000_000n };

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
    const tokens = solanaTokens(world);
    expect(tokens).toHaveLength(2);
    // The recipient has no account for either: it comes with the transfer.
    for (const { balanceOf } of tokens) expect(await balanceOf(RECIPIENT)).toBe(0n);
    const knows = (): Promise<void> => expectForgotten(control);
    await signSendAndLeave(address, { dapp, approve, ...TRANSFER, ...solanaFacts(world), tokens, knows });
    expect((await control.state()).sites).toEqual([]);
  });

  test('is told what is wrong before the wallet is asked', async ({ dapp, wallet, control, world }) => {
    await connectExtension(dapp, (step) => wallet.approve(step));
    const asset = world.tokens.find((token) => token.asset.startsWith('solana:') && token.decimals === 6)?.asset ?? '';
    await expect(fact(dapp, 'asset')).toBeVisible();
    await makeMistakes(dapp, RECIPIENT, [
      { what: 'too many decimals', amount: '0.0000000001', at: 'amount-note', code: 'money/invalid-amount', says: /at most 9 decimals/ },
      { what: 'nothing', amount: '0', at: 'send-error', code: 'send/invalid-amount', says: /greater than zero/ },
      { what: 'more than there is', amount: '1000', at: 'send-error', code: 'send/above-balance', says: /more than the account has/ },
      {
        what: 'more of a token than there is',
        amount: '5000',
        asset,
        at: 'send-error',
        code: 'send/above-balance',
        says: /more than the account has/,
      },
      { what: 'too little for a new account', to: UNUSED, amount: '0.0001', at: 'send-error', code: 'send/existential-deposit', says: /./ },
      { what: 'an EVM address', to: EVM, amount: '1', at: 'send-error', code: 'address/wrong-namespace', says: /address/i },
      { what: 'a mistyped address', to: `${RECIPIENT}0`, amount: '1', at: 'send-error', code: 'address/invalid', says: /address/i },
    ]);
    expect(wallet.open).toHaveLength(0);
    expect((await control.requests()).filter(({ method }) => /transaction/i.test(method))).toEqual([]);
  });
});
