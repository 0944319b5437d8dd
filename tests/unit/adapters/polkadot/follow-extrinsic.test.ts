import { describe, expect, it } from 'vitest';
import { ERA_BLOCKS, ExtrinsicFollower, readTrace } from '../../../../adapters/polkadot/sdk/follow-extrinsic.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { isLatchkeyError, LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { settled } from '../../../../testing/contracts/test-api.js';
import { MemoryBlocks } from '../support/memory-blocks.js';

const MINE = '0xmine';
const CHAIN_ID = 'polkadot:45454545454545454545454545454545';
const LOOK_MS = 1_500;
const NONE: readonly string[] = [];

const empty = (count: number): readonly (readonly string[])[] => Array.from({ length: count }, () => NONE);

/** A chain with these blocks, final up to a height. */
const chainOf = (final: number, ...contents: readonly (readonly string[])[]): MemoryBlocks => {
  const chain = new MemoryBlocks();
  chain.add('a', ...contents);
  chain.final = final;
  return chain;
};

/** Follows an extrinsic on a chain in memory. */
const follow = (chain: MemoryBlocks, birth?: number, trace?: string) => {
  const clock = new FakeClock();
  const controller = new AbortController();
  const heard: string[] = [];
  let fails = 0;
  const follower = new ExtrinsicFollower({
    hash: MINE,
    chainId: CHAIN_ID,
    life: birth === undefined ? readTrace(trace ?? '') : { birth, last: birth + ERA_BLOCKS },
    clock,
    read: (method, read) => {
      if (fails > 0) {
        fails -= 1;
        return Promise.reject(new LatchkeyError('network/rpc-failed', { chainId: CHAIN_ID, method }));
      }
      return read(chain.api);
    },
  });
  const tell = ({ status, blockNumber }: { readonly status: string; readonly blockNumber: bigint | null }): void => {
    heard.push(blockNumber === null ? status : `${status} ${blockNumber}`);
  };
  let end = 'open';
  follower.follow(tell, controller.signal).then(
    () => {
      end = 'settled';
    },
    (error: unknown) => {
      end = isLatchkeyError(error) ? error.code : String(error);
    },
  );
  return {
    heard,
    end: () => end,
    look: async (times = 1) => {
      for (let look = 0; look < times; look += 1) {
        // Reading many blocks takes more turns than the clock waits for.
        await settled();
        await clock.run(LOOK_MS);
        await settled();
      }
    },
    fail: (times: number) => {
      fails = times;
    },
    stop: () => controller.abort('stop'),
    clock,
  };
};

describe('following an extrinsic', () => {
  it('says that it is seen, in a block, and in a final one', async () => {
    const chain = chainOf(5, ...empty(5));
    const { heard, end, look } = follow(chain, 5);
    await look();
    expect(heard).toEqual(['seen']);
    chain.add('a', NONE, ['0xother', MINE]);
    await look();
    expect([heard, end()]).toEqual([['seen', 'included 7'], 'open']);
    chain.final = 7;
    await look();
    expect([heard, end()]).toEqual([['seen', 'included 7', 'finalized 7'], 'settled']);
  });

  it('follows it where a re-org takes it', async () => {
    const chain = chainOf(1, NONE, [MINE]);
    const { heard, end, look } = follow(chain, 1);
    await look();
    chain.blocks.pop();
    chain.add('b', NONE, NONE);
    await look();
    chain.add('b', [MINE]);
    chain.final = 4;
    await look();
    expect([heard, end()]).toEqual([['seen', 'included 2', 'seen', 'finalized 4'], 'settled']);
  });

  it('fails when it failed in a final block, and not before', async () => {
    const chain = chainOf(0, NONE, [MINE]);
    chain.failing.add(MINE);
    const { heard, end, look } = follow(chain, 1);
    await look();
    expect([heard, end()]).toEqual([['seen', 'included 2'], 'open']);
    chain.final = 2;
    await look();
    expect(end()).toBe('network/transaction-reverted');
  });

  it('is dropped once its whole era is final without it', async () => {
    const chain = chainOf(1 + ERA_BLOCKS, ...empty(1 + ERA_BLOCKS));
    const { end, look } = follow(chain, 1);
    await look();
    expect(end()).toBe('open');
    chain.add('a', NONE);
    chain.final += 1;
    await look();
    expect(end()).toBe('network/transaction-dropped');
  });

  it('finds after a reload what is in an earlier block, and reads no block twice', async () => {
    const chain = chainOf(41, ...empty(20), [MINE], ...empty(20));
    const { heard, end, look } = follow(chain);
    await look();
    expect([heard, end()]).toEqual([['finalized 21'], 'settled']);
    expect(chain.read.length).toBe(new Set(chain.read).size);
  });

  it('does not call it dropped when nobody knows when it was made', async () => {
    const chain = chainOf(400, ...empty(400));
    chain.pool = [MINE];
    const { heard, end, look } = follow(chain);
    await look();
    expect([heard, end()]).toEqual([['seen'], 'open']);
    // It has not looked at blocks from before the longest that it looks back.
    expect(chain.read).not.toContain('a99');
    chain.add('a', ...empty(ERA_BLOCKS + 1));
    chain.final += ERA_BLOCKS + 1;
    await look();
    expect(end()).toBe('network/unknown-outcome');
  });

  it('looks on another page where it can be, and nowhere else, however long ago that was', async () => {
    const chain = chainOf(1_000, ...empty(9), [MINE], ...empty(990));
    const found = follow(chain, undefined, '5-69');
    await found.look();
    expect([found.heard, found.end()]).toEqual([['seen', 'finalized 10'], 'settled']);
    expect(chain.read.length).toBeLessThan(20);
  });

  it('is dropped on another page too, unless its wallet let it live for ever', async () => {
    const chain = chainOf(200, ...empty(200));
    const [mortal, immortal] = [follow(chain, undefined, '5-69'), follow(chain, undefined, '5-')];
    for (const each of [mortal, immortal]) await each.look();
    expect([mortal.end(), immortal.end()]).toEqual(['network/transaction-dropped', 'open']);
    chain.add('a', ...empty(ERA_BLOCKS + 1));
    chain.final += ERA_BLOCKS + 1;
    await immortal.look();
    expect(immortal.end()).toBe('network/unknown-outcome');
  });

  it.each(['', '5', '5-x', '-7', '99999999999-', '5-69 '])('takes nothing from a trace that is none: %j', (trace) => {
    expect(readTrace(trace)).toBeNull();
  });

  it('does not tell how a block ended whose events no node keeps', async () => {
    const chain = chainOf(0, [MINE]);
    const { end, look } = follow(chain);
    await look();
    chain.fault = new Error('4003: Client error: Api called for an unknown Block: State already discarded for 0xa1');
    chain.final = 1;
    await look();
    expect(end()).toBe('network/unknown-outcome');
  });

  it('passes over single failures to read, and gives up at the third in a row', async () => {
    const chain = chainOf(2, ...empty(2));
    const { end, fail, look } = follow(chain, 1);
    fail(2);
    await look(3);
    expect(end()).toBe('open');
    fail(3);
    await look(3);
    expect(end()).toBe('network/rpc-failed');
  });

  it('stops when told to, and leaves no timer', async () => {
    const chain = chainOf(0, NONE);
    const { clock, end, look, stop } = follow(chain, 1);
    await look();
    stop();
    await look();
    expect([end(), clock.pending]).toEqual(['stop', 0]);
  });
});
