import type { ChainHarness, ChainNodes, RunWithChain } from './chain-harness.js';
import { codeOf, neverAborted, type TestApi } from './test-api.js';

/** Contract of the reads of every chain. */
export const chainReadsContract = ({ it, expect }: TestApi, run: RunWithChain): void => {
  const withNodes = (test: (harness: ChainHarness, nodes: ChainNodes) => Promise<void>): Promise<void> =>
    run((harness) => test(harness, harness.nodes));

  it('validates addresses', () =>
    run(async ({ chain, accounts, otherAccount, transfer }) => {
      expect([...accounts, otherAccount, transfer.to].filter((address) => !chain.isAddress(address))).toEqual([]);
      expect(['', 'unregistered.eth', `${accounts[0]}00`].map((text) => chain.isAddress(text))).toEqual([false, false, false]);
    }));

  it('reads a balance in base units with its currency', () =>
    withNodes(async ({ chain, network }, { fundedAccount }) => {
      expect(await chain.getBalance({ address: fundedAccount.address, network }, neverAborted())).toEqual({
        value: fundedAccount.balance,
        symbol: network.nativeCurrency.symbol,
        decimals: network.nativeCurrency.decimals,
      });
    }));

  it('reads the balances of several addresses in one batch, if it supports that', () =>
    withNodes(async ({ chain, network, transfer }, { fundedAccount }) => {
      const read = chain.services?.getCoinBalances;
      if (read === undefined) return;
      const addresses = [transfer.to, fundedAccount.address];
      const each = await Promise.all(addresses.map((address) => chain.getBalance({ address, network }, neverAborted())));
      expect(await read({ addresses, network }, neverAborted())).toEqual(each);
    }));

  it('rejects with network/rpc-failed if every node fails', () =>
    withNodes(async ({ chain, network }, nodes) => {
      nodes.failAll();
      expect(await codeOf(chain.getBalance({ address: nodes.fundedAccount.address, network }, neverAborted()))).toBe('network/rpc-failed');
    }));

  it('rejects with the reason of the signal', () =>
    withNodes(async ({ chain, network }, { fundedAccount }) => {
      const reading = chain.getBalance({ address: fundedAccount.address, network }, AbortSignal.abort('stop'));
      expect(await reading.catch((error: unknown) => error)).toBe('stop');
    }));
};
