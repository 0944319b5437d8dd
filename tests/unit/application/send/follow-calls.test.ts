import { describe, expect, it } from 'vitest';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import type { CallsStatus } from '../../../../application/ports/wallet-calls.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { ADDRESS, connect, connectedWorld, EVM_WALLET, record, settled, type World, world } from '../support/world.js';

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
const wallet = ({ chain }: World) => chain.wallet(EVM_WALLET);
const asked = (here: World): number => wallet(here).count('getCallsStatus');
const outcome = (here: World) => here.useCases.watchTransactions.current()[0]?.outcome;

/** A world in which a batch was handed to a wallet that still works on it. */
const sent = async (storage = new FakeStorage()): Promise<World> => {
  const here = await connectedWorld({ storage });
  wallet(here).callsStatus = { status: 100, receipts: [] };
  await settled(record(here.useCases.callWallet.execute(BATCH)));
  return here;
};

describe('following a batch of calls', () => {
  it('keeps it by the id of its wallet, asks that more and more slowly, and tells its last block', async () => {
    const here = await sent();
    const [batch] = here.useCases.watchTransactions.current();
    expect(batch).toMatchObject({ isBatch: true, chainId: 'eip155:1', from: BATCH.request.from, value: null, outcome: null });
    expect(wallet(here).calls.find(({ operation }) => operation === 'getCallsStatus')?.input).toBe(batch?.hash);
    await here.clock.run(60_000);
    expect(asked(here)).toBeLessThan(12);
    wallet(here).callsStatus = { status: 200, receipts: [receipt(7n), receipt(9n)] };
    await here.clock.run(15_000);
    expect(outcome(here)).toMatchObject({ status: 'confirmed', blockNumber: 9n });
    expect(wallet(here).count('sendCalls')).toBe(1);
    const before = asked(here);
    await here.clock.run(60_000);
    expect(asked(here)).toBe(before);
  });

  it.each([
    [400, 'dropped'],
    [499, 'dropped'],
    [500, 'reverted'],
    [600, 'partly-reverted'],
  ] as const)('tells what became of one whose status is %i: %s', async (status, name) => {
    const here = await sent();
    wallet(here).callsStatus = { status, receipts: status < 500 ? [] : [receipt(7n, true)] };
    await here.clock.run(2_000);
    expect(outcome(here)?.status).toBe(name);
    expect(here.tracked.filter(({ event }) => event.startsWith('SEND_')).map(({ event }) => event)).toEqual(['SEND_ERROR']);
    expect(here.modal.snapshot.snackbar).toMatchObject({ variant: 'error' });
  });

  it.each([
    ['says confirmed without a receipt', 200],
    ['says what nobody knows', 300],
  ])('takes nothing for an outcome that is none: a wallet that %s is asked again later', async (_, status) => {
    const here = await sent();
    wallet(here).callsStatus = { status, receipts: [] };
    await here.clock.run(2_000);
    expect(outcome(here)).toBeNull();
    wallet(here).callsStatus = { status: 200, receipts: [receipt(9n)] };
    await here.clock.run(20_000);
    expect(outcome(here)).toMatchObject({ status: 'confirmed' });
  });

  it('passes over single failures, and asks again later when the wallet does not tell at all', async () => {
    const here = await sent();
    wallet(here).next('getCallsStatus', 'garbage', 'unsupported', 'unsupported');
    await here.clock.run(8_000);
    expect(here.logger.entries.some(({ level }) => level === 'warn')).toBe(true);
    wallet(here).callsStatus = { status: 200, receipts: [receipt(9n)] };
    await here.clock.run(20_000);
    expect(outcome(here)).toMatchObject({ status: 'confirmed' });
  });

  it('is followed on after a reload as soon as its wallet is connected, and asks no other', async () => {
    const storage = new FakeStorage();
    const here = await sent(storage);
    const after = world({ beside: here, storage: storage.reload(), tab: 'second' });
    after.clock.advance(here.clock.now());
    storage.mode = 'blocked';
    here.tracker.dispose();
    after.tracker.resume();
    const before = asked(here);
    await after.clock.run(20_000);
    expect([asked(here), outcome(after)]).toEqual([before, null]);
    await connect(after);
    wallet(here).callsStatus = { status: 200, receipts: [receipt(9n)] };
    await after.clock.run(3_000);
    expect(outcome(after)).toMatchObject({ status: 'confirmed', blockNumber: 9n });
    expect(wallet(here).count('sendCalls')).toBe(1);
  });

  it('leaves nothing behind', async () => {
    const here = await sent();
    here.tracker.dispose();
    const before = asked(here);
    await here.clock.run(60_000);
    expect([asked(here), here.clock.pending]).toEqual([before, 0]);
  });
});
