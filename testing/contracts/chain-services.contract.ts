import type { ChainServices } from '../../application/ports/chain-services.js';
import { formatAccountId } from '../../domain/caip/caip-10.js';
import { activeAccount, type ChainHarness, type ChainTraits, connected, type Offer, type RunWithChain } from './chain-harness.js';
import { codeOf, patient, type TestApi } from './test-api.js';

/** Reads are put together: so many are enough for all assets that a host lists. */
const MOST_REQUESTS = 3;

const need = <T>(part: T | undefined, name: string): T => {
  if (part === undefined) throw new Error(`The harness or the chain has no ${name}`);
  return part;
};

/** What a chain does that knows more than balances and blocks: the parts that its traits name. */
export const chainServicesContract = ({ it, expect }: TestApi, { offers = [] }: ChainTraits, run: RunWithChain): void => {
  const given = (offer: Offer, name: string, test: (harness: ChainHarness, services: Partial<ChainServices>) => Promise<void>): void => {
    if (offers.includes(offer)) it(name, () => run((harness) => test(harness, harness.chain.services ?? {})));
  };

  given(
    'assets',
    'reads balances of assets in the order that was asked for, without those that do not exist',
    async (harness, services) => {
      const { network } = harness;
      const { address, held, unknown, requests } = need(harness.assets, 'assets');
      const read = need(services.getAssetBalances, 'getAssetBalances');
      const [first, ...others] = held.toReversed();
      const asked = [...(first === undefined ? [] : [first.asset]), unknown, ...others.map(({ asset }) => asset)];
      const before = requests?.() ?? 0;
      const balances = await read({ address, assets: asked, network }, patient());
      expect(balances.map(({ asset, value, decimals }) => ({ asset, value, decimals }))).toEqual(held.toReversed());
      expect((requests?.() ?? 0) - before <= MOST_REQUESTS).toBe(true);
      expect(await read({ address, assets: [], network }, patient())).toEqual([]);
    },
  );

  given('assets', 'reads the balances of assets and of the coin together as it reads each, where it can', async (harness, services) => {
    const { chain, network } = harness;
    const { address, held, unknown, requests } = need(harness.assets, 'assets');
    const { getBalances, getAssetBalances } = services;
    if (getBalances === undefined) return;
    const assets = [unknown, ...held.map(({ asset }) => asset)];
    const before = requests?.() ?? 0;
    const together = await getBalances({ address, assets, network }, patient());
    expect((requests?.() ?? 0) - before <= MOST_REQUESTS).toBe(true);
    expect(together.coin).toEqual(await chain.getBalance({ address, network }, patient()));
    expect(together.assets).toEqual(await need(getAssetBalances, 'getAssetBalances')({ address, assets, network }, patient()));
    expect((await getBalances({ address, assets: [], network }, patient())).assets).toEqual([]);
  });

  given('fees', 'says what a transaction would cost: the slowest first, never more than it says at most', async (harness, services) => {
    const { network, transfer } = harness;
    const estimate = need(services.estimateFees, 'estimateFees');
    const from = activeAccount(await connected(harness));
    const quotes = await estimate({ transaction: { from, ...transfer }, network }, patient());
    const order = ['slow', 'normal', 'fast'];
    expect(quotes.length > 0).toBe(true);
    expect(quotes.map(({ speed }) => speed)).toEqual(order.filter((speed) => quotes.some((quote) => quote.speed === speed)));
    expect(quotes.filter(({ fee, maxFee }) => fee <= 0n || maxFee < fee)).toEqual([]);
    expect(quotes.some(({ fee }, index) => fee < (quotes[index - 1]?.fee ?? 0n))).toBe(false);
  });

  given('fees', 'says that no node can tell what a transaction would cost', async (harness, services) => {
    const { network, transfer, nodes } = harness;
    const from = activeAccount(await connected(harness));
    nodes.breakDown();
    const estimating = need(services.estimateFees, 'estimateFees')({ transaction: { from, ...transfer }, network }, patient());
    expect(await codeOf(estimating)).toBe('network/rpc-failed');
  });

  given('signatures', 'tells a signature of the account from all others', async (harness, services) => {
    const { network, transfer } = harness;
    const verify = need(services.verifyMessage, 'verifyMessage');
    const session = await connected(harness);
    const account = activeAccount(session);
    const message = 'grüß Gott';
    const signature = await session.signMessage({ account, message }, patient());
    const { publicKey } = session.accounts[0] ?? {};
    const signed = { account, message, signature, network, ...(publicKey === undefined ? {} : { publicKey }) };
    expect(await verify(signed, patient())).toBe(true);
    expect(await verify({ ...signed, message: 'grüß Got' }, patient())).toBe(false);
    expect(await verify({ ...signed, signature: '' }, patient())).toBe(false);
    expect(await verify({ ...signed, signature: 'nonsense' }, patient())).toBe(false);
    const { publicKey: _own, ...others } = signed;
    const foreign = { ...others, account: formatAccountId(network.caipNetworkId, transfer.to) };
    expect(await verify(foreign, patient())).toBe(false);
    const { judgeSignature } = services;
    if (judgeSignature === undefined) return;
    const judge = (each: typeof others) => judgeSignature({ ...each, isSmartAccount: false }, patient());
    expect(await judge(signed)).toBe('own');
    for (const each of [foreign, { ...signed, message: 'grüße' }]) expect((await judge(each)) === 'own').toBe(false);
  });

  given('names', 'finds the address of a name, and the name of an address', async (harness, services) => {
    const { network } = harness;
    const { name, address, free } = need(harness.names, 'names');
    const { resolve, lookUp } = need(services.names, 'names');
    expect(await resolve({ name, network }, patient())).toBe(address);
    expect(await resolve({ name: free, network }, patient())).toBe(null);
    expect(await lookUp({ address, network }, patient())).toBe(name);
  });
};
