import { fillTransfer, type Mistake, makeMistakes } from './support/chains-mistakes.js';
import { expect, test } from './support/fixtures.js';
import { connect, fact, outcomesOf } from './support/flows.js';

/** An account of nobody's. */
const RECIPIENT = '0x00000000000000000000000000000000000000ac';

/** @param dollar the id of a token with 6 decimals */
const mistakes = (dollar: string): readonly Mistake[] => [
  {
    what: 'too many decimals',
    amount: '0.0000000000000000001',
    at: 'amount-note',
    code: 'money/invalid-amount',
    says: /at most 18 decimals/,
  },
  {
    what: 'too many decimals of a token',
    amount: '0.0000001',
    asset: dollar,
    at: 'amount-note',
    code: 'money/invalid-amount',
    says: /at most 6 decimals/,
  },
  { what: 'less than nothing', amount: '-1', at: 'amount-note', code: 'money/invalid-amount', says: /is no amount/ },
  { what: 'nothing', amount: '0', at: 'send-error', code: 'send/invalid-amount', says: /greater than zero/ },
  { what: 'more than there is', amount: '10000.1', at: 'send-error', code: 'send/above-balance', says: /more than the account has/ },
  {
    what: 'more of a token than there is',
    amount: '1000.000001',
    asset: dollar,
    at: 'send-error',
    code: 'send/above-balance',
    says: /more than the account has/,
  },
  {
    what: 'all of it, with nothing left for the fee',
    amount: '10000',
    at: 'send-error',
    code: 'send/insufficient-fee-funds',
    says: /fee/i,
  },
  {
    what: 'an address of Solana',
    to: 'GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW',
    amount: '1',
    at: 'send-error',
    code: 'address/wrong-namespace',
    says: /address/i,
  },
  {
    what: 'an address of Bitcoin',
    to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    amount: '1',
    at: 'send-error',
    code: 'address/wrong-namespace',
    says: /address/i,
  },
  {
    what: 'a mistyped address',
    to: '0x90F79bf6EB2c4f870365E785982E1f101E93b9O6',
    amount: '1',
    at: 'send-error',
    code: 'address/invalid',
    says: /address/i,
  },
  {
    what: 'an address whose checksum fails',
    to: '0x90F79bf6EB2c4f870365E785982E1f101E93B906',
    amount: '1',
    at: 'send-error',
    code: 'address/checksum-failed',
    says: /address/i,
  },
];

test.describe('a visitor who is about to lose money', { tag: '@chains' }, () => {
  test('is told what is wrong before the wallet is asked', async ({ dapp, wallet, control, sandbox }) => {
    await dapp.open();
    await connect(dapp, wallet);
    const dollar = sandbox.meta.tokens.filter((asset) => asset.startsWith('eip155:1/'))[1] ?? '';
    await makeMistakes(dapp, RECIPIENT, mistakes(dollar));
    expect(wallet.open).toHaveLength(0);
    expect(await outcomesOf(control, 'eth_sendTransaction')).toEqual([]);
  });

  test('says no in the wallet: nothing is sent, and the next try is', async ({ dapp, wallet, chains, sandbox }) => {
    await dapp.open();
    const address = await connect(dapp, wallet);
    const node = chains.of('eip155:1');
    const before = await node.getTransactionCount({ address });
    await fillTransfer(dapp, RECIPIENT, '1', sandbox.meta.tokens[0] ?? '');
    await wallet.reject(() => dapp.page.getByTestId('demo-send').click());
    await expect(fact(dapp, 'send-error')).toHaveAttribute('data-code', 'wallet/rejected');
    expect(await node.getTransactionCount({ address })).toBe(before);
    await wallet.approve(() => dapp.page.getByTestId('demo-send').click());
    await expect(fact(dapp, 'block')).toHaveText(/\d/);
    expect(await node.getTransactionCount({ address })).toBe(before + 1);
  });

  test('reloads while a transaction waits: it is followed to its block, and was sent once', async ({ dapp, wallet, control, chains }) => {
    await dapp.open();
    const address = await connect(dapp, wallet);
    const node = chains.of('eip155:1');
    const [nonce, had] = await Promise.all([node.getTransactionCount({ address }), node.getBalance({ address: RECIPIENT })]);
    await node.setAutomine(false);
    try {
      await fillTransfer(dapp, RECIPIENT, '0.5', '');
      await wallet.approve(() => dapp.page.getByTestId('demo-send').click());
      const hash = await fact(dapp, 'hash').innerText();
      await dapp.page.reload();
      const sent = fact(dapp, 'transaction');
      await expect(sent).toHaveAttribute('data-hash', hash);
      await expect(sent).toHaveAttribute('data-status', 'waiting');
      await node.mine({ blocks: 1 });
      await expect(sent).toHaveAttribute('data-status', 'confirmed', { timeout: 30_000 });
      expect((await chains.receipt('eip155:1', hash)).status).toBe('success');
    } finally {
      await node.setAutomine(true);
    }
    expect(await node.getTransactionCount({ address })).toBe(nonce + 1);
    expect(await node.getBalance({ address: RECIPIENT })).toBe(had + 500_000_000_000_000_000n);
    expect(await outcomesOf(control, 'eth_sendTransaction')).toEqual(['answered']);
  });
});
