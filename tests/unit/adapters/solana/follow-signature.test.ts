import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTrace } from '../../../../adapters/solana/follow-signature.js';
import { SolanaChain } from '../../../../adapters/solana/solana-chain.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { settled } from '../../../../testing/contracts/test-api.js';
import { JsonRpcNode } from '../support/json-rpc-node.js';
import { MAINNET, solanaNetwork } from '../support/solana-networks.js';

const HASH = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';

type Stand = { readonly slot: number; readonly confirmationStatus: string; readonly err?: object } | null;

describe('following a signature', () => {
  let node: JsonRpcNode;
  let clock: FakeClock;
  let chain: SolanaChain;
  /** What the node says of it, and how far its chain is. */
  let stand: Stand;
  let height: number;
  let firstBlock: number;

  beforeEach(async () => {
    node = await JsonRpcNode.start();
    clock = new FakeClock();
    chain = new SolanaChain({ clock });
    [stand, height, firstBlock] = [null, 100, 0];
    node.answers.set('getGenesisHash', () => `${MAINNET}KuQuWL4MX`);
    node.answers.set('getSignatureStatuses', () => ({ context: { slot: height + 500 }, value: [stand] }));
    node.answers.set('getBlockHeight', () => height);
    node.answers.set('getFirstAvailableBlock', () => firstBlock);
  });
  afterEach(() => chain.dispose());

  const follow = (trace?: string) => {
    const heard: string[] = [];
    let end = 'open';
    chain
      .followTransaction({ hash: HASH, network: solanaNetwork(MAINNET, node.url), ...(trace === undefined ? {} : { trace }) })
      .subscribe({
        next: ({ status, blockNumber, trace: said }) => heard.push([status, blockNumber ?? said].join(' ')),
        error: (error: unknown) => {
          end = isLatchkeyError(error) ? error.code : String(error);
        },
        complete: () => {
          end = 'settled';
        },
      });
    return { heard, end: () => end };
  };
  /** Lets the next look happen, and its answers come. */
  const look = async (): Promise<void> => {
    const looks = (): number => node.requests.filter(({ method }) => method === 'getSignatureStatuses').length;
    const before = looks();
    while (looks() === before) {
      await clock.run(1_000);
      await settled();
    }
    for (let turn = 0; turn < 20; turn += 1) await settled();
  };

  it('goes on where a fork takes it out of its slot, and into another one', async () => {
    stand = { slot: 10, confirmationStatus: 'processed' };
    const { heard, end } = follow();
    await look();
    stand = null;
    await look();
    stand = { slot: 12, confirmationStatus: 'processed' };
    await look();
    stand = { slot: 12, confirmationStatus: 'confirmed' };
    await look();
    stand = { slot: 12, confirmationStatus: 'finalized' };
    await look();
    expect([heard, end()]).toEqual([['seen 10', 'seen 12', 'included 12', 'finalized 12'], 'settled']);
  });

  it.each([
    ['it is dropped where the history goes back to it', '150@90', 90, 'network/transaction-dropped'],
    ['nobody knows where the history begins after it', '150@90', 91, 'network/unknown-outcome'],
    ['nobody knows where nothing was told of it', undefined, 0, 'network/unknown-outcome'],
    ['it waits where a nonce keeps it', 'nonce', 0, 'open'],
  ] as const)('on another page, when its blockhash has passed: %s', async (_, trace, first, outcome) => {
    firstBlock = first;
    const { end } = follow(trace);
    await look();
    expect(end()).toBe('open');
    height = 251;
    for (let looks = 0; looks < 6 && end() === 'open'; looks += 1) await look();
    expect(end()).toBe(outcome);
  });

  it('is found in the history of a node, however long ago it was', async () => {
    height = 1_000_000;
    stand = { slot: 120, confirmationStatus: 'finalized' };
    const { heard, end } = follow('150@90');
    await look();
    expect([heard, end()]).toEqual([['seen 150@90', 'finalized 120'], 'settled']);
    expect(node.requests.find(({ method }) => method === 'getSignatureStatuses')?.params).toEqual([
      [HASH],
      { searchTransactionHistory: true },
    ]);
  });

  it.each(['', '150', '150@', '@90', '150@90 ', 'once'])('takes nothing from a trace that is none: %j', (trace) => {
    expect(readTrace(trace)).toBeNull();
  });
});
