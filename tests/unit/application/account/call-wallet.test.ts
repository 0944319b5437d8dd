import { describe, expect, it } from 'vitest';
import type { CallRequest } from '../../../../application/account/call-wallet.use-case.js';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import {
  ADDRESS,
  clientFixture,
  connect,
  connectedFixture,
  EVM_WALLET,
  record,
  releaseResponses,
  SOLANA,
  SOLANA_WALLET,
  settled,
} from '../support/client-fixture.js';

const FROM = toAccountId(`eip155:1:${ADDRESS}`);
const SOLANA_FROM = toAccountId(`${SOLANA}:${ADDRESS}`);
const batch = { namespace: 'eip155', call: 'sendCalls', request: { from: FROM, calls: [{ to: ADDRESS, value: 1n }] } } as const;

describe('CallWallet', () => {
  it('sends the unchanged request once and returns the result', async () => {
    const fixture = await connectedFixture();
    const run = record(fixture.useCases.callWallet.execute(batch));
    expect(run.values).toEqual([{ status: 'pending', step: 'approve-in-wallet' }]);
    await flushPromises();
    expect(run.values.at(-1)).toMatchObject({ status: 'success', data: { id: expect.stringMatching(/^0x/) } });
    const wallet = fixture.chain.wallet(EVM_WALLET);
    expect(wallet.calls.filter(({ operation }) => operation === 'sendCalls')).toEqual([{ operation: 'sendCalls', input: batch.request }]);
  });

  it('stores and tracks the transaction of a broadcasting call', async () => {
    const fixture = await connectedFixture();
    await connect(fixture, 'solana');
    fixture.solana.mining = 'manual';
    const request = { account: SOLANA_FROM, transaction: new Uint8Array([1]) };
    const run = await settled(
      record(fixture.useCases.callWallet.execute({ namespace: 'solana', call: 'signAndSendTransaction', request })),
    );
    const hash = fixture.solana.wallet(SOLANA_WALLET).transactions[0]?.hash ?? '';
    expect(run.values.at(-1)).toEqual({ status: 'success', data: hash });
    expect(fixture.useCases.watchTransactions.current()).toMatchObject([{ chainId: SOLANA, hash, value: null, outcome: null }]);
    fixture.solana.mine(hash);
    await flushPromises();
    expect(fixture.useCases.watchTransactions.current()).toMatchObject([{ outcome: { status: 'confirmed' } }]);
  });

  it('stores nothing for other calls', async () => {
    const fixture = await connectedFixture();
    await connect(fixture, 'solana');
    record(
      fixture.useCases.callWallet.execute({
        namespace: 'solana',
        call: 'signTransactions',
        request: { account: SOLANA_FROM, transactions: [new Uint8Array([1])] },
      }),
    );
    await flushPromises();
    expect(fixture.useCases.watchTransactions.current()).toEqual([]);
  });

  it.each(['unsubscribes', 'switches the namespace'] as const)(
    'stores and tracks a batch that is approved after the user %s',
    async (action) => {
      const fixture = await connectedFixture();
      const wallet = fixture.chain.wallet(EVM_WALLET);
      wallet.callsStatus = { status: 100, receipts: [] };
      wallet.next('sendCalls', 'late');
      const run = await settled(record(fixture.useCases.callWallet.execute(batch)));
      if (action === 'unsubscribes') run.cancel();
      else fixture.connections.dispatch({ type: 'namespace-activated', namespace: 'solana' });
      await flushPromises();
      expect(fixture.useCases.watchTransactions.current()).toEqual([]);
      await releaseResponses(wallet);
      const [kept] = fixture.useCases.watchTransactions.current();
      expect(kept).toMatchObject({ kind: 'calls', chainId: 'eip155:1', from: FROM, outcome: null });
      expect(fixture.modal.snapshot.snackbar).toMatchObject({ message: 'Batch of calls started' });
      wallet.callsStatus = { status: 200, receipts: [{ transactionHash: `0x${'a'.repeat(64)}`, blockNumber: 9n, reverted: false }] };
      await fixture.clock.run(2_000);
      expect(fixture.useCases.watchTransactions.current()).toMatchObject([{ hash: kept?.hash, outcome: { status: 'confirmed' } }]);
      expect(wallet.count('sendCalls')).toBe(1);
    },
  );

  it('stores a transaction that the wallet broadcasts after unsubscribing, and drops a signature', async () => {
    const fixture = await connectedFixture();
    await connect(fixture, 'solana');
    fixture.solana.mining = 'manual';
    const wallet = fixture.solana.wallet(SOLANA_WALLET);
    const leave = async <C extends 'signTransactions' | 'signAndSendTransaction'>(
      call: C,
      request: CallRequest<'solana', C>,
    ): Promise<void> => {
      const run = await settled(record(fixture.useCases.callWallet.execute({ namespace: 'solana', call, request })));
      run.cancel();
      await releaseResponses(wallet);
      expect(run.values).toEqual([{ status: 'pending', step: 'approve-in-wallet' }]);
    };
    wallet.next('signTransactions', 'late');
    const transactions = [new Uint8Array([1])];
    await leave('signTransactions', { account: SOLANA_FROM, transactions });
    expect(fixture.useCases.watchTransactions.current()).toEqual([]);
    wallet.next('signAndSendTransaction', 'late');
    const transaction = new Uint8Array([1]);
    await leave('signAndSendTransaction', { account: SOLANA_FROM, transaction });
    const hash = wallet.transactions[0]?.hash;
    expect(fixture.useCases.watchTransactions.current()).toMatchObject([{ chainId: SOLANA, hash, from: SOLANA_FROM, outcome: null }]);
  });

  it('fails if the wallet does not support the calls', async () => {
    const fixture = await connectedFixture({ evm: { wallets: [{ id: EVM_WALLET, hasCalls: false }] } });
    const run = await settled(record(fixture.useCases.callWallet.execute(batch)));
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'wallet/unsupported-method' } });
  });

  it('fails without a connection, on a rejection, and when another namespace becomes active', async () => {
    const disconnected = await settled(record(clientFixture().useCases.callWallet.execute(batch)));
    expect(disconnected.values.at(-1)).toMatchObject({ error: { code: 'connection/not-connected' } });
    const fixture = await connectedFixture();
    fixture.chain.wallet(EVM_WALLET).next('sendCalls', 'reject', 'late');
    const refused = await settled(record(fixture.useCases.callWallet.execute(batch)));
    expect(refused.values.at(-1)).toMatchObject({ error: { code: 'wallet/rejected' } });
    const cancelled = await settled(record(fixture.useCases.callWallet.execute(batch)));
    fixture.connections.dispatch({ type: 'namespace-activated', namespace: 'solana' });
    await flushPromises();
    expect(cancelled.values.at(-1)).toMatchObject({ error: { code: 'request/cancelled' } });
  });
});
