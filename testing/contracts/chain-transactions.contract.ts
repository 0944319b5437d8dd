import { lastValueFrom, toArray } from 'rxjs';
import type { TransactionProgress } from '../../application/ports/chain.port.js';
import { type ChainTraits, type RunWithChain, settle } from './chain-harness.js';
import { codeOf, patient, settled, type TestApi } from './test-api.js';

const ORDER: readonly TransactionProgress['status'][] = ['seen', 'included', 'finalized'];

/** What every chain does with a transaction that was broadcast. */
export const chainTransactionsContract = ({ it, expect }: TestApi, { settledAs }: ChainTraits, run: RunWithChain): void => {
  it(`follows a transaction until it is ${settledAs}, each status once and in their order`, () =>
    run(async ({ chain, network, nodes }) => {
      const steps = await lastValueFrom(chain.followTransaction({ hash: nodes.confirmedHash, network }).pipe(toArray()));
      const ranks = steps.map(({ status }) => ORDER.indexOf(status));
      expect(ranks).toEqual([...new Set(ranks)].toSorted((a, b) => a - b));
      expect(steps.at(-1)?.status).toBe(settledAs);
      expect(steps.map((step) => step.settled)).toEqual(steps.map((_step, index) => index === steps.length - 1));
      expect(steps.every(({ status, blockNumber }) => (status === 'seen') === (blockNumber === null))).toBe(true);
    }));

  it('gives the block of a transaction that is in one', () =>
    run(async ({ chain, network, nodes }) => {
      const { blockNumber } = await settle(chain, { hash: nodes.confirmedHash, network }, patient());
      expect(blockNumber > 0n).toBe(true);
    }));

  it('says that a transaction failed in its block', () =>
    run(async ({ chain, network, nodes: { revertedHash } }) => {
      if (revertedHash === null) return;
      expect(await codeOf(settle(chain, { hash: revertedHash, network }, patient()))).toBe('network/transaction-reverted');
    }));

  it('waits for a transaction that is in no block until told to stop', () =>
    run(async ({ chain, network, nodes: { unknownHash } }) => {
      const controller = new AbortController();
      let over = false;
      const waiting = settle(chain, { hash: unknownHash, network }, controller.signal).catch((error: unknown) => {
        over = true;
        return error;
      });
      await settled();
      expect(over).toBe(false);
      controller.abort('stop');
      expect(await waiting).toBe('stop');
    }));
};
