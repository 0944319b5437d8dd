import {
  type Address,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseEther,
  publicActions,
  walletActions,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { mainnet } from 'viem/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BlockchainApi, startBlockchainApi } from '../../../sandbox/blockchain-api/start-blockchain-api.js';
import { callAll } from '../../../sandbox/chains/call-all.js';
import { CONTRACTS } from '../../../sandbox/chains/contracts.data.js';
import type { ChainContracts } from '../../../sandbox/chains/deploy-contracts.js';
import { type RunningChain, startChain } from '../../../sandbox/chains/start-chain.js';
import { type EvmStock, stockEvmChain } from '../../../sandbox/chains/stock-evm-chain.js';
import { stockExchange } from '../../../sandbox/chains/stock-exchange.js';
import { devAccounts } from '../../../sandbox/wallet/engine/keyring.js';

const COIN = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
const CHAIN = 'eip155:1';

let chain: RunningChain;
let stock: EvmStock;
let contracts: ChainContracts;
let api: BlockchainApi;
let client: ReturnType<typeof clientOf>;

const [owner] = devAccounts(1);
if (owner === undefined) throw new Error('There is no account.');
const user = privateKeyToAccount(owner.privateKey);

const clientOf = (rpcUrl: string) =>
  createTestClient({ mode: 'anvil', chain: mainnet, transport: http(rpcUrl, { retryCount: 0 }), cacheTime: 0, pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions);

beforeAll(async () => {
  chain = await startChain({ chainId: 1 });
  stock = await stockEvmChain(chain, [user.address]);
  contracts = stock.contracts;
  await stockExchange(chain.rpcUrl, contracts, 'ETH', stock.tokens);
  client = clientOf(chain.rpcUrl);
  api = await startBlockchainApi({
    chains: [{ chainId: CHAIN, rpcUrl: chain.rpcUrl, coin: { name: 'Ether', symbol: 'ETH', decimals: 18 }, coinType: 60 }],
    priceFeeds: { rpcUrl: chain.rpcUrl, address: contracts.priceFeeds },
    exchange: contracts.exchange,
  });
});
afterAll(async () => {
  await Promise.all([api.stop(), chain.stop()]);
});

// biome-ignore lint/suspicious/noExplicitAny: a reply of the service, whose members the tests compare
type Reply = { readonly status: number; readonly body: any };

const send = async (path: string, init?: RequestInit): Promise<Reply> => {
  const response = await fetch(`${api.origin}${path}`, init);
  return { status: response.status, body: await response.json() };
};
const id = (address: string): string => `${CHAIN}:${address}`;
const pair = (from: string, to: string): Record<string, string> => ({ userAddress: id(user.address), from: id(from), to: id(to) });
const get = (path: string, query: Record<string, string>): Promise<Reply> => send(`${path}?${new URLSearchParams(query)}`);
const build = (body: unknown): Promise<Reply> => send('/v1/convert/build-transaction', { method: 'POST', body: JSON.stringify(body) });

const quoted = async (from: string, to: string, amount: bigint): Promise<bigint> => {
  const { body } = await get('/v1/convert/quotes', { ...pair(from, to), amount: String(amount) });
  return BigInt(body.quotes[0].toAmount);
};
const tokensOf = (token: Address, holder: Address): Promise<bigint> =>
  client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [holder] });
const plain = (account: string): Hex => account.slice(account.lastIndexOf(':') + 1) as Hex;
const transact = async (tx: { readonly to: string; readonly data: Hex }, value = 0n): Promise<string> => {
  const hash = await client.sendTransaction({ account: user, to: plain(tx.to), data: tx.data, value });
  return (await client.waitForTransactionReceipt({ hash })).status;
};

describe('the exchange of the sandbox', () => {
  it('lists the coin and the tokens with a pool', async () => {
    const { body } = await get('/v1/convert/tokens', { chainId: CHAIN });
    expect(body.tokens).toEqual([
      { name: 'Ether', symbol: 'ETH', address: id(COIN), decimals: 18, logoUri: null, eip2612: false },
      { name: 'Sandbox Token', symbol: 'SBT', address: id(contracts.token), decimals: 18, logoUri: null, eip2612: true },
      { name: 'Sandbox Dollar', symbol: 'SBD', address: id(contracts.dollar), decimals: 6, logoUri: null, eip2612: true },
    ]);
  });

  it('swaps ether for a token for the quoted amount, as the reserves say', async () => {
    const amount = parseEther('1');
    const [coins, tokens] = await client.readContract({
      address: contracts.exchange,
      abi: CONTRACTS.Exchange.abi,
      functionName: 'pools',
      args: [contracts.token],
    });
    const expected = (amount * 997n * tokens) / (coins * 1_000n + amount * 997n);
    expect(await quoted(COIN, contracts.token, amount)).toBe(expected);
    const before = await tokensOf(contracts.token, user.address);
    const { body } = await build({
      ...pair(COIN, contracts.token),
      amount: String(amount),
      eip155: { slippage: 1 },
      disableEstimate: true,
    });
    expect(body.tx).toMatchObject({ from: id(user.address), to: id(contracts.exchange), amount: String(amount) });
    expect(await transact(body.tx, amount)).toBe('success');
    expect((await tokensOf(contracts.token, user.address)) - before).toBe(expected);
  });

  it('swaps a token for another through the coin, once the token itself was called to allow it', async () => {
    const amount = 10n ** 18n;
    const body = { ...pair(contracts.token, contracts.dollar), amount: String(amount), eip155: { slippage: 0.5 } };
    expect((await build(body)).body.reasons[0].description).toBe('The exchange would refuse this swap: check balance and allowance.');
    const allowance = { tokenAddress: id(contracts.token), userAddress: id(user.address) };
    expect((await get('/v1/convert/allowance', allowance)).body).toEqual({ allowance: '0' });
    const approval = (await get('/v1/convert/build-approve', pair(contracts.token, contracts.dollar))).body.tx;
    expect(plain(approval.to)).toBe(contracts.token);
    expect(await transact(approval)).toBe('success');
    expect((await get('/v1/convert/allowance', allowance)).body).toEqual({ allowance: String(2n ** 256n - 1n) });
    const [expected, before] = [await quoted(contracts.token, contracts.dollar, amount), await tokensOf(contracts.dollar, user.address)];
    const { tx } = (await build(body)).body;
    expect(BigInt(tx.eip155.gas)).toBeGreaterThan(21_000n);
    expect(await transact(tx)).toBe('success');
    expect((await tokensOf(contracts.dollar, user.address)) - before).toBe(expected);
  });

  it('reverts a swap whose price moved beyond the slippage', async () => {
    const amount = parseEther('1');
    const { tx } = (
      await build({ ...pair(COIN, contracts.dollar), amount: String(amount), eip155: { slippage: 1 }, disableEstimate: true })
    ).body;
    const data = encodeFunctionData({
      abi: CONTRACTS.Exchange.abi,
      functionName: 'swap',
      args: [COIN, contracts.dollar, parseEther('50'), 0n, 2n ** 64n],
    });
    await callAll(chain.rpcUrl, [{ to: contracts.exchange, data, value: parseEther('50') }]);
    const hash = await client.sendTransaction({ account: user, to: plain(tx.to), data: tx.data, value: amount, gas: 500_000n });
    expect((await client.waitForTransactionReceipt({ hash })).status).toBe('reverted');
  });

  it('has no quote once the liquidity is gone', async () => {
    const data = encodeFunctionData({
      abi: CONTRACTS.Exchange.abi,
      functionName: 'remove',
      args: [contracts.dollar, 1_000n, user.address],
    });
    await callAll(chain.rpcUrl, [{ to: contracts.exchange, data }]);
    expect((await get('/v1/convert/quotes', { ...pair(COIN, contracts.dollar), amount: '1000000' })).body).toEqual({ quotes: [] });
    expect((await build({ ...pair(COIN, contracts.dollar), amount: '1000000' })).body.reasons[0].description).toBe(
      'There is not enough liquidity.',
    );
  });

  it('tells gas prices from the last blocks, the fastest one last', async () => {
    const { body } = await get('/v1/convert/gas-price', { chainId: CHAIN });
    const block = await client.getBlock({ blockTag: 'latest' });
    expect(BigInt(body.standard)).toBeGreaterThan(0n);
    expect(BigInt(body.standard)).toBeLessThan(2n * (block.baseFeePerGas ?? 0n) + 10n ** 10n);
    expect(BigInt(body.fast)).toBeGreaterThanOrEqual(BigInt(body.standard));
    expect(BigInt(body.instant)).toBeGreaterThanOrEqual(BigInt(body.fast));
  });

  it.each([
    ['another network', { ...pair(COIN, COIN), to: `eip155:2:${COIN}` }, '1', 'Both tokens have to be on the network of the account.'],
    ['the same token', pair(COIN, COIN), '1', 'A token cannot be swapped for itself.'],
    [
      'a fraction',
      { ...pair(COIN, COIN), to: id('0x0000000000000000000000000000000000000001') },
      '1.5',
      'The amount is not a number of base units.',
    ],
    ['no token', { ...pair(COIN, COIN), to: '' }, '1', 'Nothing is not a CAIP-10 id of eip155.'],
  ])('refuses %s', async (_, query, amount, description) => {
    const { status, body } = await get('/v1/convert/quotes', { ...query, amount });
    expect([status, body.reasons[0].description]).toEqual([400, description]);
  });
});
