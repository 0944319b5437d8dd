import { EMPTY, NEVER, of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { TransactionProgress } from '../../../../application/ports/chain.port.js';
import { waitForTransaction } from '../../../../application/shared/wait-for-transaction.js';

const TRANSACTION = { chainId: 'eip155:1', hash: '0xaa' };
const { signal } = new AbortController();

describe('waitForTransaction', () => {
  it('resolves with the last block of the transaction', async () => {
    const progress$ = of<TransactionProgress[]>(
      { status: 'included', settled: false, blockNumber: 1n },
      { status: 'finalized', settled: true, blockNumber: 2n },
    );
    expect(await waitForTransaction(progress$, TRANSACTION, signal)).toEqual({ blockNumber: 2n });
  });

  it.each([
    ['no emission', EMPTY],
    ['no block', of<TransactionProgress[]>({ status: 'seen', settled: true, blockNumber: null })],
  ])('rejects with network/unknown-outcome when the stream completes with %s', async (_, progress$) => {
    await expect(waitForTransaction(progress$, TRANSACTION, signal)).rejects.toMatchObject({
      code: 'network/unknown-outcome',
      context: TRANSACTION,
    });
  });

  it('unsubscribes and rejects with the reason on abort', async () => {
    const controller = new AbortController();
    const waiting = waitForTransaction(NEVER, TRANSACTION, controller.signal);
    controller.abort(new Error('aborted'));
    await expect(waiting).rejects.toThrow('aborted');
  });
});
