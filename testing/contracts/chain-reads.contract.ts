import { type ChainHarness, type ChainNodes, settle } from './chain-harness.js';
import { codeOf, patient, settled, type TestApi } from './test-api.js';

/** What every chain does with its nodes. */
export const chainReadsContract = (
  { it, expect }: TestApi,
  run: (test: (harness: ChainHarness) => Promise<void>) => Promise<void>,
): void => {
  const withNodes = (test: (harness: ChainHarness, nodes: ChainNodes) => Promise<void>): Promise<void> =>
    run((harness) => test(harness, harness.nodes));

  it('knows its own addresses', () =>
    run(async ({ chain, accounts }) => {
      expect(chain.isAddress(accounts[0])).toBe(true);
      expect(['', 'nobody.eth', `${accounts[0]}00`].map((text) => chain.isAddress(text))).toEqual([false, false, false]);
    }));

  it('reads a balance in base units, with the coin it is in', () =>
    withNodes(async ({ chain, network }, { rich }) => {
      expect(await chain.getBalance({ address: rich.address, network }, patient())).toEqual({
        value: rich.balance,
        symbol: network.nativeCurrency.symbol,
        decimals: network.nativeCurrency.decimals,
      });
    }));

  it('says that no node can be read', () =>
    withNodes(async ({ chain, network }, nodes) => {
      nodes.breakDown();
      expect(await codeOf(chain.getBalance({ address: nodes.rich.address, network }, patient()))).toBe('network/rpc-failed');
    }));

  it('stops reading when told to', () =>
    withNodes(async ({ chain, network }, { rich }) => {
      const reading = chain.getBalance({ address: rich.address, network }, AbortSignal.abort('stop'));
      expect(await reading.catch((error: unknown) => error)).toBe('stop');
    }));

  it('gives the block of a transaction that is in one', () =>
    withNodes(async ({ chain, network }, { confirmedHash }) => {
      const { blockNumber } = await settle(chain, { hash: confirmedHash, network }, patient());
      expect(blockNumber > 0n).toBe(true);
    }));

  it('says that a transaction failed in its block', () =>
    withNodes(async ({ chain, network }, { revertedHash }) => {
      expect(await codeOf(settle(chain, { hash: revertedHash, network }, patient()))).toBe('network/transaction-reverted');
    }));

  it('waits for a transaction that is in no block until told to stop', () =>
    withNodes(async ({ chain, network }, { unknownHash }) => {
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
