import { describe, expect, it } from 'vitest';
import { ERA_BLOCKS, ExtrinsicFollower, readTrace } from '../../../../adapters/polkadot/sdk/follow-extrinsic.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { isLatchkeyError, LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { flushPromises } from '../../../../testing/contracts/test-api.js';
import { MemoryBlocks } from '../support/memory-blocks.js';

const MINE = '0xmine';
const CHAIN_ID = 'polkadot:45454545454545454545454545454545';
const POLL_MS = 1_500;
const NONE: readonly string[] = [];

const empty = (count: number): readonly (readonly string[])[] => Array.from({ length: count }, () => NONE);

/** A chain with these blocks, finalized up to a height. */
const chainOf = (final: number, ...contents: readonly (readonly string[])[]): MemoryBlocks => {
  const chain = new MemoryBlocks();
  chain.add('a', ...contents);
  chain.final = final;
  return chain;
};

/** Follows an extrinsic on an in-memory chain. */
const follow = (chain: MemoryBlocks, birth?: number, trace?: string) => {
  const clock = new FakeClock();
  const controller = new AbortController();
  const progress: string[] = [];
  let pendingFailures = 0;
  const follower = new ExtrinsicFollower({
    hash: MINE,
    chainId: CHAIN_ID,
    lifetime: birth === undefined ? readTrace(trace ?? '') : { birth, last: birth + ERA_BLOCKS },
    clock,
    read: (method, read) => {
      if (pendingFailures > 0) {
        pendingFailures -= 1;
        return Promise.reject(new LatchkeyError('network/rpc-failed', { chainId: CHAIN_ID, method }));
      }
      return read(chain.api);
    },
  });
  const onProgress = ({ status, blockNumber }: { readonly status: string; readonly blockNumber: bigint | null }): void => {
    progress.push(blockNumber === null ? status : `${status} ${blockNumber}`);
  };
  let result = 'open';
  follower.follow(onProgress, controller.signal).then(
    () => {
      result = 'settled';
    },
    (error: unknown) => {
      result = isLatchkeyError(error) ? error.code : String(error);
    },
  );
  return {
    progress,
    result: () => result,
    poll: async (times = 1) => {
      for (let poll = 0; poll < times; poll += 1) {
        // Reading many blocks takes more microtasks than the clock waits for.
        await flushPromises();
        await clock.run(POLL_MS);
        await flushPromises();
      }
    },
    fail: (times: number) => {
      pendingFailures = times;
    },
    stop: () => controller.abort('stop'),
    clock,
  };
};

describe('ExtrinsicFollower', () => {
  it('emits "seen", "included" and "finalized"', async () => {
    const chain = chainOf(5, ...empty(5));
    const { progress, result, poll } = follow(chain, 5);
    await poll();
    expect(progress).toEqual(['seen']);
    chain.add('a', NONE, ['0xother', MINE]);
    await poll();
    expect([progress, result()]).toEqual([['seen', 'included 7'], 'open']);
    chain.final = 7;
    await poll();
    expect([progress, result()]).toEqual([['seen', 'included 7', 'finalized 7'], 'settled']);
  });

  it('follows a re-org', async () => {
    const chain = chainOf(1, NONE, [MINE]);
    const { progress, result, poll } = follow(chain, 1);
    await poll();
    chain.blocks.pop();
    chain.add('b', NONE, NONE);
    await poll();
    chain.add('b', [MINE]);
    chain.final = 4;
    await poll();
    expect([progress, result()]).toEqual([['seen', 'included 2', 'seen', 'finalized 4'], 'settled']);
  });

  it('rejects a failed extrinsic once its block is finalized', async () => {
    const chain = chainOf(0, NONE, [MINE]);
    chain.failing.add(MINE);
    const { progress, result, poll } = follow(chain, 1);
    await poll();
    expect([progress, result()]).toEqual([['seen', 'included 2'], 'open']);
    chain.final = 2;
    await poll();
    expect(result()).toBe('network/transaction-reverted');
  });

  it('is dropped once its whole era is finalized without it', async () => {
    const chain = chainOf(1 + ERA_BLOCKS, ...empty(1 + ERA_BLOCKS));
    const { result, poll } = follow(chain, 1);
    await poll();
    expect(result()).toBe('open');
    chain.add('a', NONE);
    chain.final += 1;
    await poll();
    expect(result()).toBe('network/transaction-dropped');
  });

  it('finds an earlier inclusion after a page load, and reads no block twice', async () => {
    const chain = chainOf(41, ...empty(20), [MINE], ...empty(20));
    const { progress, result, poll } = follow(chain);
    await poll();
    expect([progress, result()]).toEqual([['finalized 21'], 'settled']);
    expect(chain.read.length).toBe(new Set(chain.read).size);
  });

  it('rejects with an unknown outcome when the age is unknown', async () => {
    const chain = chainOf(400, ...empty(400));
    chain.pool = [MINE];
    const { progress, result, poll } = follow(chain);
    await poll();
    expect([progress, result()]).toEqual([['seen'], 'open']);
    // The search does not go back further than its limit.
    expect(chain.read).not.toContain('a99');
    chain.add('a', ...empty(ERA_BLOCKS + 1));
    chain.final += ERA_BLOCKS + 1;
    await poll();
    expect(result()).toBe('network/unknown-outcome');
  });

  it('searches only the era in the trace, however long ago', async () => {
    const chain = chainOf(1_000, ...empty(9), [MINE], ...empty(990));
    const found = follow(chain, undefined, '5-69');
    await found.poll();
    expect([found.progress, found.result()]).toEqual([['seen', 'finalized 10'], 'settled']);
    expect(chain.read.length).toBeLessThan(20);
  });

  it('drops a mortal extrinsic after a page load, but not an immortal one', async () => {
    const chain = chainOf(200, ...empty(200));
    const [mortal, immortal] = [follow(chain, undefined, '5-69'), follow(chain, undefined, '5-')];
    for (const each of [mortal, immortal]) await each.poll();
    expect([mortal.result(), immortal.result()]).toEqual(['network/transaction-dropped', 'open']);
    chain.add('a', ...empty(ERA_BLOCKS + 1));
    chain.final += ERA_BLOCKS + 1;
    await immortal.poll();
    expect(immortal.result()).toBe('network/unknown-outcome');
  });

  it.each(['', '5', '5-x', '-7', '99999999999-', '5-69 '])('ignores the malformed trace %j', (trace) => {
    expect(readTrace(trace)).toBeNull();
  });

  it('reports an unknown outcome when the node has pruned the events', async () => {
    const chain = chainOf(0, [MINE]);
    const { result, poll } = follow(chain);
    await poll();
    chain.fault = new Error('4003: Client error: Api called for an unknown Block: State already discarded for 0xa1');
    chain.final = 1;
    await poll();
    expect(result()).toBe('network/unknown-outcome');
  });

  it('tolerates single read failures, and rejects on the third in a row', async () => {
    const chain = chainOf(2, ...empty(2));
    const { result, fail, poll } = follow(chain, 1);
    fail(2);
    await poll(3);
    expect(result()).toBe('open');
    fail(3);
    await poll(3);
    expect(result()).toBe('network/rpc-failed');
  });

  it('stops on abort, and clears its timers', async () => {
    const chain = chainOf(0, NONE);
    const { clock, result, poll, stop } = follow(chain, 1);
    await poll();
    stop();
    await poll();
    expect([result(), clock.pending]).toEqual(['stop', 0]);
  });
});
