import { lastValueFrom, toArray } from 'rxjs';
import type { TransactionProgress } from '../../application/ports/chain.port.js';
import { type ChainTraits, type RunWithChain, waitForSettlement } from './chain-harness.js';
import { codeOf, flushPromises, neverAborted, type TestApi } from './test-api.js';

const ORDER: readonly TransactionProgress['status'][] = ['seen', 'included', 'finalized'];

/** Contract of following a broadcast transaction on every chain. */
export const chainTransactionsContract = ({ it, expect }: TestApi, { settledAs }: ChainTraits, run: RunWithChain): void => {
  it(`follows a transaction until it is ${settledAs}, with each status once and in order`, () =>
    run(async ({ chain, network, nodes }) => {
      const steps = await lastValueFrom(chain.followTransaction({ hash: nodes.confirmedHash, network }).pipe(toArray()));
      const ranks = steps.map(({ status }) => ORDER.indexOf(status));
      expect(ranks).toEqual([...new Set(ranks)].toSorted((a, b) => a - b));
      expect(steps.at(-1)?.status).toBe(settledAs);
      expect(steps.map((step) => step.settled)).toEqual(steps.map((_step, index) => index === steps.length - 1));
      expect(steps.every(({ status, blockNumber }) => (status === 'seen') === (blockNumber === null))).toBe(true);
    }));

  it('returns the block number of a transaction', () =>
    run(async ({ chain, network, nodes }) => {
      const { blockNumber } = await waitForSettlement(chain, { hash: nodes.confirmedHash, network }, neverAborted());
      expect(blockNumber > 0n).toBe(true);
    }));

  it('rejects with network/transaction-reverted if a transaction failed in its block', () =>
    run(async ({ chain, network, nodes: { revertedHash } }) => {
      if (revertedHash === null) return;
      expect(await codeOf(waitForSettlement(chain, { hash: revertedHash, network }, neverAborted()))).toBe('network/transaction-reverted');
    }));

  it('waits for a transaction that is in no block until it is aborted', () =>
    run(async ({ chain, network, nodes: { unknownHash } }) => {
      const controller = new AbortController();
      let isSettled = false;
      const waiting = waitForSettlement(chain, { hash: unknownHash, network }, controller.signal).catch((error: unknown) => {
        isSettled = true;
        return error;
      });
      await flushPromises();
      expect(isSettled).toBe(false);
      controller.abort('stop');
      expect(await waiting).toBe('stop');
    }));
};
