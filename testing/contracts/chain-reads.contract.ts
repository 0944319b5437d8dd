import type { ChainHarness, ChainNodes, RunWithChain } from './chain-harness.js';
import { codeOf, patient, type TestApi } from './test-api.js';

/** What every chain does with its nodes. */
export const chainReadsContract = ({ it, expect }: TestApi, run: RunWithChain): void => {
  const withNodes = (test: (harness: ChainHarness, nodes: ChainNodes) => Promise<void>): Promise<void> =>
    run((harness) => test(harness, harness.nodes));

  it('knows its own addresses', () =>
    run(async ({ chain, accounts, otherAccount, transfer }) => {
      expect([...accounts, otherAccount, transfer.to].filter((address) => !chain.isAddress(address))).toEqual([]);
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

  it('reads the balances of several addresses as it reads each, where it can', () =>
    withNodes(async ({ chain, network, transfer }, { rich }) => {
      const read = chain.services?.getCoinBalances;
      if (read === undefined) return;
      const addresses = [transfer.to, rich.address];
      const each = await Promise.all(addresses.map((address) => chain.getBalance({ address, network }, patient())));
      expect(await read({ addresses, network }, patient())).toEqual(each);
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
};
