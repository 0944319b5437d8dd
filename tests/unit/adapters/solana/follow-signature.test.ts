import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTrace, writeTrace } from '../../../../adapters/solana/follow-signature.js';
import { SolanaChain } from '../../../../adapters/solana/solana-chain.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeLocks } from '../../../../application/ports/locks.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { flushPromises } from '../../../../testing/contracts/test-api.js';
import { JsonRpcClient } from '../support/json-rpc-node.js';
import { MAINNET, solanaNetwork } from '../support/solana-networks.js';

const HASH = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';

type Status = { readonly slot: number; readonly confirmationStatus: string; readonly err?: object } | null;

describe('followTransaction on Solana', () => {
  let node: JsonRpcClient;
  let clock: FakeClock;
  let chain: SolanaChain;
  /** Status of the transaction on the node, and the node’s block height. */
  let status: Status;
  let height: number;
  let firstBlock: number;

  beforeEach(async () => {
    node = await JsonRpcClient.start();
    clock = new FakeClock();
    chain = new SolanaChain({ storage: new FakeStorage(), locks: new FakeLocks(), clock });
    [status, height, firstBlock] = [null, 100, 0];
    node.responses.set('getGenesisHash', () => `${MAINNET}KuQuWL4MX`);
    node.responses.set('getSignatureStatuses', () => ({ context: { slot: height + 500 }, value: [status] }));
    node.responses.set('getBlockHeight', () => height);
    node.responses.set('getFirstAvailableBlock', () => firstBlock);
  });
  afterEach(() => chain.dispose());

  const follow = (trace?: string) => {
    const progress: string[] = [];
    let result = 'open';
    chain
      .followTransaction({ hash: HASH, network: solanaNetwork(MAINNET, node.url), ...(trace === undefined ? {} : { trace }) })
      .subscribe({
        next: ({ status, blockNumber, trace: emittedTrace }) => progress.push([status, blockNumber ?? emittedTrace].join(' ')),
        error: (error: unknown) => {
          result = isLatchkeyError(error) ? error.code : String(error);
        },
        complete: () => {
          result = 'settled';
        },
      });
    return { progress, result: () => result };
  };
  /** Waits for the next poll and its responses. */
  const poll = async (): Promise<void> => {
    const polls = (): number => node.requests.filter(({ method }) => method === 'getSignatureStatuses').length;
    const before = polls();
    while (polls() === before) {
      await clock.run(1_000);
      await flushPromises();
    }
    for (let turn = 0; turn < 20; turn += 1) await flushPromises();
  };

  it('follows a transaction that a fork moves to another slot', async () => {
    status = { slot: 10, confirmationStatus: 'processed' };
    const { progress, result } = follow();
    await poll();
    status = null;
    await poll();
    status = { slot: 12, confirmationStatus: 'processed' };
    await poll();
    status = { slot: 12, confirmationStatus: 'confirmed' };
    await poll();
    status = { slot: 12, confirmationStatus: 'finalized' };
    await poll();
    expect([progress, result()]).toEqual([['seen 10', 'seen 12', 'included 12', 'finalized 12'], 'settled']);
  });

  it.each([
    ['dropped if the history reaches back far enough', '150@90', 90, 'network/transaction-dropped'],
    ['unknown if the history starts later', '150@90', 91, 'network/unknown-outcome'],
    ['unknown without a trace', undefined, 0, 'network/unknown-outcome'],
    ['open with a durable nonce', 'nonce', 0, 'open'],
  ] as const)('after a page load, once its blockhash has expired: %s', async (_, trace, first, outcome) => {
    firstBlock = first;
    const { result } = follow(trace);
    await poll();
    expect(result()).toBe('open');
    height = 251;
    for (let polls = 0; polls < 6 && result() === 'open'; polls += 1) await poll();
    expect(result()).toBe(outcome);
  });

  it.each([
    ['dropped if the history reaches back to its request', 0, 150, 'network/transaction-dropped'],
    ['unknown if the history starts after its request', 60_000, 150, 'network/unknown-outcome'],
    ['dropped if the history is complete', 60_000, 0, 'network/transaction-dropped'],
    ['unknown if the clock was set back and the history is incomplete', -60_000, 1, 'network/unknown-outcome'],
  ] as const)(
    'after a page load, 150 blocks later, with a recent blockhash that the wallet chose: %s',
    async (_, ageMs, first, outcome) => {
      firstBlock = first;
      const { result } = follow(`recent@${clock.now() - ageMs}ms`);
      await poll();
      height = 250;
      for (let polls = 0; polls < 6; polls += 1) await poll();
      expect(result()).toBe('open');
      height = 251;
      for (let polls = 0; polls < 6 && result() === 'open'; polls += 1) await poll();
      expect(result()).toBe(outcome);
    },
  );

  it.each([
    { of: 'a durable nonce', lifetime: { durable: true } },
    { of: 'a recent blockhash', lifetime: { durable: false, since: 5 } },
    { of: 'a blockhash with its last block and the time', lifetime: { durable: false, lastValidBlockHeight: 150n, since: 5 } },
    { of: 'a blockhash with its last block and a slot', lifetime: { durable: false, lastValidBlockHeight: 150n, earliestSlot: 90n } },
  ])('reads the trace of $of', ({ lifetime }) => {
    expect(readTrace(writeTrace(lifetime))).toEqual(lifetime);
  });

  it('finds an old transaction in the node’s history', async () => {
    height = 1_000_000;
    status = { slot: 120, confirmationStatus: 'finalized' };
    const { progress, result } = follow('150@90');
    await poll();
    expect([progress, result()]).toEqual([['seen 150@90', 'finalized 120'], 'settled']);
    expect(node.requests.find(({ method }) => method === 'getSignatureStatuses')?.params).toEqual([
      [HASH],
      { searchTransactionHistory: true },
    ]);
  });

  it.each(['', '150', '150@', '@90', '150@90 ', 'recent', 'recent@ms', 'once'])('ignores the malformed trace %j', (trace) => {
    expect(readTrace(trace)).toBeNull();
  });
});
