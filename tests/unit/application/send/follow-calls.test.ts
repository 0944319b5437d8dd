import { describe, expect, it } from 'vitest';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import type { CallsStatus } from '../../../../application/ports/wallet-calls.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import {
  ADDRESS,
  type ClientFixture,
  clientFixture,
  connect,
  connectedFixture,
  EVM_WALLET,
  record,
  settled,
} from '../support/client-fixture.js';

const BATCH = {
  namespace: 'eip155',
  call: 'sendCalls',
  request: { from: toAccountId(`eip155:1:${ADDRESS}`), calls: [{ to: ADDRESS, value: 1n }] },
} as const;

const receipt = (blockNumber: bigint, reverted = false): CallsStatus['receipts'][number] => ({
  transactionHash: `0x${'a'.repeat(64)}`,
  blockNumber,
  reverted,
});
const wallet = ({ chain }: ClientFixture) => chain.wallet(EVM_WALLET);
const pollCount = (fixture: ClientFixture): number => wallet(fixture).count('getCallsStatus');
const outcome = (fixture: ClientFixture) => fixture.useCases.watchTransactions.current()[0]?.outcome;

/** A fixture with a batch that is pending in the wallet. */
const pendingBatch = async (storage = new FakeStorage()): Promise<ClientFixture> => {
  const fixture = await connectedFixture({ storage });
  wallet(fixture).callsStatus = { status: 100, receipts: [] };
  await settled(record(fixture.useCases.callWallet.execute(BATCH)));
  return fixture;
};

describe('tracking of a batch of calls', () => {
  it('stores the batch by its id, polls the wallet with backoff, and settles with its last block', async () => {
    const fixture = await pendingBatch();
    const [batch] = fixture.useCases.watchTransactions.current();
    expect(batch).toMatchObject({ kind: 'calls', chainId: 'eip155:1', from: BATCH.request.from, value: null, outcome: null });
    expect(wallet(fixture).calls.find(({ operation }) => operation === 'getCallsStatus')?.input).toBe(batch?.hash);
    await fixture.clock.run(60_000);
    expect(pollCount(fixture)).toBeLessThan(12);
    wallet(fixture).callsStatus = { status: 200, receipts: [receipt(7n), receipt(9n)] };
    await fixture.clock.run(15_000);
    expect(outcome(fixture)).toMatchObject({ status: 'confirmed', blockNumber: 9n });
    expect(wallet(fixture).count('sendCalls')).toBe(1);
    const before = pollCount(fixture);
    await fixture.clock.run(60_000);
    expect(pollCount(fixture)).toBe(before);
  });

  it.each([
    [400, 'dropped'],
    [499, 'dropped'],
    [500, 'reverted'],
    [600, 'partly-reverted'],
  ] as const)('maps the status %i to %s', async (status, name) => {
    const fixture = await pendingBatch();
    wallet(fixture).callsStatus = { status, receipts: status < 500 ? [] : [receipt(7n, true)] };
    await fixture.clock.run(2_000);
    expect(outcome(fixture)?.status).toBe(name);
    const events = fixture.tracked.map(({ event }) => event).filter((event) => /^(SEND|BATCH)_/.test(event));
    expect(events).toEqual(['BATCH_INITIATED', 'BATCH_ERROR']);
    expect(fixture.modal.snapshot.snackbar).toMatchObject({ variant: 'error' });
  });

  it.each([
    ['returns confirmed without a receipt', 200],
    ['returns an unknown status', 300],
  ])('has no outcome and polls again later if the wallet %s', async (_, status) => {
    const fixture = await pendingBatch();
    wallet(fixture).callsStatus = { status, receipts: [] };
    await fixture.clock.run(2_000);
    expect(outcome(fixture)).toBeNull();
    wallet(fixture).callsStatus = { status: 200, receipts: [receipt(9n)] };
    await fixture.clock.run(20_000);
    expect(outcome(fixture)).toMatchObject({ status: 'confirmed' });
  });

  it('ignores single failures, and polls again later after repeated ones', async () => {
    const fixture = await pendingBatch();
    wallet(fixture).next('getCallsStatus', 'garbage', 'unsupported', 'unsupported');
    await fixture.clock.run(8_000);
    expect(fixture.logger.entries.some(({ level }) => level === 'warn')).toBe(true);
    wallet(fixture).callsStatus = { status: 200, receipts: [receipt(9n)] };
    await fixture.clock.run(20_000);
    expect(outcome(fixture)).toMatchObject({ status: 'confirmed' });
  });

  it('continues after a reload once its wallet is connected, and polls no other', async () => {
    const storage = new FakeStorage();
    const fixture = await pendingBatch(storage);
    const after = clientFixture({ sharedWith: fixture, storage: storage.reload(), tab: 'second' });
    after.clock.advance(fixture.clock.now());
    storage.mode = 'blocked';
    fixture.tracker.dispose();
    after.tracker.resume();
    const before = pollCount(fixture);
    await after.clock.run(20_000);
    expect([pollCount(fixture), outcome(after)]).toEqual([before, null]);
    await connect(after);
    wallet(fixture).callsStatus = { status: 200, receipts: [receipt(9n)] };
    await after.clock.run(3_000);
    expect(outcome(after)).toMatchObject({ status: 'confirmed', blockNumber: 9n });
    expect(wallet(fixture).count('sendCalls')).toBe(1);
  });

  it('leaves nothing behind', async () => {
    const fixture = await pendingBatch();
    fixture.tracker.dispose();
    const before = pollCount(fixture);
    await fixture.clock.run(60_000);
    expect([pollCount(fixture), fixture.clock.pending]).toEqual([before, 0]);
  });
});
