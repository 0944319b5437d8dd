import type { ChainServices } from '../../application/ports/chain-services.js';
import { formatAccountId } from '../../domain/caip/caip-10.js';
import {
  activeAccount,
  type ChainHarness,
  type ChainTraits,
  connectWallet,
  type OptionalService,
  type RunWithChain,
} from './chain-harness.js';
import { codeOf, neverAborted, type TestApi } from './test-api.js';

/** Reads are batched: this many requests are enough for all assets. */
const MAX_REQUESTS = 3;

const required = <T>(value: T | undefined, name: string): T => {
  if (value === undefined) throw new Error(`The harness or the chain has no ${name}`);
  return value;
};

/** Contract of the optional services that the traits of a chain name. */
export const chainServicesContract = ({ it, expect }: TestApi, { services: supported = [] }: ChainTraits, run: RunWithChain): void => {
  const testService = (
    service: OptionalService,
    name: string,
    test: (harness: ChainHarness, services: Partial<ChainServices>) => Promise<void>,
  ): void => {
    if (supported.includes(service)) it(name, () => run((harness) => test(harness, harness.chain.services ?? {})));
  };

  testService('assets', 'reads asset balances in the requested order, without unknown assets', async (harness, services) => {
    const { network } = harness;
    const { address, balances: expected, unknown, requests } = required(harness.assets, 'assets');
    const read = required(services.getAssetBalances, 'getAssetBalances');
    const [first, ...others] = expected.toReversed();
    const requested = [...(first === undefined ? [] : [first.asset]), unknown, ...others.map(({ asset }) => asset)];
    const before = requests?.() ?? 0;
    const balances = await read({ address, assets: requested, network }, neverAborted());
    expect(balances.map(({ asset, value, decimals }) => ({ asset, value, decimals }))).toEqual(expected.toReversed());
    expect((requests?.() ?? 0) - before <= MAX_REQUESTS).toBe(true);
    expect(await read({ address, assets: [], network }, neverAborted())).toEqual([]);
  });

  testService('assets', 'reads asset and coin balances in one batch, if it supports that', async (harness, services) => {
    const { chain, network } = harness;
    const { address, balances: expected, unknown, requests } = required(harness.assets, 'assets');
    const { getBalances, getAssetBalances } = services;
    if (getBalances === undefined) return;
    const assets = [unknown, ...expected.map(({ asset }) => asset)];
    const before = requests?.() ?? 0;
    const batch = await getBalances({ address, assets, network }, neverAborted());
    expect((requests?.() ?? 0) - before <= MAX_REQUESTS).toBe(true);
    expect(batch.coin).toEqual(await chain.getBalance({ address, network }, neverAborted()));
    expect(batch.assets).toEqual(await required(getAssetBalances, 'getAssetBalances')({ address, assets, network }, neverAborted()));
    expect((await getBalances({ address, assets: [], network }, neverAborted())).assets).toEqual([]);
  });

  testService('fees', 'estimates fees, the slowest first and none above its maximum', async (harness, services) => {
    const { network, transfer } = harness;
    const estimate = required(services.estimateFees, 'estimateFees');
    const from = activeAccount(await connectWallet(harness));
    const quotes = await estimate({ transaction: { from, ...transfer }, network }, neverAborted());
    const order = ['slow', 'normal', 'fast'];
    expect(quotes.length > 0).toBe(true);
    expect(quotes.map(({ speed }) => speed)).toEqual(order.filter((speed) => quotes.some((quote) => quote.speed === speed)));
    expect(quotes.filter(({ fee, maxFee }) => fee <= 0n || maxFee < fee)).toEqual([]);
    expect(quotes.some(({ fee }, index) => fee < (quotes[index - 1]?.fee ?? 0n))).toBe(false);
  });

  testService('fees', 'rejects a fee estimate with network/rpc-failed if every node fails', async (harness, services) => {
    const { network, transfer, nodes } = harness;
    const from = activeAccount(await connectWallet(harness));
    nodes.failAll();
    const estimating = required(services.estimateFees, 'estimateFees')({ transaction: { from, ...transfer }, network }, neverAborted());
    expect(await codeOf(estimating)).toBe('network/rpc-failed');
  });

  testService('simulation', 'simulates what a transfer costs, and nothing if no node can be read', async (harness, services) => {
    const { network, transfer, nodes } = harness;
    const simulate = required(services.simulate, 'simulate');
    const from = activeAccount(await connectWallet(harness));
    const request = { transaction: { from, ...transfer }, network };
    expect(await simulate(request, neverAborted())).toEqual({ status: 'done', changes: [{ asset: null, value: -transfer.value }] });
    nodes.failAll();
    expect(await codeOf(simulate(request, neverAborted()))).toBe('network/rpc-failed');
  });

  testService('signatures', 'verifies signatures of the account only', async (harness, services) => {
    const { network, transfer } = harness;
    const verify = required(services.verifyMessage, 'verifyMessage');
    const session = await connectWallet(harness);
    const account = activeAccount(session);
    const message = 'grüß Gott';
    const signature = await session.signMessage({ account, message }, neverAborted());
    const { publicKey } = session.accounts[0] ?? {};
    const signed = { account, message, signature, network, ...(publicKey === undefined ? {} : { publicKey }) };
    expect(await verify(signed, neverAborted())).toBe(true);
    expect(await verify({ ...signed, message: 'grüß Got' }, neverAborted())).toBe(false);
    expect(await verify({ ...signed, signature: '' }, neverAborted())).toBe(false);
    expect(await verify({ ...signed, signature: 'nonsense' }, neverAborted())).toBe(false);
    const { publicKey: _publicKey, ...others } = signed;
    const foreign = { ...others, account: formatAccountId(network.caipNetworkId, transfer.to) };
    expect(await verify(foreign, neverAborted())).toBe(false);
    const { verifySignature } = services;
    if (verifySignature === undefined) return;
    const verifyDetailed = (each: typeof others) => verifySignature({ ...each, isSmartAccount: false }, neverAborted());
    expect(await verifyDetailed(signed)).toBe('own');
    for (const each of [foreign, { ...signed, message: 'grüße' }]) expect((await verifyDetailed(each)) === 'own').toBe(false);
  });

  testService('names', 'resolves a name and looks up the name of an address', async (harness, services) => {
    const { network } = harness;
    const { name, address, free } = required(harness.names, 'names');
    const { resolve, lookUp } = required(services.names, 'names');
    expect(await resolve({ name, network }, neverAborted())).toBe(address);
    expect(await resolve({ name: free, network }, neverAborted())).toBe(null);
    expect(await lookUp({ address, network }, neverAborted())).toBe(name);
  });
};
