import { encodeAbiParameters, encodeEventTopics, type Hex } from 'viem';
import { entryPoint07Abi } from 'viem/account-abstraction';
import { describe, expect, it } from 'vitest';
import { type FollowOptions, followTransaction } from '../../../../adapters/eip155/nodes/follow-transaction.js';
import type { TransactionProgress } from '../../../../application/ports/chain.port.js';
import { FakeClock, flushPromises } from '../../../../application/ports/clock.fake.js';
import { isLatchkeyError, LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { receipt } from '../support/json-rpc-node.js';
import { ALICE, BOB } from '../support/networks.js';

const HASH = `0x${'a'.repeat(64)}`;
const OTHER = `0x${'c'.repeat(64)}`;
const ZERO: Hex = `0x${'0'.repeat(40)}`;
const CHAIN = 'eip155:1';
/** Longer than any transaction is followed. */
const LONGEST_MS = 3 * 3_600_000;

/** An in-memory node: hours of waiting take thousands of reads. */
const setUp = (options: Partial<FollowOptions> = {}) => {
  const clock = new FakeClock();
  const responses = new Map<string, (params: readonly unknown[]) => unknown>([['eth_blockNumber', () => '0x20']]);
  const methods: string[] = [];
  const faults = { isFailing: (_request: number): boolean => false };
  const read: FollowOptions['read'] = async (method, params, signal) => {
    // Asynchronous like a real node, so that the test can set its responses first.
    await null;
    signal.throwIfAborted();
    methods.push(method);
    if (faults.isFailing(methods.length)) throw new LatchkeyError('network/rpc-failed', { chainId: CHAIN, method });
    return responses.get(method)?.(params) ?? null;
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
  /** Advances the clock until following ends. */
  const finish = async (stepMs = 100): Promise<unknown> => {
    const last = clock.now() + LONGEST_MS;
    while (end === undefined) {
      if (clock.now() > last) throw new Error('Following did not end');
      await flushPromises();
      clock.advance(stepMs);
    }
    return end;
  };
  const receipts = (...all: readonly unknown[]): void => {
    const remaining = [...all];
    responses.set('eth_getTransactionReceipt', () => (remaining.length > 1 ? remaining.shift() : remaining[0]));
  };
  const pending = (nonce: string): void => {
    responses.set('eth_getTransactionByHash', () => ({ hash: HASH, from: ALICE, to: BOB, nonce, value: '0x7', input: '0x' }));
  };
  return { clock, responses, methods, faults, progress, following, finish, receipts, pending };
};

/** A log of an entry point about an operation of an account. */
const operationLog = (sender: string, success: boolean, address = '0x0000000071727De22E5E9d8BAf0edAc6f37da032') => {
  const [event] = entryPoint07Abi.filter((item) => item.type === 'event' && item.name === 'UserOperationEvent');
  const args = { userOpHash: OTHER as Hex, sender: sender as Hex, paymaster: ZERO };
  return {
    address,
    topics: encodeEventTopics({ abi: entryPoint07Abi, eventName: 'UserOperationEvent', args }),
    data: encodeAbiParameters(event?.inputs.filter((input) => !('indexed' in input && input.indexed)) ?? [], [1n, success, 2n, 3n]),
  };
};

const summarize = (progress: readonly TransactionProgress[]): readonly string[] =>
  progress.map(({ status, blockNumber, settled: isSettled }) => `${status} ${blockNumber} ${isSettled}`);

const contextOf = (
  error: unknown,
  code: 'network/transaction-reverted' | 'network/transaction-dropped' | 'network/unknown-outcome',
): unknown => isLatchkeyError(error, code) && error.context;

describe('followTransaction of a smart account', () => {
  const smartAccount = ALICE;
  const logs = (...all: readonly unknown[]) => ({ ...receipt(HASH, '0x1', '0x2a'), logs: all });

  it.each([
    ['its operation succeeded', logs(operationLog(ALICE, true))],
    ['another account’s operation failed in it', logs(operationLog(BOB, false), operationLog(ALICE, true))],
    ['a contract pretends that the operation failed', logs(operationLog(ALICE, false, BOB))],
    ['it holds no operation', logs({ address: ALICE, topics: [], data: '0x' })],
    ['the node returns no logs', receipt(HASH, '0x1', '0x2a')],
  ])('confirms a transaction if %s', async (_, mined) => {
    const { receipts, finish, progress } = setUp({ smartAccount });
    receipts(mined);
    expect([await finish(), summarize(progress)]).toEqual(['settled', ['included 42 true']]);
  });

  it('rejects when the operation failed in a successful transaction, and only for that account', async () => {
    const mined = logs(operationLog(ALICE.toLowerCase(), false));
    const failed = setUp({ smartAccount });
    failed.receipts(mined);
    expect(contextOf(await failed.finish(), 'network/transaction-reverted')).toEqual({ chainId: CHAIN, hash: HASH });
    const other = setUp();
    other.receipts(mined);
    expect(await other.finish()).toBe('settled');
  });

  it('has no outcome when the bundler’s transaction failed: the operation may be in another one', async () => {
    const { receipts, finish } = setUp({ smartAccount });
    receipts(receipt(HASH, '0x0'));
    expect(contextOf(await finish(), 'network/unknown-outcome')).toEqual({ chainId: CHAIN, hash: HASH });
  });

  it('has no outcome when another transaction of the bundler replaced it', async () => {
    const { receipts, pending, responses, finish } = setUp({ smartAccount });
    pending('0x5');
    receipts(null);
    responses.set('eth_getTransactionCount', ([, block]) => (block === '0x20' ? '0x5' : '0x6'));
    let height = 0x20n;
    responses.set('eth_blockNumber', () => `0x${(height++).toString(16)}`);
    responses.set('eth_getBlockByNumber', () => ({
      transactions: [{ hash: OTHER, from: ALICE, to: BOB, nonce: '0x5', value: '0x0', input: '0x12' }],
    }));
    expect(contextOf(await finish(), 'network/unknown-outcome')).toEqual({ chainId: CHAIN, hash: HASH });
  });
});

describe('followTransaction', () => {
  it('emits the block immediately, and clears its timers', async () => {
    const { receipts, finish, progress, clock } = setUp();
    receipts(null, null, receipt(HASH, '0x1', '0x2a'));
    expect(await finish()).toBe('settled');
    expect([summarize(progress), clock.pending]).toEqual([['included 42 true'], 0]);
  });

  it('emits "seen" once when a node has it', async () => {
    const { receipts, pending, finish, progress } = setUp();
    pending('0x5');
    receipts(null, null, null, receipt(HASH, '0x1', '0x2a'));
    await finish();
    expect(summarize(progress)).toEqual(['seen null false', 'included 42 true']);
  });

  it('keeps waiting while the receipt has no block', async () => {
    const { receipts, finish, progress } = setUp();
    const early = { ...receipt(HASH, '0x1'), blockNumber: null };
    receipts(early, early, early, early, receipt(HASH, '0x1', '0x2a'));
    await finish();
    expect(summarize(progress)).toEqual(['included 42 true']);
  });

  it('rejects when the transaction reverted', async () => {
    const { receipts, finish } = setUp();
    receipts(null, receipt(HASH, '0x0'));
    expect(contextOf(await finish(), 'network/transaction-reverted')).toEqual({ chainId: CHAIN, hash: HASH });
  });

  it('follows it through a re-org into another block', async () => {
    const { receipts, pending, responses, finish, progress } = setUp({ confirmations: 3 });
    pending('0x5');
    let height = 0x20n;
    responses.set('eth_blockNumber', () => {
      height += 1n;
      return `0x${height.toString(16)}`;
    });
    const moved = receipt(HASH, '0x1', '0x24');
    receipts(null, receipt(HASH, '0x1', '0x22'), null, moved, moved, moved, moved);
    expect(await finish()).toBe('settled');
    expect(summarize(progress)).toEqual([
      'seen null false',
      'included 34 false',
      'seen null false',
      'included 36 false',
      'included 36 true',
    ]);
  });

  it('polls quickly at first, then backs off, and stops on unsubscribe', async () => {
    const { clock, responses, following } = setUp();
    const started = clock.now();
    const polls: number[] = [];
    responses.set('eth_getTransactionReceipt', () => {
      polls.push(clock.now() - started);
      return null;
    });
    while (clock.now() - started < 60_000) {
      await flushPromises();
      clock.advance(250);
    }
    following.unsubscribe();
    await flushPromises();
    expect(clock.pending).toBe(0);
    expect(polls[2]).toBeLessThan(3_000);
    expect(polls.length).toBeGreaterThan(8);
    expect(polls.length).toBeLessThan(22);
  });

  it('tolerates single read failures', async () => {
    const { receipts, faults, finish } = setUp();
    receipts(null, receipt(HASH, '0x1', '0x2a'));
    // Two failed polls, one successful, two failed.
    faults.isFailing = (request) => [1, 2, 5, 6].includes(request);
    expect(await finish()).toBe('settled');
  });

  it('rejects after repeated read failures', async () => {
    const { faults, finish, methods, clock } = setUp();
    faults.isFailing = () => true;
    expect(isLatchkeyError(await finish(), 'network/rpc-failed')).toBe(true);
    expect([methods.length, clock.pending]).toEqual([3, 0]);
  });

  /** Replaces a known transaction: its nonce is used in block 0x2a, by the given transaction if any. */
  const replaced = (by: Readonly<Record<string, unknown>> | null, fixture: ReturnType<typeof setUp>): void => {
    const { responses, pending } = fixture;
    let height = 0x20n;
    pending('0x5');
    responses.set('eth_blockNumber', () => {
      height += 8n;
      return `0x${height.toString(16)}`;
    });
    responses.set('eth_getTransactionCount', ([, block]) => (block === 'latest' || BigInt(String(block)) >= 0x2an ? '0x6' : '0x5'));
    responses.set('eth_getBlockByNumber', ([block]) => ({
      transactions: block === '0x2a' && by !== null ? [{ hash: HASH, from: BOB, to: BOB, nonce: '0x5', value: '0x0' }, by] : [],
    }));
    responses.set('eth_getTransactionReceipt', ([hash]) => (hash === OTHER ? receipt(OTHER, '0x1', '0x2a') : null));
  };

  it('follows a replacement with another fee', async () => {
    const fixture = setUp();
    replaced({ hash: OTHER, from: ALICE.toLowerCase(), to: BOB, nonce: '0x5', value: '0x7', input: '0x' }, fixture);
    expect(await fixture.finish()).toBe('settled');
    expect(summarize(fixture.progress)).toEqual(['seen null false', 'included 42 true']);
  });

  it('finds a replacement on a node without the state of old blocks, also after a failed read', async () => {
    const fixture = setUp();
    replaced({ hash: OTHER, from: ALICE, to: BOB, nonce: '0x5', value: '0x7', input: '0x' }, fixture);
    const { responses } = fixture;
    const [readCount, readBlock] = [responses.get('eth_getTransactionCount'), responses.get('eth_getBlockByNumber')];
    responses.set('eth_blockNumber', () => '0x30');
    responses.set('eth_getTransactionCount', (params) => {
      if (params[1] !== 'latest' && BigInt(String(params[1])) < 0x26n)
        throw new LatchkeyError('network/rpc-failed', { chainId: CHAIN, method: '' });
      return readCount?.(params);
    });
    let reads = 0;
    responses.set('eth_getBlockByNumber', (params) => {
      reads += 1;
      if (reads === 1) throw new LatchkeyError('network/timeout', { chainId: CHAIN, method: '', timeoutMs: 1 });
      return readBlock?.(params);
    });
    // Seen when the chain was at this height.
    const first = setUp({ trace: `1 5 ${ALICE.toLowerCase()} 7 ${BOB.toLowerCase()} 0x` });
    for (const [method, response] of responses) first.responses.set(method, response);
    expect(await first.finish()).toBe('settled');
    expect(summarize(first.progress)).toEqual(['seen null false', 'included 42 true']);
  });

  it('rejects when a different transaction used the nonce', async () => {
    const fixture = setUp();
    replaced({ hash: OTHER, from: ALICE, to: ALICE, nonce: '0x5', value: '0x0', input: '0x' }, fixture);
    expect(contextOf(await fixture.finish(), 'network/transaction-dropped')).toEqual({ chainId: CHAIN, hash: HASH, by: OTHER });
  });

  it.each([
    ['a replacement with another fee', BOB, 'settled'],
    ['a different transaction', ALICE, 'network/transaction-dropped'],
  ] as const)('detects after a page load what used the nonce: %s', async (_, to, outcome) => {
    const first = setUp();
    first.receipts(null);
    first.pending('0x5');
    await flushPromises();
    first.following.unsubscribe();
    const trace = first.progress[0]?.trace ?? '';
    expect(trace).toBe(`32 5 ${ALICE.toLowerCase()} 7 ${BOB.toLowerCase()} 0x`);
    const next = setUp({ trace });
    replaced({ hash: OTHER, from: ALICE, to, nonce: '0x5', value: '0x7', input: '0x' }, next);
    // More blocks were mined, and the transaction left every pool.
    next.responses.get('eth_blockNumber')?.([]);
    next.responses.set('eth_getTransactionByHash', () => null);
    const end = await next.finish();
    expect(isLatchkeyError(end) ? end.code : end).toBe(outcome);
  });

  it.each(['', '32 5', `x 5 ${ALICE.toLowerCase()} 7  0x`])('ignores the malformed trace %j', async (trace) => {
    const fixture = setUp({ trace });
    fixture.receipts(null);
    fixture.responses.set('eth_getTransactionCount', () => '0x6');
    fixture.clock.advance(60_000);
    await flushPromises();
    expect(fixture.progress).toEqual([]);
    fixture.following.unsubscribe();
  });

  it('rejects with an unknown outcome when the replacement is not found', async () => {
    const fixture = setUp();
    replaced(null, fixture);
    expect(contextOf(await fixture.finish(), 'network/unknown-outcome')).toEqual({ chainId: CHAIN, hash: HASH });
  });

  it('rejects with an unknown outcome when the nonce was used before the first read', async () => {
    const fixture = setUp();
    fixture.receipts(null);
    fixture.pending('0x5');
    fixture.responses.set('eth_getTransactionCount', () => '0x6');
    expect(contextOf(await fixture.finish(), 'network/unknown-outcome')).toEqual({ chainId: CHAIN, hash: HASH });
  });

  it('finds a receipt that arrives after the nonce is used', async () => {
    const { receipts, pending, responses, finish } = setUp();
    let counts = 0;
    receipts(null);
    pending('0x5');
    responses.set('eth_getTransactionCount', () => {
      counts += 1;
      if (counts === 2) receipts(receipt(HASH, '0x1', '0x2a'));
      return '0x6';
    });
    expect(await finish()).toBe('settled');
  });

  it('keeps waiting while the nonce is unused, but not forever', async () => {
    const { clock, receipts, pending, responses, finish } = setUp();
    receipts(null);
    pending('0x5');
    responses.set('eth_getTransactionCount', () => '0x5');
    const started = clock.now();
    expect(isLatchkeyError(await finish(4_000), 'network/unknown-outcome')).toBe(true);
    expect(clock.now() - started).toBeGreaterThanOrEqual(30 * 60_000);
  });
});
