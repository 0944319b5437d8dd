import { beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import type { FakeStorage } from '../../../../application/ports/storage.fake.js';
import type { LateTransaction } from '../../../../application/send/sent-transactions.js';
import { STORAGE_KEYS } from '../../../../application/shared/storage-keys.js';
import { chainIdOf, toAccountId } from '../../../../domain/caip/caip-10.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import {
  ADDRESS,
  type ClientFixture,
  clientFixture,
  connect,
  connectedFixture,
  EVM_WALLET,
  record,
  releaseResponses,
  settled,
} from '../support/client-fixture.js';

const TO = '0x2222222222222222222222222222222222222222';
const FUNDED = { evm: { balances: { [ADDRESS]: 10n } } };
const hashOf = ({ chain }: ClientFixture, index = 0): string => chain.wallet(EVM_WALLET).transactions[index]?.hash ?? '';
const followCount = ({ chain }: ClientFixture): number => chain.readCalls.filter(({ method }) => method === 'followTransaction').length;

/** A fixture with a broadcast transaction that is not in a block yet. */
const pendingFixture = async (): Promise<ClientFixture> => {
  const fixture = await connectedFixture(FUNDED);
  fixture.chain.mining = 'manual';
  await settled(record(fixture.useCases.sendTransaction.execute({ to: TO, value: 3n })));
  return fixture;
};

/** Includes the transaction in a block. */
const mineLast = (fixture: ClientFixture, outcome?: 'reverted'): Promise<void> => {
  fixture.chain.mine(hashOf(fixture), outcome);
  return flushPromises();
};

/** A fixture after a reload, or of another tab: shared wallets and chains, separate state. */
const secondFixture = (fixture: ClientFixture, storage: FakeStorage, tab: string): ClientFixture => {
  const there = clientFixture({ sharedWith: fixture, storage, tab });
  there.clock.advance(fixture.clock.now() - there.clock.now());
  return there;
};

/** The fixture after a reload without disposal: later writes of the old one do not reach the new one. */
const reload = (fixture: ClientFixture): ClientFixture => {
  const after = secondFixture(fixture, fixture.storage.reload(), 'second');
  fixture.storage.mode = 'blocked';
  return after;
};

const advance = async (ms: number, ...fixtures: readonly ClientFixture[]): Promise<void> => {
  for (let step = 0; step < ms; step += 500) for (const each of fixtures) await each.clock.run(500);
};

let fixture: ClientFixture;
beforeEach(async () => {
  fixture = await connectedFixture(FUNDED);
});

describe('WatchTransactions', () => {
  it('emits a sent transaction, then its outcome, and removes it after five minutes', async () => {
    fixture.chain.mining = 'manual';
    const list = record(fixture.useCases.watchTransactions.execute());
    expect(list.values).toEqual([[]]);
    await settled(record(fixture.useCases.sendTransaction.execute({ to: TO, value: 3n })));
    expect(fixture.useCases.watchTransactions.current()).toMatchObject([
      {
        namespace: 'eip155',
        chainId: 'eip155:1',
        hash: hashOf(fixture),
        from: `eip155:1:${ADDRESS}`,
        to: TO,
        value: 3n,
        asset: null,
        outcome: null,
      },
    ]);
    await mineLast(fixture);
    expect(list.values.at(-1)).toMatchObject([{ outcome: { status: 'confirmed', blockNumber: 1n }, follower: null }]);
    await fixture.clock.run(5 * 60_000);
    await settled(record(fixture.useCases.sendTransaction.execute({ to: TO, value: 1n })));
    expect(list.values.at(-1)?.map(({ hash }) => hash)).toEqual([hashOf(fixture, 1)]);
  });

  it('stores and tracks a transaction without a confirmation of a node, which may have been broadcast', async () => {
    const hash = `0x${'7'.repeat(64)}`;
    const unknownOutcome = () => new LatchkeyError('network/unknown-outcome', { chainId: 'eip155:1', hash });
    const wallet = fixture.chain.wallet(EVM_WALLET);
    wallet.next('sendTransaction', unknownOutcome());
    const run = await settled(record(fixture.useCases.sendTransaction.execute({ to: TO, value: 3n })));
    expect(fixture.useCases.watchTransactions.current()).toMatchObject([{ hash, to: TO, value: 3n, outcome: null }]);
    expect(run.values).toContainEqual({ status: 'pending', step: 'wait-for-block', hash });
    wallet.next('sendCalls', unknownOutcome());
    const request = { from: `eip155:1:${ADDRESS}` as never, calls: [{ to: TO }] };
    const call = await settled(record(fixture.useCases.callWallet.execute({ namespace: 'eip155', call: 'sendCalls', request })));
    expect(call.values.at(-1)).toMatchObject({ error: { code: 'network/unknown-outcome', context: { hash } } });
    expect(fixture.useCases.watchTransactions.current()).toHaveLength(1);
  });

  it('stores a transaction before the app broadcasts it, and tracks it if the page is closed before the response', async () => {
    fixture.chain.wallet(EVM_WALLET).next('sendTransaction', 'unanswered');
    record(fixture.useCases.sendTransaction.execute({ to: TO, value: 3n }));
    await flushPromises();
    expect(fixture.useCases.watchTransactions.current()).toMatchObject([{ value: 3n, trace: 'fake trace', outcome: null }]);
    expect(fixture.modal.snapshot.snackbar.open).toBe(false);
    const after = reload(fixture);
    await connect(after);
    after.tracker.resume();
    await advance(10_000, after);
    expect(after.useCases.watchTransactions.current()).toMatchObject([{ hash: hashOf(fixture), outcome: { status: 'confirmed' } }]);
  });

  it('lists a transaction as refused, no longer as pending, once each RPC endpoint has refused it', async () => {
    const wallet = fixture.chain.wallet(EVM_WALLET);
    wallet.next('sendTransaction', 'unanswered-refusal');
    const run = record(fixture.useCases.sendTransaction.execute({ to: TO, value: 3n }));
    // Longer than a lease: another tab follows it too.
    const other = secondFixture(fixture, fixture.storage.otherTab(), 'second');
    other.tracker.resume();
    await other.clock.run(10_000);
    await releaseResponses(wallet);
    await advance(10_000, fixture, other);
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'send/refused' } });
    for (const { useCases } of [fixture, other])
      expect(useCases.watchTransactions.current()).toMatchObject([{ value: 3n, outcome: { status: 'refused' } }]);
    expect(other.tracked).toEqual([]);
  });

  it('stores and tracks a transaction approved after unsubscribing or a namespace switch', async () => {
    await connect(fixture, 'solana');
    const wallet = fixture.chain.wallet(EVM_WALLET);
    const send = (value: bigint) => record(fixture.useCases.sendTransaction.execute({ namespace: 'eip155', to: TO, value }));
    wallet.next('sendTransaction', 'late', 'late');
    const unsubscribed = send(1n);
    unsubscribed.cancel();
    await settled(record(fixture.useCases.switchNamespace.execute({ namespace: 'eip155' })));
    const cancelled = record(fixture.useCases.sendTransaction.execute({ to: TO, value: 2n }));
    await settled(record(fixture.useCases.switchNamespace.execute({ namespace: 'solana' })));
    expect(cancelled.values.at(-1)).toMatchObject({ error: { code: 'request/cancelled' } });
    expect(fixture.useCases.watchTransactions.current()).toEqual([]);
    await releaseResponses(wallet);
    expect(
      fixture.useCases.watchTransactions
        .current()
        .map(({ hash }) => hash)
        .sort(),
    ).toEqual([hashOf(fixture), hashOf(fixture, 1)].sort());
    expect(unsubscribed.values).toHaveLength(1);
  });

  it('leaves a transaction approved after disposal to the next load', async () => {
    const { storage } = fixture;
    fixture.chain.wallet(EVM_WALLET).next('sendTransaction', 'late');
    record(fixture.useCases.sendTransaction.execute({ to: TO, value: 1n })).cancel();
    await flushPromises();
    fixture.tracker.dispose();
    await releaseResponses(fixture.chain.wallet(EVM_WALLET));
    expect(fixture.clock.pending).toBe(0);
    expect(storage.persisted).toHaveProperty(STORAGE_KEYS.transactions);
  });

  describe('delivered by the wallet after the page that requested it was closed', () => {
    const hash = `0x${'7'.repeat(64)}`;
    const from = toAccountId(`eip155:1:${ADDRESS}`);
    const requested: LateTransaction = {
      namespace: 'eip155',
      chainId: chainIdOf(from),
      from,
      kind: 'transaction',
      purpose: 'send',
      to: TO,
      value: 3n,
      asset: null,
    };

    beforeEach(() => {
      fixture.chain.mining = 'manual';
    });

    it('is followed to its outcome', async () => {
      fixture.sent.addLateBroadcast(requested, hash);
      expect(fixture.useCases.watchTransactions.current()).toMatchObject([{ hash, to: TO, value: 3n, outcome: null }]);
      expect(fixture.modal.snapshot.snackbar).toMatchObject({ message: 'Transaction started' });
      await flushPromises();
      fixture.chain.mine(hash);
      await flushPromises();
      expect(fixture.useCases.watchTransactions.current()).toMatchObject([{ hash, outcome: { status: 'confirmed' } }]);
      expect(fixture.tracked.at(-1)).toMatchObject({ event: 'SEND_SUCCESS' });
    });

    it('is followed by one of two tabs that receive it, and announced once', async () => {
      const other = secondFixture(fixture, fixture.storage.otherTab(), 'second');
      for (const { sent } of [fixture, other]) sent.addLateBroadcast(requested, hash);
      await advance(20_000, fixture, other);
      expect(followCount(fixture)).toBe(1);
      fixture.chain.mine(hash);
      await flushPromises();
      const announced = [fixture, other].flatMap(({ tracked }) => tracked.filter(({ event }) => event === 'SEND_SUCCESS'));
      expect(announced).toHaveLength(1);
    });

    it('keeps its outcome if the tab that requested it receives the hash afterwards', async () => {
      const other = secondFixture(fixture, fixture.storage.otherTab(), 'second');
      other.sent.addLateBroadcast(requested, hash);
      await flushPromises();
      fixture.chain.mine(hash);
      await flushPromises();
      fixture.chain.wallet(EVM_WALLET).next('sendTransaction', new LatchkeyError('network/unknown-outcome', { chainId: 'eip155:1', hash }));
      const run = await settled(record(fixture.useCases.sendTransaction.execute({ to: TO, value: 3n })));
      expect(run.values.at(-1)).toMatchObject({ status: 'success' });
      const announced = [fixture, other].flatMap(({ tracked }) => tracked.filter(({ event }) => event === 'SEND_SUCCESS'));
      expect(announced).toHaveLength(1);
    });

    it('ends as an error that the wallet reports, which is shown unless the user declined', () => {
      fixture.sent.reportLateFailure(requested, 'eth_sendTransaction', { code: 4001, message: 'Declined' });
      expect(fixture.modal.snapshot.snackbar.open).toBe(false);
      expect(fixture.tracked.at(-1)).toMatchObject({ event: 'SEND_ERROR', properties: { amount: '3', network: 'eip155:1' } });
      fixture.sent.reportLateFailure(requested, 'eth_sendTransaction', { code: -32_000, message: 'insufficient funds' });
      expect(fixture.modal.snapshot.snackbar).toMatchObject({ variant: 'error', open: true });
      fixture.sent.reportLateFailure(requested, 'eth_sendTransaction', null);
      expect(fixture.tracked.filter(({ event }) => event === 'SEND_ERROR')).toHaveLength(3);
      expect(fixture.useCases.watchTransactions.current()).toEqual([]);
    });
  });

  it('reads nothing before a session is resumed or the user acts', async () => {
    fixture = await pendingFixture();
    const after = reload(fixture);
    const before = followCount(fixture);
    const list = record(after.useCases.watchTransactions.execute());
    await advance(30_000, after);
    expect(list.values.at(-1)).toMatchObject([{ hash: hashOf(fixture), outcome: null }]);
    expect(followCount(fixture)).toBe(before);
  });

  it('continues after a reload once the lease of the closed tab has expired, and emits the outcome once', async () => {
    fixture = await pendingFixture();
    const after = reload(fixture);
    const list = record(after.useCases.watchTransactions.execute());
    after.tracker.resume();
    const before = followCount(fixture);
    await advance(6_000, after);
    expect(followCount(fixture)).toBe(before + 1);
    await mineLast(fixture);
    expect(list.values.at(-1)).toMatchObject([{ outcome: { status: 'confirmed' } }]);
    expect(after.tracked.filter(({ event }) => event === 'SEND_SUCCESS')).toHaveLength(1);
    await advance(10_000, after);
    expect(after.clock.pending).toBe(0);
  });

  it.each(['reverted', 'dropped'] as const)('emits the outcome %s after a reload', async (status) => {
    fixture = await pendingFixture();
    const after = reload(fixture);
    after.tracker.resume();
    await advance(6_000, after);
    if (status === 'dropped') fixture.chain.drop(hashOf(fixture));
    else fixture.chain.mine(hashOf(fixture), 'reverted');
    await flushPromises();
    expect(after.useCases.watchTransactions.current()).toMatchObject([{ outcome: { status } }]);
    expect(after.modal.snapshot.snackbar).toMatchObject({ variant: 'error', message: expect.stringContaining(hashOf(fixture)) });
    expect(after.tracked.at(-1)).toMatchObject({ event: 'SEND_ERROR' });
  });

  it('passes the stored trace to the next follower, also after concurrent writes of two tabs', async () => {
    const { storage } = fixture;
    fixture.chain.mining = 'manual';
    fixture.chain.trace = '12@34';
    await settled(record(fixture.useCases.sendTransaction.execute({ to: TO, value: 3n })));
    expect(fixture.useCases.watchTransactions.current()).toMatchObject([{ trace: '12@34' }]);
    storage.remove(STORAGE_KEYS.transactions);
    await advance(2_500, fixture);
    const after = reload(fixture);
    after.tracker.resume();
    await advance(8_000, after);
    expect(fixture.chain.traces).toEqual([null, '12@34']);
    await mineLast(fixture);
    expect(after.useCases.watchTransactions.current()).toMatchObject([{ trace: '12@34', outcome: { status: 'confirmed' } }]);
  });

  it('is followed by one of two tabs: both receive the outcome, one announces it', async () => {
    fixture = await pendingFixture();
    const other = secondFixture(fixture, fixture.storage.otherTab(), 'second');
    other.tracker.resume();
    const list = record(other.useCases.watchTransactions.execute());
    await advance(20_000, fixture, other);
    expect(followCount(fixture)).toBe(1);
    await mineLast(fixture);
    expect(list.values.at(-1)).toMatchObject([{ outcome: { status: 'confirmed' } }]);
    const announced = [fixture, other].flatMap(({ tracked }) => tracked.filter(({ event }) => event === 'SEND_SUCCESS'));
    expect(announced).toHaveLength(1);
  });

  it('is taken over by the other tab when the first one closes, immediately if it is disposed', async () => {
    fixture = await pendingFixture();
    const other = secondFixture(fixture, fixture.storage.otherTab(), 'second');
    other.tracker.resume();
    fixture.tracker.dispose();
    await advance(2_500, other);
    expect(followCount(fixture)).toBe(2);
    await mineLast(fixture);
    expect(other.tracked.filter(({ event }) => event === 'SEND_SUCCESS')).toHaveLength(1);
  });

  it('retries an unknown outcome with backoff until it is known', async () => {
    fixture.chain.reads = 'failed';
    const run = await settled(record(fixture.useCases.sendTransaction.execute({ to: TO, value: 3n })));
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'network/unknown-outcome' } });
    expect(fixture.useCases.watchTransactions.current()).toMatchObject([{ outcome: null }]);
    await advance(50_000, fixture);
    expect(followCount(fixture)).toBe(3);
    fixture.chain.reads = 'working';
    await advance(120_000, fixture);
    expect(fixture.useCases.watchTransactions.current()).toMatchObject([{ outcome: { status: 'confirmed' } }]);
    expect(followCount(fixture)).toBe(4);
  });

  it.each(['full', 'blocked'] as const)('continues with a %s storage and logs a warning', async (mode) => {
    const { storage } = fixture;
    storage.mode = mode;
    const run = await settled(record(fixture.useCases.sendTransaction.execute({ to: TO, value: 3n })));
    expect(run.values.at(-1)).toMatchObject({ status: 'success' });
    expect(storage.persisted).not.toHaveProperty(STORAGE_KEYS.transactions);
    expect(fixture.logger.text).toContain('not tracked after a reload');
  });

  it('continues if an app’s storage throws, and logs an error', async () => {
    const { storage } = fixture;
    Object.assign(storage, {
      set: () => {
        throw new Error('out of order');
      },
    });
    const run = await settled(record(fixture.useCases.sendTransaction.execute({ to: TO, value: 3n })));
    expect(run.values.at(-1)).toMatchObject({ status: 'success' });
    expect(fixture.logger.text).toContain('could not be stored');
  });

  it('keeps a transaction on a removed network without tracking it', async () => {
    fixture = await pendingFixture();
    const after = clientFixture({ sharedWith: fixture, storage: fixture.storage.reload(), withoutAdapters: true });
    after.clock.advance(fixture.clock.now() - after.clock.now());
    after.tracker.resume();
    await advance(20_000, after);
    expect(after.useCases.watchTransactions.current()).toMatchObject([{ outcome: null }]);
    expect(followCount(fixture)).toBe(1);
  });

  it('writes nothing more once all outcomes are known', async () => {
    fixture = await pendingFixture();
    await mineLast(fixture);
    await advance(4_000, fixture);
    expect(fixture.clock.pending).toBe(0);
  });
});
