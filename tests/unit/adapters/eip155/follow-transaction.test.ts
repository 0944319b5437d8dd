import { describe, expect, it } from 'vitest';
import { type FollowOptions, followTransaction } from '../../../../adapters/eip155/nodes/follow-transaction.js';
import type { TransactionProgress } from '../../../../application/ports/chain.port.js';
import { FakeClock, settle } from '../../../../application/ports/clock.fake.js';
import { isLatchkeyError, LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { receipt } from '../support/json-rpc-node.js';
import { ALICE, BOB } from '../support/networks.js';

const HASH = `0x${'a'.repeat(64)}`;
const OTHER = `0x${'c'.repeat(64)}`;
const CHAIN = 'eip155:1';
/** Longer than anything is followed. */
const LONGEST_MS = 3 * 3_600_000;

/** A node in memory: hours of waiting take thousands of reads. */
const setUp = (options: Partial<FollowOptions> = {}) => {
  const clock = new FakeClock();
  const answers = new Map<string, (params: readonly unknown[]) => unknown>([['eth_blockNumber', () => '0x20']]);
  const methods: string[] = [];
  const world = { fails: (_request: number): boolean => false };
  const read: FollowOptions['read'] = async (method, params, signal) => {
    // A moment later, as from a node: the test has written its answers by then.
    await null;
    signal.throwIfAborted();
    methods.push(method);
    if (world.fails(methods.length)) throw new LatchkeyError('network/rpc-failed', { chainId: CHAIN, method });
    return answers.get(method)?.(params) ?? null;
  };
  const progress: TransactionProgress[] = [];
  let end: unknown;
  const following = followTransaction({ hash: HASH, chainId: CHAIN, clock, confirmations: 1, read, ...options }).subscribe({
    next: (each) => progress.push(each),
    error: (error: unknown) => {
      end = error;
    },
    complete: () => {
      end = 'settled';
    },
  });
  /** Lets time pass until it ends. */
  const finish = async (stepMs = 100): Promise<unknown> => {
    const last = clock.now() + LONGEST_MS;
    while (end === undefined) {
      if (clock.now() > last) throw new Error('It does not end.');
      await settle();
      clock.advance(stepMs);
    }
    return end;
  };
  const receipts = (...all: readonly unknown[]): void => {
    const rest = [...all];
    answers.set('eth_getTransactionReceipt', () => (rest.length > 1 ? rest.shift() : rest[0]));
  };
  const pending = (nonce: string): void => {
    answers.set('eth_getTransactionByHash', () => ({ hash: HASH, from: ALICE, to: BOB, nonce, value: '0x7', input: '0x' }));
  };
  return { clock, answers, methods, world, progress, following, finish, receipts, pending };
};

const words = (progress: readonly TransactionProgress[]): readonly string[] =>
  progress.map(({ status, blockNumber, settled: isSettled }) => `${status} ${blockNumber} ${isSettled}`);

const contextOf = (
  error: unknown,
  code: 'network/transaction-reverted' | 'network/transaction-dropped' | 'network/unknown-outcome',
): unknown => isLatchkeyError(error, code) && error.context;

describe('following a transaction', () => {
  it('gives the block as soon as there is one, and leaves no timer', async () => {
    const { receipts, finish, progress, clock } = setUp();
    receipts(null, null, receipt(HASH, '0x1', '0x2a'));
    expect(await finish()).toBe('settled');
    expect([words(progress), clock.pending]).toEqual([['included 42 true'], 0]);
  });

  it('tells once that a node knows it', async () => {
    const { receipts, pending, finish, progress } = setUp();
    pending('0x5');
    receipts(null, null, null, receipt(HASH, '0x1', '0x2a'));
    await finish();
    expect(words(progress)).toEqual(['seen null false', 'included 42 true']);
  });

  it('waits on while a node gives a receipt without a block', async () => {
    const { receipts, finish, progress } = setUp();
    const early = { ...receipt(HASH, '0x1'), blockNumber: null };
    receipts(early, early, early, early, receipt(HASH, '0x1', '0x2a'));
    await finish();
    expect(words(progress)).toEqual(['included 42 true']);
  });

  it('says that the transaction failed', async () => {
    const { receipts, finish } = setUp();
    receipts(null, receipt(HASH, '0x0'));
    expect(contextOf(await finish(), 'network/transaction-reverted')).toEqual({ chainId: CHAIN, hash: HASH });
  });

  it('follows it out of its block and into another one when the chain is reorganised', async () => {
    const { receipts, pending, answers, finish, progress } = setUp({ confirmations: 3 });
    pending('0x5');
    let height = 0x20n;
    answers.set('eth_blockNumber', () => {
      height += 1n;
      return `0x${height.toString(16)}`;
    });
    const again = receipt(HASH, '0x1', '0x24');
    receipts(null, receipt(HASH, '0x1', '0x22'), null, again, again, again, again);
    expect(await finish()).toBe('settled');
    expect(words(progress)).toEqual(['seen null false', 'included 34 false', 'seen null false', 'included 36 false', 'included 36 true']);
  });

  it('looks quickly at first, then seldom, and stops when it is left', async () => {
    const { clock, answers, following } = setUp();
    const started = clock.now();
    const looks: number[] = [];
    answers.set('eth_getTransactionReceipt', () => {
      looks.push(clock.now() - started);
      return null;
    });
    while (clock.now() - started < 60_000) {
      await settle();
      clock.advance(250);
    }
    following.unsubscribe();
    await settle();
    expect(clock.pending).toBe(0);
    expect(looks[2]).toBeLessThan(3_000);
    expect(looks.length).toBeGreaterThan(8);
    expect(looks.length).toBeLessThan(22);
  });

  it('passes over single failures to read', async () => {
    const { receipts, world, finish } = setUp();
    receipts(null, receipt(HASH, '0x1', '0x2a'));
    // Two looks fail, one goes well, two fail again.
    world.fails = (request) => [1, 2, 5, 6].includes(request);
    expect(await finish()).toBe('settled');
  });

  it('gives up when nothing can be read any more', async () => {
    const { world, finish, methods, clock } = setUp();
    world.fails = () => true;
    expect(isLatchkeyError(await finish(), 'network/rpc-failed')).toBe(true);
    expect([methods.length, clock.pending]).toEqual([3, 0]);
  });

  /** The nonce of a known transaction was used in block 0x25; what is there. */
  const replaced = (by: Readonly<Record<string, unknown>> | null, world: ReturnType<typeof setUp>): void => {
    const { answers, pending } = world;
    let height = 0x20n;
    pending('0x5');
    answers.set('eth_blockNumber', () => {
      height += 8n;
      return `0x${height.toString(16)}`;
    });
    answers.set('eth_getTransactionCount', ([, block]) => (block === 'latest' || BigInt(String(block)) >= 0x2an ? '0x6' : '0x5'));
    answers.set('eth_getBlockByNumber', ([block]) => ({
      transactions: block === '0x2a' && by !== null ? [{ hash: HASH, from: BOB, to: BOB, nonce: '0x5', value: '0x0' }, by] : [],
    }));
    answers.set('eth_getTransactionReceipt', ([hash]) => (hash === OTHER ? receipt(OTHER, '0x1', '0x2a') : null));
  };

  it('follows what pays another fee for the same', async () => {
    const world = setUp();
    replaced({ hash: OTHER, from: ALICE.toLowerCase(), to: BOB, nonce: '0x5', value: '0x7', input: '0x' }, world);
    expect(await world.finish()).toBe('settled');
    expect(words(world.progress)).toEqual(['seen null false', 'included 42 true']);
  });

  it('says that it is dropped when another deed took its nonce', async () => {
    const world = setUp();
    replaced({ hash: OTHER, from: ALICE, to: ALICE, nonce: '0x5', value: '0x0', input: '0x' }, world);
    expect(contextOf(await world.finish(), 'network/transaction-dropped')).toEqual({ chainId: CHAIN, hash: HASH });
  });

  it.each([
    ['the same with another fee', BOB, 'settled'],
    ['another deed', ALICE, 'network/transaction-dropped'],
  ] as const)('knows on another page as well what took its nonce meanwhile: %s', async (_, to, outcome) => {
    const first = setUp();
    first.receipts(null);
    first.pending('0x5');
    await settle();
    first.following.unsubscribe();
    const trace = first.progress[0]?.trace ?? '';
    expect(trace).toBe(`32 5 ${ALICE.toLowerCase()} 7 ${BOB.toLowerCase()} 0x`);
    const next = setUp({ trace });
    replaced({ hash: OTHER, from: ALICE, to, nonce: '0x5', value: '0x7', input: '0x' }, next);
    // Blocks came in between, and it is gone from every pool.
    next.answers.get('eth_blockNumber')?.([]);
    next.answers.set('eth_getTransactionByHash', () => null);
    const end = await next.finish();
    expect(isLatchkeyError(end) ? end.code : end).toBe(outcome);
  });

  it.each(['', '32 5', `x 5 ${ALICE.toLowerCase()} 7  0x`])('takes nothing from a trace that is none: %j', async (trace) => {
    const world = setUp({ trace });
    world.receipts(null);
    world.answers.set('eth_getTransactionCount', () => '0x6');
    world.clock.advance(60_000);
    await settle();
    expect(world.progress).toEqual([]);
    world.following.unsubscribe();
  });

  it('does not know the outcome when what took its place is not found', async () => {
    const world = setUp();
    replaced(null, world);
    expect(contextOf(await world.finish(), 'network/unknown-outcome')).toEqual({ chainId: CHAIN, hash: HASH });
  });

  it('does not know it either when the nonce was used before anybody looked', async () => {
    const world = setUp();
    world.receipts(null);
    world.pending('0x5');
    world.answers.set('eth_getTransactionCount', () => '0x6');
    expect(contextOf(await world.finish(), 'network/unknown-outcome')).toEqual({ chainId: CHAIN, hash: HASH });
  });

  it('still finds a receipt that comes later than its nonce', async () => {
    const { receipts, pending, answers, finish } = setUp();
    let counts = 0;
    receipts(null);
    pending('0x5');
    answers.set('eth_getTransactionCount', () => {
      counts += 1;
      if (counts === 2) receipts(receipt(HASH, '0x1', '0x2a'));
      return '0x6';
    });
    expect(await finish()).toBe('settled');
  });

  it('waits on while the nonce is free, but not for ever', async () => {
    const { clock, receipts, pending, answers, finish } = setUp();
    receipts(null);
    pending('0x5');
    answers.set('eth_getTransactionCount', () => '0x5');
    const started = clock.now();
    expect(isLatchkeyError(await finish(4_000), 'network/unknown-outcome')).toBe(true);
    expect(clock.now() - started).toBeGreaterThanOrEqual(30 * 60_000);
  });
});
