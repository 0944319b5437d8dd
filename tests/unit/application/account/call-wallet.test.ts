import { describe, expect, it } from 'vitest';
import type { CallRequest } from '../../../../application/account/call-wallet.use-case.js';
import { settle } from '../../../../application/ports/clock.fake.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { ADDRESS, connect, connectedWorld, EVM_WALLET, record, released, SOLANA, SOLANA_WALLET, settled, world } from '../support/world.js';

const FROM = toAccountId(`eip155:1:${ADDRESS}`);
const SOLANA_FROM = toAccountId(`${SOLANA}:${ADDRESS}`);
const batch = { namespace: 'eip155', call: 'sendCalls', request: { from: FROM, calls: [{ to: ADDRESS, value: 1n }] } } as const;

describe('CallWallet', () => {
  it('asks the wallet once, with the request as it is, and gives its answer', async () => {
    const here = await connectedWorld();
    const run = record(here.useCases.callWallet.execute(batch));
    expect(run.values).toEqual([{ status: 'pending', step: 'approve-in-wallet' }]);
    await settle();
    expect(run.values.at(-1)).toMatchObject({ status: 'success', data: { id: expect.stringMatching(/^0x/) } });
    const wallet = here.chain.wallet(EVM_WALLET);
    expect(wallet.calls.filter(({ operation }) => operation === 'sendCalls')).toEqual([{ operation: 'sendCalls', input: batch.request }]);
  });

  it('keeps and follows what a call broadcasts', async () => {
    const here = await connectedWorld();
    await connect(here, 'solana');
    here.solana.mining = 'by-hand';
    const request = { account: SOLANA_FROM, transaction: new Uint8Array([1]) };
    const run = await settled(record(here.useCases.callWallet.execute({ namespace: 'solana', call: 'signAndSendTransaction', request })));
    const hash = here.solana.wallet(SOLANA_WALLET).transactions[0]?.hash ?? '';
    expect(run.values.at(-1)).toEqual({ status: 'success', data: hash });
    expect(here.useCases.watchTransactions.current()).toMatchObject([{ chainId: SOLANA, hash, value: null, outcome: null }]);
    here.solana.mine(hash);
    await settle();
    expect(here.useCases.watchTransactions.current()).toMatchObject([{ outcome: { status: 'confirmed' } }]);
  });

  it('keeps nothing of a call that broadcasts nothing', async () => {
    const here = await connectedWorld();
    await connect(here, 'solana');
    record(
      here.useCases.callWallet.execute({
        namespace: 'solana',
        call: 'signTransactions',
        request: { account: SOLANA_FROM, transactions: [new Uint8Array([1])] },
      }),
    );
    await settle();
    expect(here.useCases.watchTransactions.current()).toEqual([]);
  });

  it.each(['leaves', 'goes to another namespace'] as const)(
    'keeps and follows a batch that is approved after the visitor %s',
    async (what) => {
      const here = await connectedWorld();
      const wallet = here.chain.wallet(EVM_WALLET);
      wallet.callsStatus = { status: 100, receipts: [] };
      wallet.next('sendCalls', 'late');
      const run = await settled(record(here.useCases.callWallet.execute(batch)));
      if (what === 'leaves') run.cancel();
      else here.connections.dispatch({ type: 'namespace-activated', namespace: 'solana' });
      await settle();
      expect(here.useCases.watchTransactions.current()).toEqual([]);
      await released(wallet);
      const [kept] = here.useCases.watchTransactions.current();
      expect(kept).toMatchObject({ isBatch: true, chainId: 'eip155:1', from: FROM, outcome: null });
      expect(here.modal.snapshot.snackbar).toMatchObject({ message: 'Transaction started' });
      wallet.callsStatus = { status: 200, receipts: [{ transactionHash: `0x${'a'.repeat(64)}`, blockNumber: 9n, reverted: false }] };
      await here.clock.run(2_000);
      expect(here.useCases.watchTransactions.current()).toMatchObject([{ hash: kept?.hash, outcome: { status: 'confirmed' } }]);
      expect(wallet.count('sendCalls')).toBe(1);
    },
  );

  it('keeps a transaction that the wallet sends after the visitor has left, and drops a signature', async () => {
    const here = await connectedWorld();
    await connect(here, 'solana');
    here.solana.mining = 'by-hand';
    const wallet = here.solana.wallet(SOLANA_WALLET);
    const leave = async <C extends 'signTransactions' | 'signAndSendTransaction'>(
      call: C,
      request: CallRequest<'solana', C>,
    ): Promise<void> => {
      const run = await settled(record(here.useCases.callWallet.execute({ namespace: 'solana', call, request })));
      run.cancel();
      await released(wallet);
      expect(run.values).toEqual([{ status: 'pending', step: 'approve-in-wallet' }]);
    };
    wallet.next('signTransactions', 'late');
    const transactions = [new Uint8Array([1])];
    await leave('signTransactions', { account: SOLANA_FROM, transactions });
    expect(here.useCases.watchTransactions.current()).toEqual([]);
    wallet.next('signAndSendTransaction', 'late');
    const transaction = new Uint8Array([1]);
    await leave('signAndSendTransaction', { account: SOLANA_FROM, transaction });
    const hash = wallet.transactions[0]?.hash;
    expect(here.useCases.watchTransactions.current()).toMatchObject([{ chainId: SOLANA, hash, from: SOLANA_FROM, outcome: null }]);
  });

  it('says that the wallet has no such calls', async () => {
    const here = await connectedWorld({ evm: { wallets: [{ id: EVM_WALLET, hasCalls: false }] } });
    const run = await settled(record(here.useCases.callWallet.execute(batch)));
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'wallet/unsupported-method' } });
  });

  it('says that nothing is connected, that the person said no, and stops with another active namespace', async () => {
    const nobody = await settled(record(world().useCases.callWallet.execute(batch)));
    expect(nobody.values.at(-1)).toMatchObject({ error: { code: 'connection/not-connected' } });
    const here = await connectedWorld();
    here.chain.wallet(EVM_WALLET).next('sendCalls', 'reject', 'late');
    const refused = await settled(record(here.useCases.callWallet.execute(batch)));
    expect(refused.values.at(-1)).toMatchObject({ error: { code: 'wallet/rejected' } });
    const left = await settled(record(here.useCases.callWallet.execute(batch)));
    here.connections.dispatch({ type: 'namespace-activated', namespace: 'solana' });
    await settle();
    expect(left.values.at(-1)).toMatchObject({ error: { code: 'request/cancelled' } });
  });
});
