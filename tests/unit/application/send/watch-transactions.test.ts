import { beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import type { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { STORAGE_KEYS } from '../../../../application/shared/storage-keys.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { ADDRESS, connect, connectedWorld, EVM_WALLET, record, released, settled, type World, world } from '../support/world.js';

const TO = '0x2222222222222222222222222222222222222222';
const RICH = { evm: { balances: { [ADDRESS]: 10n } } };
const hashOf = ({ chain }: World, index = 0): string => chain.wallet(EVM_WALLET).transactions[index]?.hash ?? '';
const follows = ({ chain }: World): number => chain.readCalls.filter(({ method }) => method === 'followTransaction').length;

/** A world in which a transaction was broadcast that is in no block yet. */
const sending = async (): Promise<World> => {
  const here = await connectedWorld(RICH);
  here.chain.mining = 'by-hand';
  await settled(record(here.useCases.sendTransaction.execute({ to: TO, value: 3n })));
  return here;
};

/** The transaction is in a block. */
const mined = (here: World, outcome?: 'reverted'): Promise<void> => {
  here.chain.mine(hashOf(here), outcome);
  return settle();
};

/** The page after a reload, or another tab: the same wallets and chains, its own memory. */
const besides = (here: World, storage: FakeStorage, tab: string): World => {
  const there = world({ beside: here, storage, tab });
  there.clock.advance(here.clock.now() - there.clock.now());
  return there;
};

/** The page is gone without a word: nothing that it still does in this test reaches the next one. */
const reloaded = (here: World): World => {
  const after = besides(here, here.storage.reload(), 'second');
  here.storage.mode = 'blocked';
  return after;
};

const pass = async (ms: number, ...worlds: readonly World[]): Promise<void> => {
  for (let step = 0; step < ms; step += 500) for (const each of worlds) await each.clock.run(500);
};

let here: World;
beforeEach(async () => {
  here = await connectedWorld(RICH);
});

describe('WatchTransactions', () => {
  it('tells what was sent, then what became of it, and forgets it after five minutes', async () => {
    here.chain.mining = 'by-hand';
    const watched = record(here.useCases.watchTransactions.execute());
    expect(watched.values).toEqual([[]]);
    await settled(record(here.useCases.sendTransaction.execute({ to: TO, value: 3n })));
    expect(here.useCases.watchTransactions.current()).toMatchObject([
      {
        namespace: 'eip155',
        chainId: 'eip155:1',
        hash: hashOf(here),
        from: `eip155:1:${ADDRESS}`,
        to: TO,
        value: 3n,
        asset: null,
        outcome: null,
      },
    ]);
    await mined(here);
    expect(watched.values.at(-1)).toMatchObject([{ outcome: { status: 'confirmed', blockNumber: 1n }, follower: null }]);
    await here.clock.run(5 * 60_000);
    await settled(record(here.useCases.sendTransaction.execute({ to: TO, value: 1n })));
    expect(watched.values.at(-1)?.map(({ hash }) => hash)).toEqual([hashOf(here, 1)]);
  });

  it('keeps and follows what no node said it took: it may be in the world', async () => {
    const hash = `0x${'7'.repeat(64)}`;
    const lost = () => new LatchkeyError('network/unknown-outcome', { chainId: 'eip155:1', hash });
    const wallet = here.chain.wallet(EVM_WALLET);
    wallet.next('sendTransaction', lost());
    const run = await settled(record(here.useCases.sendTransaction.execute({ to: TO, value: 3n })));
    expect(here.useCases.watchTransactions.current()).toMatchObject([{ hash, to: TO, value: 3n, outcome: null }]);
    expect(run.values).toContainEqual({ status: 'pending', step: 'wait-for-block', hash });
    wallet.next('sendCalls', lost());
    const request = { from: `eip155:1:${ADDRESS}` as never, calls: [{ to: TO }] };
    const call = await settled(record(here.useCases.callWallet.execute({ namespace: 'eip155', call: 'sendCalls', request })));
    expect(call.values.at(-1)).toMatchObject({ error: { code: 'network/unknown-outcome', context: { hash } } });
    expect(here.useCases.watchTransactions.current()).toHaveLength(1);
  });

  it('keeps and follows what was approved after the person had left, or had gone to another namespace', async () => {
    await connect(here, 'solana');
    const wallet = here.chain.wallet(EVM_WALLET);
    const send = (value: bigint) => record(here.useCases.sendTransaction.execute({ namespace: 'eip155', to: TO, value }));
    wallet.next('sendTransaction', 'late', 'late');
    const left = send(1n);
    left.cancel();
    await settled(record(here.useCases.switchNamespace.execute({ namespace: 'eip155' })));
    const cancelled = record(here.useCases.sendTransaction.execute({ to: TO, value: 2n }));
    await settled(record(here.useCases.switchNamespace.execute({ namespace: 'solana' })));
    expect(cancelled.values.at(-1)).toMatchObject({ error: { code: 'request/cancelled' } });
    expect(here.useCases.watchTransactions.current()).toEqual([]);
    await released(wallet);
    expect(
      here.useCases.watchTransactions
        .current()
        .map(({ hash }) => hash)
        .sort(),
    ).toEqual([hashOf(here), hashOf(here, 1)].sort());
    expect(left.values).toHaveLength(1);
  });

  it('leaves what was approved after the page was given up to the next one', async () => {
    const { storage } = here;
    here.chain.wallet(EVM_WALLET).next('sendTransaction', 'late');
    record(here.useCases.sendTransaction.execute({ to: TO, value: 1n })).cancel();
    await settle();
    here.tracker.dispose();
    await released(here.chain.wallet(EVM_WALLET));
    expect(here.clock.pending).toBe(0);
    expect(storage.persisted).toHaveProperty(STORAGE_KEYS.transactions);
  });

  it('reads nothing by itself: only a resumed session or a visitor who acts lets it', async () => {
    here = await sending();
    const after = reloaded(here);
    const before = follows(here);
    const watched = record(after.useCases.watchTransactions.execute());
    await pass(30_000, after);
    expect(watched.values.at(-1)).toMatchObject([{ hash: hashOf(here), outcome: null }]);
    expect(follows(here)).toBe(before);
  });

  it('follows on after a reload, once the tab that is gone counts as gone, and tells the outcome once', async () => {
    here = await sending();
    const after = reloaded(here);
    const watched = record(after.useCases.watchTransactions.execute());
    after.tracker.resume();
    const before = follows(here);
    await pass(6_000, after);
    expect(follows(here)).toBe(before + 1);
    await mined(here);
    expect(watched.values.at(-1)).toMatchObject([{ outcome: { status: 'confirmed' } }]);
    expect(after.tracked.filter(({ event }) => event === 'SEND_SUCCESS')).toHaveLength(1);
    await pass(10_000, after);
    expect(after.clock.pending).toBe(0);
  });

  it.each(['reverted', 'dropped'] as const)('says after a reload that it was %s', async (status) => {
    here = await sending();
    const after = reloaded(here);
    after.tracker.resume();
    await pass(6_000, after);
    if (status === 'dropped') here.chain.drop(hashOf(here));
    else here.chain.mine(hashOf(here), 'reverted');
    await settle();
    expect(after.useCases.watchTransactions.current()).toMatchObject([{ outcome: { status } }]);
    expect(after.modal.snapshot.snackbar).toMatchObject({ variant: 'error', message: expect.stringContaining(hashOf(here)) });
    expect(after.tracked.at(-1)).toMatchObject({ event: 'SEND_ERROR' });
  });

  it('gives who follows on what the chain told of it, also where two tabs write at one moment', async () => {
    const { storage } = here;
    here.chain.mining = 'by-hand';
    here.chain.trace = '12@34';
    await settled(record(here.useCases.sendTransaction.execute({ to: TO, value: 3n })));
    expect(here.useCases.watchTransactions.current()).toMatchObject([{ trace: '12@34' }]);
    storage.remove(STORAGE_KEYS.transactions);
    await pass(2_500, here);
    const after = reloaded(here);
    after.tracker.resume();
    await pass(8_000, after);
    expect(here.chain.traces).toEqual([null, '12@34']);
    await mined(here);
    expect(after.useCases.watchTransactions.current()).toMatchObject([{ trace: '12@34', outcome: { status: 'confirmed' } }]);
  });

  it('is followed by one of two tabs, which both hear of the outcome, and one tells of it', async () => {
    here = await sending();
    const other = besides(here, here.storage.otherTab(), 'second');
    other.tracker.resume();
    const watched = record(other.useCases.watchTransactions.execute());
    await pass(20_000, here, other);
    expect(follows(here)).toBe(1);
    await mined(here);
    expect(watched.values.at(-1)).toMatchObject([{ outcome: { status: 'confirmed' } }]);
    const told = [here, other].flatMap(({ tracked }) => tracked.filter(({ event }) => event === 'SEND_SUCCESS'));
    expect(told).toHaveLength(1);
  });

  it('is taken over by the other tab when the first one ends, at once where it says so', async () => {
    here = await sending();
    const other = besides(here, here.storage.otherTab(), 'second');
    other.tracker.resume();
    here.tracker.dispose();
    await pass(2_500, other);
    expect(follows(here)).toBe(2);
    await mined(here);
    expect(other.tracked.filter(({ event }) => event === 'SEND_SUCCESS')).toHaveLength(1);
  });

  it('asks again when no node can tell, later and later, until one can', async () => {
    here.chain.reads = 'failed';
    const run = await settled(record(here.useCases.sendTransaction.execute({ to: TO, value: 3n })));
    expect(run.values.at(-1)).toMatchObject({ error: { code: 'network/unknown-outcome' } });
    expect(here.useCases.watchTransactions.current()).toMatchObject([{ outcome: null }]);
    await pass(50_000, here);
    expect(follows(here)).toBe(3);
    here.chain.reads = 'working';
    await pass(120_000, here);
    expect(here.useCases.watchTransactions.current()).toMatchObject([{ outcome: { status: 'confirmed' } }]);
    expect(follows(here)).toBe(4);
  });

  it.each(['full', 'blocked'] as const)('goes on where the storage is %s, and says so in the log', async (mode) => {
    const { storage } = here;
    storage.mode = mode;
    const run = await settled(record(here.useCases.sendTransaction.execute({ to: TO, value: 3n })));
    expect(run.values.at(-1)).toMatchObject({ status: 'success' });
    expect(storage.persisted).not.toHaveProperty(STORAGE_KEYS.transactions);
    expect(here.logger.text).toContain('not followed over a reload');
  });

  it('goes on where a host’s storage throws, and says so in the log', async () => {
    const { storage } = here;
    Object.assign(storage, {
      set: () => {
        throw new Error('out of order');
      },
    });
    const run = await settled(record(here.useCases.sendTransaction.execute({ to: TO, value: 3n })));
    expect(run.values.at(-1)).toMatchObject({ status: 'success' });
    expect(here.logger.text).toContain('could not be kept');
  });

  it('keeps what a network that was taken away was sent on, and follows it when the network is back', async () => {
    here = await sending();
    const after = world({ beside: here, storage: here.storage.reload(), withoutAdapters: true });
    after.clock.advance(here.clock.now() - after.clock.now());
    after.tracker.resume();
    await pass(20_000, after);
    expect(after.useCases.watchTransactions.current()).toMatchObject([{ outcome: null }]);
    expect(follows(here)).toBe(1);
  });

  it('writes nothing more when everything is known', async () => {
    here = await sending();
    await mined(here);
    await pass(4_000, here);
    expect(here.clock.pending).toBe(0);
  });
});
