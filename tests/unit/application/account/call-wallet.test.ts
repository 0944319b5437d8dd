import { describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { ADDRESS, connect, connectedWorld, EVM_WALLET, record, SOLANA, SOLANA_WALLET, world } from '../support/world.js';

const FROM = toAccountId(`eip155:1:${ADDRESS}`);
const SOLANA_FROM = toAccountId(`${SOLANA}:${ADDRESS}`);
const batch = { namespace: 'eip155', call: 'sendCalls', request: { from: FROM, calls: [{ to: ADDRESS, value: 1n }] } } as const;

describe('CallWallet', () => {
  it('asks the wallet once, with the request as it is, and gives its answer', async () => {
    const here = await connectedWorld();
    const run = record(here.useCases.callWallet.execute(batch));
    expect(run.values).toEqual([{ status: 'pending', step: 'approve-in-wallet' }]);
    await settle();
    expect(run.values.at(-1)).toMatchObject({ status: 'success', result: { id: expect.stringMatching(/^0x/) } });
    const wallet = here.chain.wallet(EVM_WALLET);
    expect(wallet.calls.filter(({ operation }) => operation === 'sendCalls')).toEqual([{ operation: 'sendCalls', input: batch.request }]);
  });

  it('keeps and follows what a call broadcasts', async () => {
    const here = await connectedWorld();
    await connect(here, 'solana');
    here.solana.mining = 'by-hand';
    const request = { account: SOLANA_FROM, transaction: new Uint8Array([1]) };
    const run = record(here.useCases.callWallet.execute({ namespace: 'solana', call: 'signAndSendTransaction', request }));
    await settle();
    const hash = here.solana.wallet(SOLANA_WALLET).transactions[0]?.hash ?? '';
    expect(run.values.at(-1)).toEqual({ status: 'success', result: hash });
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

  it('says that the wallet has no such calls', async () => {
    const here = await connectedWorld({ evm: { wallets: [{ id: EVM_WALLET, hasCalls: false }] } });
    const run = record(here.useCases.callWallet.execute(batch));
    await settle();
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'wallet/unsupported-method' } });
  });

  it('says that nothing is connected, that the person said no, and stops with another active namespace', async () => {
    const nobody = record(world().useCases.callWallet.execute(batch));
    await settle();
    expect(nobody.values.at(-1)).toMatchObject({ error: { code: 'connection/not-connected' } });
    const here = await connectedWorld();
    here.chain.wallet(EVM_WALLET).next('sendCalls', 'reject', 'late');
    const refused = record(here.useCases.callWallet.execute(batch));
    await settle();
    expect(refused.values.at(-1)).toMatchObject({ error: { code: 'wallet/rejected' } });
    const left = record(here.useCases.callWallet.execute(batch));
    await settle();
    here.connections.dispatch({ type: 'namespace-activated', namespace: 'solana' });
    await settle();
    expect(left.values.at(-1)).toMatchObject({ error: { code: 'request/cancelled' } });
  });
});
