import { expect, test } from './support/fixtures.js';
import { connect, fact, outcomesOf } from './support/flows.js';

/** An account that no one owns. */
const RECIPIENT = '0x00000000000000000000000000000000000000ac';

test.describe('user whose transfer is interrupted', { tag: '@chains' }, () => {
  test('cannot send a token of another network, rejects in the wallet, and after a reload the pending transaction is tracked until it is confirmed once', async ({
    dapp,
    wallet,
    control,
    chains,
    sandbox,
  }) => {
    const { page } = dapp;
    await dapp.open();
    const address = await connect(dapp, wallet);
    const token = sandbox.meta.tokens[1] ?? '';
    await fact(dapp, 'asset').selectOption(token);
    await control.switchChain(137);
    await expect(fact(dapp, 'network')).toContainText('Polygon');
    await expect(fact(dapp, 'send')).toBeDisabled();
    await expect(fact(dapp, 'asset')).toHaveValue(token);
    await control.switchChain(1);
    await expect(fact(dapp, 'send')).toBeEnabled();

    await fact(dapp, 'asset').selectOption('');
    await fact(dapp, 'recipient').fill(RECIPIENT);
    await fact(dapp, 'amount').fill('0.5');
    const node = chains.of('eip155:1');
    const [nonce, initialBalance] = await Promise.all([node.getTransactionCount({ address }), node.getBalance({ address: RECIPIENT })]);
    await wallet.reject(() => fact(dapp, 'send').click());
    await expect(fact(dapp, 'send-error')).toHaveAttribute('data-code', 'wallet/rejected');
    expect(await node.getTransactionCount({ address, blockTag: 'pending' })).toBe(nonce);

    await node.setAutomine(false);
    try {
      await wallet.approve(() => fact(dapp, 'send').click());
      const hash = await fact(dapp, 'hash').innerText();
      await page.reload();
      const sent = fact(dapp, 'transaction');
      await expect(sent).toHaveAttribute('data-hash', hash);
      await expect(sent).toHaveAttribute('data-status', 'pending');
      await node.mine({ blocks: 1 });
      await expect(sent).toHaveAttribute('data-status', 'confirmed', { timeout: 30_000 });
      expect((await chains.receipt('eip155:1', hash)).status).toBe('success');
    } finally {
      await node.setAutomine(true);
    }
    expect(await node.getTransactionCount({ address })).toBe(nonce + 1);
    expect(await node.getBalance({ address: RECIPIENT })).toBe(initialBalance + 500_000_000_000_000_000n);
    expect(await outcomesOf(control, 'eth_sendTransaction')).toEqual(['failed', 'responded']);
  });
});
