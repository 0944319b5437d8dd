import { EMPTY, NEVER, of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { TransactionProgress } from '../../../../application/ports/chain.port.js';
import { settledTransaction } from '../../../../application/shared/settled-transaction.js';

const TRANSACTION = { chainId: 'eip155:1', hash: '0xaa' };
const { signal } = new AbortController();

describe('a transaction that was broadcast', () => {
  it('is settled by the last block that it is in', async () => {
    const progress$ = of<TransactionProgress[]>(
      { status: 'included', settled: false, blockNumber: 1n },
      { status: 'finalized', settled: true, blockNumber: 2n },
    );
    expect(await settledTransaction(progress$, TRANSACTION, signal)).toEqual({ blockNumber: 2n });
  });

  it.each([
    ['nothing', EMPTY],
    ['no block', of<TransactionProgress[]>({ status: 'seen', settled: true, blockNumber: null })],
  ])('has no known outcome where its stream ends with %s', async (_, progress$) => {
    await expect(settledTransaction(progress$, TRANSACTION, signal)).rejects.toMatchObject({
      code: 'network/unknown-outcome',
      context: TRANSACTION,
    });
  });

  it('is left with the reason of the abort', async () => {
    const leaving = new AbortController();
    const settling = settledTransaction(NEVER, TRANSACTION, leaving.signal);
    leaving.abort(new Error('left'));
    await expect(settling).rejects.toThrow('left');
  });
});
