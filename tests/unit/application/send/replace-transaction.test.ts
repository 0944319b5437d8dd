import { beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import type { FakeResponse } from '../../../../application/ports/wallet-response.fake.js';
import { inFlightOf } from '../../../../domain/send/in-flight.js';
import type { SentTransaction } from '../../../../domain/send/sent-transaction.js';
import { ADDRESS, type ClientFixture, connect, connectedFixture, EVM_WALLET, record, settled } from '../support/client-fixture.js';

const TO = '0x2222222222222222222222222222222222222222';

let fixture: ClientFixture;
let original: SentTransaction;
let sending: Awaited<ReturnType<typeof send>>;

const wallet = () => fixture.chain.wallet(EVM_WALLET);
const list = () => fixture.useCases.watchTransactions.current();
const send = () => settled(record(fixture.useCases.sendTransaction.execute({ to: TO, value: 3n })));
const speedUp = (transaction = original) => settled(record(fixture.useCases.speedUpTransaction.execute(transaction)));
const cancel = (transaction = original) => settled(record(fixture.useCases.cancelTransaction.execute(transaction)));
const mine = (hash: string | undefined, outcome?: 'reverted'): Promise<void> => {
  fixture.chain.mine(hash ?? '', outcome);
  return flushPromises();
};
const outcomes = () => list().map(({ purpose, outcome }) => [purpose, outcome?.status ?? null]);
const events = () => fixture.tracked.map(({ event }) => event).filter((event) => /^(?:SEND|CANCEL)_/.test(event));
const refusal = (reason: string) => ({ status: 'error', error: { code: 'send/not-replaceable', context: { reason } } });

beforeEach(async () => {
  fixture = await connectedFixture({ evm: { balances: { [ADDRESS]: 10n } } });
  fixture.chain.mining = 'manual';
  // One nonce.
  fixture.chain.trace = '7';
  sending = await send();
  [original] = list() as [SentTransaction];
});

describe('a transaction that is sped up', () => {
  it('is replaced by one of the same purpose, whose block ends both runs and settles both', async () => {
    const run = await speedUp();
    const [replacement] = list();
    expect(replacement).toMatchObject({ purpose: 'send', to: TO, value: 3n, replaces: original.hash, outcome: null });
    expect(run.values.at(-1)).toEqual({ status: 'pending', step: 'wait-for-block', hash: replacement?.hash });
    await mine(replacement?.hash);
    const success = { status: 'success', data: { hash: replacement?.hash, blockNumber: 1n } };
    expect([run.values.at(-1), sending.values.at(-1)]).toEqual([success, success]);
    expect(outcomes()).toEqual([
      ['send', 'confirmed'],
      ['send', 'replaced'],
    ]);
    expect(list()[1]?.outcome).toMatchObject({ status: 'replaced', by: replacement?.hash });
    expect(events()).toEqual(['SEND_INITIATED', 'SEND_SUCCESS']);
    expect(fixture.chain.balanceOf(TO)).toBe(3n);
  });

  it('settles its replacement if it is faster', async () => {
    const run = await speedUp();
    await mine(original.hash);
    expect(outcomes()).toEqual([
      ['send', 'replaced'],
      ['send', 'confirmed'],
    ]);
    expect(run.values.at(-1)).toEqual({ status: 'success', data: { hash: original.hash, blockNumber: 1n } });
    expect(events()).toEqual(['SEND_INITIATED', 'SEND_SUCCESS']);
  });

  it('fails with its replacement', async () => {
    const run = await speedUp();
    await mine(list()[0]?.hash, 'reverted');
    for (const each of [run, sending])
      expect(each.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'network/transaction-reverted' } });
    expect(outcomes()).toEqual([
      ['send', 'reverted'],
      ['send', 'replaced'],
    ]);
    expect(events()).toEqual(['SEND_INITIATED', 'SEND_ERROR']);
  });

  it('is not settled without proof: the traces are of two nonces, or not known', async () => {
    fixture.chain.trace = '8';
    await speedUp();
    await mine(list()[0]?.hash);
    expect(outcomes()).toEqual([
      ['send', 'confirmed'],
      ['send', null],
    ]);
  });

  it('can be sped up again, and then every other one is replaced', async () => {
    await speedUp();
    const [second] = list() as [SentTransaction];
    await speedUp(second);
    await mine(second.hash);
    expect(outcomes().map(([, status]) => status)).toEqual(['replaced', 'confirmed', 'replaced']);
  });

  it.each([
    ['reject', 'wallet/rejected'],
    ['unauthorized', 'wallet/unauthorized'],
  ] as const)('stays on its way if the wallet answers %s', async (response: FakeResponse, code) => {
    wallet().next('replaceTransaction', response);
    const run = await speedUp();
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code } });
    expect(outcomes()).toEqual([['send', null]]);
    expect(events()).toEqual(['SEND_INITIATED']);
  });

  it('is kept apart from a second transaction that the wallet sent instead', async () => {
    wallet().choosesNonces = true;
    const run = await speedUp();
    const [second] = list();
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'send/not-replaced', context: { sent: second?.hash } } });
    expect(list()).toMatchObject([
      { replaces: null, outcome: null },
      { hash: original.hash, outcome: null },
    ]);
  });

  it.each([
    ['is linked to a replacement', false, 1],
    ['is kept apart from a second transaction', true, 2],
  ] as const)('%s that is approved after the user left', async (_what, choosesNonces, waiting) => {
    wallet().choosesNonces = choosesNonces;
    wallet().next('replaceTransaction', 'late');
    const run = await speedUp();
    run.cancel();
    wallet().release();
    await flushPromises();
    expect(list()[0]).toMatchObject({ replaces: choosesNonces ? null : original.hash, outcome: null });
    expect(inFlightOf(list(), fixture.clock.now(), () => null)).toHaveLength(waiting);
    expect(fixture.modal.snapshot.snackbar.next?.variant).toBe(choosesNonces ? 'error' : 'success');
  });

  it('is kept apart once the node has a second transaction with another nonce', async () => {
    fixture.chain.trace = '8';
    await speedUp();
    expect(list()).toMatchObject([
      { replaces: null, trace: '8' },
      { hash: original.hash, outcome: null },
    ]);
    expect(inFlightOf(list(), fixture.clock.now(), () => null)).toHaveLength(2);
    fixture.chain.drop(list()[0]?.hash ?? '');
    await mine(original.hash);
    expect(outcomes().map(([, status]) => status)).toEqual(['dropped', 'confirmed']);
  });
});

describe('a transaction that is canceled', () => {
  it('is replaced by a payment of nothing to the account itself', async () => {
    const run = await cancel();
    const [replacement] = list();
    expect(replacement).toMatchObject({ purpose: 'cancel', to: ADDRESS, value: null, replaces: original.hash });
    await mine(replacement?.hash);
    expect(run.values.at(-1)).toMatchObject({ status: 'success' });
    expect(sending.values.at(-1)).toMatchObject({
      status: 'error',
      error: { code: 'network/transaction-replaced', context: { by: replacement?.hash } },
    });
    expect(outcomes()).toEqual([
      ['cancel', 'confirmed'],
      ['send', 'replaced'],
    ]);
    expect(fixture.modal.snapshot.snackbar.next?.message ?? fixture.modal.snapshot.snackbar.message).toBe('Transaction cancelled');
    expect(events()).toEqual(['SEND_INITIATED', 'CANCEL_INITIATED', 'CANCEL_SUCCESS', 'SEND_ERROR']);
    expect([fixture.chain.balanceOf(ADDRESS), fixture.chain.balanceOf(TO)]).toEqual([10n, 0n]);
  });

  it('may be faster than its cancellation', async () => {
    const run = await cancel();
    await mine(original.hash);
    expect(run.values.at(-1)).toMatchObject({ status: 'error', error: { code: 'network/transaction-replaced' } });
    expect(outcomes()).toEqual([
      ['cancel', 'replaced'],
      ['send', 'confirmed'],
    ]);
    expect(events()).toEqual(['SEND_INITIATED', 'CANCEL_INITIATED', 'SEND_SUCCESS', 'CANCEL_ERROR']);
  });

  it('cannot be canceled twice', async () => {
    await cancel();
    const run = await cancel(list()[0]);
    expect(run.values.at(-1)).toMatchObject(refusal('canceled'));
  });
});

describe('a transaction that cannot be replaced', () => {
  it('is one with an outcome', async () => {
    await mine(original.hash);
    expect((await speedUp()).values.at(-1)).toMatchObject(refusal('settled'));
  });

  it('is one of another account or another site', async () => {
    const run = record(fixture.useCases.speedUpTransaction.execute({ ...original, hash: `0x${'f'.repeat(64)}` }));
    await flushPromises();
    expect(run.values.at(-1)).toMatchObject(refusal('unknown'));
    wallet().accounts = [];
    wallet().selectAccount(TO);
    await flushPromises();
    expect((await speedUp()).values.at(-1)).toMatchObject(refusal('account'));
    expect(wallet().count('replaceTransaction')).toBe(0);
  });

  it('is one of Solana', async () => {
    await connect(fixture, 'solana');
    fixture.solana.mining = 'manual';
    const to = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
    await settled(record(fixture.useCases.sendTransaction.execute({ to, value: 1n, namespace: 'solana' })));
    expect((await cancel(list()[0])).values.at(-1)).toMatchObject(refusal('chain'));
  });
});

describe('transactions in flight', () => {
  const rows = () =>
    fixture.useCases.watchInFlight.current().map(({ transaction: { hash, outcome }, canSpeedUp, canCancel }) => ({
      ...{ hash, status: outcome?.status ?? null },
      ...{ canSpeedUp, canCancel },
    }));

  it('are the newest of each nonce, with what can be done', async () => {
    expect(rows()).toEqual([{ hash: original.hash, status: null, canSpeedUp: true, canCancel: true }]);
    await cancel();
    expect(rows()).toEqual([{ hash: list()[0]?.hash, status: null, canSpeedUp: true, canCancel: false }]);
  });

  it('stay for a moment when their outcome is known, and the list is emitted only when it changes', async () => {
    const watched = record(fixture.useCases.watchInFlight.execute());
    expect(watched.values).toHaveLength(1);
    await fixture.clock.run(10_000);
    expect(watched.values).toHaveLength(1);
    await mine(original.hash);
    expect(rows()).toEqual([{ hash: original.hash, status: 'confirmed', canSpeedUp: false, canCancel: false }]);
    expect(watched.values).toHaveLength(2);
    await fixture.clock.run(8_000);
    expect(rows()).toEqual([]);
    expect(watched.values.at(-1)).toEqual([]);
    watched.cancel();
  });

  it('are one if it and its replacement are dropped', async () => {
    await speedUp();
    const [replacement] = list();
    for (const { hash } of list()) fixture.chain.drop(hash);
    await flushPromises();
    expect(outcomes().map(([, status]) => status)).toEqual(['dropped', 'dropped']);
    expect(rows()).toMatchObject([{ hash: replacement?.hash, status: 'dropped' }]);
  });

  it('are the one in a block rather than its dropped replacement', async () => {
    // Without proof that they exclude each other.
    fixture.chain.trace = null;
    await speedUp();
    fixture.chain.drop(list()[0]?.hash ?? '');
    await mine(original.hash);
    expect(outcomes().map(([, status]) => status)).toEqual(['dropped', 'confirmed']);
    expect(rows()).toMatchObject([{ hash: original.hash, status: 'confirmed' }]);
  });

  it('cannot be replaced while their account is not connected', async () => {
    await settled(record(fixture.useCases.disconnectWallet.execute()));
    expect(rows()).toEqual([{ hash: original.hash, status: null, canSpeedUp: false, canCancel: false }]);
  });

  it('are shown after a reload', async () => {
    const after = await connectedFixture({ storage: fixture.storage.otherTab() });
    expect(after.useCases.watchInFlight.current()).toMatchObject([{ transaction: { hash: original.hash }, canSpeedUp: true }]);
  });
});
