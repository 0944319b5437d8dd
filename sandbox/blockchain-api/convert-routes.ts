import * as v from 'valibot';
import { type Address, encodeFunctionData, erc20Abi, getAddress, type Hex, hexToBigInt, isAddress, numberToHex } from 'viem';
import { NodeError } from '../chains/call-node.js';
import { CONTRACTS } from '../chains/contracts.data.js';
import type { ChainSource, TokenInfo } from './chain-source.js';
import { decodeRead, type EvmRead, readContracts } from './evm-reads.js';
import { refuse } from './refuse.js';
import { RequestError, type Route, type RouteCall } from './route.js';
import type { RpcNode } from './rpc-node.js';

/** Services behind the routes of swaps. */
export interface ConvertServices {
  /** The exchange, at the same address on each eip155 chain. */
  readonly exchange: Hex;
  /** By CAIP-2 id. */
  readonly nodes: ReadonlyMap<string, RpcNode>;
  /** By CAIP-2 id. */
  readonly sources: ReadonlyMap<string, ChainSource>;
  /** Origin of the image service, which draws icons of tokens; `null`: tokens have none. */
  readonly images: string | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A swap can be mined for 20 minutes, as apps of exchanges have it. */
const DEADLINE_S = 1_200n;
/** Slippage is counted in hundredths of a percent. */
const BPS = 10_000n;
/** Gas limit while a swap cannot be estimated, as before its approval. */
const DEFAULT_GAS = 250_000n;
const MAX_UINT256 = 2n ** 256n - 1n;
const MAX_AMOUNT_DIGITS = 78;

const { abi } = CONTRACTS.Exchange;

const PERMIT_ABI = [
  {
    type: 'function',
    name: 'nonces',
    stateMutability: 'view',
    inputs: [{ name: 'owner', type: 'address' }],
    outputs: [{ name: '', type: 'uint256' }],
  },
] as const;

interface Located {
  readonly chainId: string;
  readonly address: Address;
}

/** Parts of a request that is for one chain. */
interface Chain {
  readonly node: RpcNode;
  readonly source: ChainSource;
}

const chainOf = ({ nodes, sources }: ConvertServices, chainId: string): Chain => {
  const [node, source] = [nodes.get(chainId), sources.get(chainId)];
  if (node === undefined || source === undefined || source.namespace !== 'eip155')
    throw refuse('query', 'chainId', `Swaps are not supported on ${chainId}.`);
  return { node, source };
};

const located = (name: string, text: unknown): Located => {
  const id = typeof text === 'string' ? text : '';
  const at = id.lastIndexOf(':');
  const address = id.slice(at + 1);
  if (at === -1 || !isAddress(address, { strict: false })) throw refuse('query', name, `${id || 'Nothing'} is not a CAIP-10 id of eip155.`);
  return { chainId: id.slice(0, at), address: getAddress(address) };
};

const readAmount = (text: unknown): bigint => {
  if (typeof text !== 'string' || !/^\d+$/.test(text) || text.length > MAX_AMOUNT_DIGITS || BigInt(text) > MAX_UINT256)
    throw refuse('query', 'amount', 'The amount is not a number of base units.');
  return BigInt(text);
};

/** Account and tokens of a request, which are on one chain. */
interface Pair extends Chain {
  readonly chainId: string;
  readonly user: Address;
  readonly from: Address;
  readonly to: Address;
}

const readPair = (services: ConvertServices, fields: { readonly [name: string]: unknown }): Pair => {
  const user = located('userAddress', fields['userAddress']);
  const [from, to] = [located('from', fields['from']), located('to', fields['to'])];
  const { chainId } = user;
  if (from.chainId !== chainId || to.chainId !== chainId)
    throw refuse('query', 'to', 'Both tokens have to be on the network of the account.');
  if (from.address === to.address) throw refuse('query', 'to', 'A token cannot be swapped for itself.');
  return { ...chainOf(services, chainId), chainId, user: user.address, from: from.address, to: to.address };
};

const fieldsOf = (query: URLSearchParams): { readonly [name: string]: unknown } => Object.fromEntries(query);

const isRevert = (error: unknown): boolean => error instanceof RequestError && error.cause instanceof NodeError;

/** Amount that the exchange gives now; `null` without liquidity. */
const quoteOf = async ({ exchange }: ConvertServices, { node, from, to }: Pair, amount: bigint): Promise<bigint | null> => {
  const read: EvmRead = { to: exchange, abi, functionName: 'quote', args: [from, to, amount] };
  const [data = null] = await readContracts(node, [read]);
  const received = decodeRead(read, data);
  return typeof received === 'bigint' ? received : null;
};

const gasPriceOf = async (node: RpcNode): Promise<bigint> => hexToBigInt(node.parse(quantitySchema, await node.call('eth_gasPrice', [])));

const quantitySchema = v.custom<Hex>((value) => typeof value === 'string' && /^0x[\da-f]+$/i.test(value));

const account = (chainId: string, address: Address): string => `${chainId}:${address}`;

const quotes = async (services: ConvertServices, { query }: RouteCall): Promise<unknown> => {
  const pair = readPair(services, fieldsOf(query));
  const amount = readAmount(query.get('amount'));
  const received = amount === 0n ? null : await quoteOf(services, pair, amount);
  if (received === null) return { quotes: [] };
  const { chainId, from, to } = pair;
  return {
    quotes: [
      {
        id: null,
        fromAmount: String(amount),
        fromAccount: account(chainId, from),
        toAmount: String(received),
        toAccount: account(chainId, to),
      },
    ],
  };
};

const showToken = ({ images }: ConvertServices, { chainId }: ChainSource, address: string, info: TokenInfo, eip2612: boolean) => ({
  name: info.name,
  symbol: info.symbol,
  address: `${chainId}:${address}`,
  decimals: info.decimals,
  logoUri: images === null ? null : `${images}/public/getTokenImage/${encodeURIComponent(info.symbol)}`,
  eip2612,
});

/** The coin, and the tokens with a pool. */
const tokens = async (services: ConvertServices, { query }: RouteCall): Promise<unknown> => {
  const { node, source } = chainOf(services, query.get('chainId') ?? '');
  const { exchange } = services;
  const list: EvmRead = { to: exchange, abi, functionName: 'tokens' };
  const coin: EvmRead = { to: exchange, abi, functionName: 'COIN' };
  const [listed = null, coinAddress = null] = await readContracts(node, [list, coin]);
  const addresses = v.parse(v.array(v.string()), decodeRead(list, listed) ?? []);
  const permits = addresses.map((to): EvmRead => ({ to, abi: PERMIT_ABI, functionName: 'nonces', args: [exchange] }));
  const [infos, nonces] = await Promise.all([
    source.describeTokens(addresses.map((address) => address.toLowerCase())),
    readContracts(node, permits),
  ]);
  const coinText = decodeRead(coin, coinAddress);
  return {
    tokens: [
      ...(typeof coinText === 'string' ? [showToken(services, source, coinText, source.coin, false)] : []),
      ...addresses.flatMap((address, index) => {
        const [info, permit] = [infos.get(address.toLowerCase()), permits[index]];
        if (info === undefined || permit === undefined) return [];
        return [showToken(services, source, address, info, decodeRead(permit, nonces[index] ?? null) !== null)];
      }),
    ],
  };
};

const allowance = async (services: ConvertServices, { query }: RouteCall): Promise<unknown> => {
  const user = located('userAddress', query.get('userAddress'));
  const token = located('tokenAddress', query.get('tokenAddress'));
  if (token.chainId !== user.chainId) throw refuse('query', 'tokenAddress', 'The token has to be on the network of the account.');
  const { node, source } = chainOf(services, user.chainId);
  // A coin needs no allowance.
  if (source.isCoin(token.address)) return { allowance: String(MAX_UINT256) };
  const read: EvmRead = { to: token.address, abi: erc20Abi, functionName: 'allowance', args: [user.address, services.exchange] };
  const [data = null] = await readContracts(node, [read]);
  const allowed = decodeRead(read, data);
  if (typeof allowed !== 'bigint') throw refuse('query', 'tokenAddress', `${token.address} is not a token.`);
  return { allowance: String(allowed) };
};

const feeHistorySchema = v.object({
  baseFeePerGas: v.pipe(v.array(quantitySchema), v.minLength(1)),
  reward: v.pipe(v.array(v.array(quantitySchema)), v.minLength(1)),
});
/** Percentiles of the tips of the last blocks: standard, fast and instant. */
const PERCENTILES = [25, 50, 90];

/** Base fee of the next block, and the tips of the last ones. @see EIP-1559 */
const gasPrices = async (services: ConvertServices, { query }: RouteCall): Promise<unknown> => {
  const { node } = chainOf(services, query.get('chainId') ?? '');
  const history = node.parse(feeHistorySchema, await node.call('eth_feeHistory', [numberToHex(10), 'latest', PERCENTILES]));
  const baseFee = hexToBigInt(history.baseFeePerGas.at(-1) ?? '0x0');
  const [standard, fast, instant] = PERCENTILES.map((_, at) => {
    const tips = history.reward.map((rewards) => hexToBigInt(rewards[at] ?? '0x0'));
    const highest = tips.reduce((high, tip) => (tip > high ? tip : high), 0n);
    return String(baseFee + highest);
  });
  return { standard, fast, instant };
};

const swapSchema = v.object({
  amount: v.string(),
  from: v.string(),
  to: v.string(),
  userAddress: v.string(),
  eip155: v.optional(v.object({ slippage: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(50)), 1) }), {}),
  disableEstimate: v.optional(v.boolean(), false),
});

const buildSwap = async (services: ConvertServices, { body }: RouteCall): Promise<unknown> => {
  const parsed = v.safeParse(swapSchema, body);
  if (!parsed.success) throw refuse('body', v.getDotPath(parsed.issues[0]) ?? 'body', parsed.issues[0].message);
  const { output } = parsed;
  const pair = readPair(services, output);
  const { node, source, chainId, user, from, to } = pair;
  const amount = readAmount(output.amount);
  const received = amount === 0n ? null : await quoteOf(services, pair, amount);
  if (received === null) throw refuse('body', 'amount', 'There is not enough liquidity.');
  const minimum = (received * (BPS - BigInt(Math.round((output.eip155.slippage ?? 1) * 100)))) / BPS;
  const deadline = BigInt(Math.floor(services.now() / 1_000)) + DEADLINE_S;
  const data = encodeFunctionData({ abi, functionName: 'swap', args: [from, to, amount, minimum, deadline] });
  const value = source.isCoin(from) ? amount : 0n;
  const { exchange } = services;
  const estimate = async (): Promise<bigint> => {
    const call = { from: user, to: exchange, data, value: numberToHex(value) };
    try {
      return hexToBigInt(node.parse(quantitySchema, await node.call('eth_estimateGas', [call])));
    } catch (error) {
      if (!isRevert(error)) throw error;
      throw refuse('body', 'userAddress', 'The exchange would refuse this swap: check balance and allowance.');
    }
  };
  const [gas, gasPrice] = await Promise.all([output.disableEstimate ? DEFAULT_GAS : estimate(), gasPriceOf(node)]);
  return {
    tx: {
      from: account(chainId, user),
      to: account(chainId, getAddress(exchange)),
      data,
      amount: String(amount),
      eip155: { gas: String(gas), gasPrice: String(gasPrice) },
    },
  };
};

/** An approval without a limit, which clients may lower: the request has no amount. */
const buildApproval = async (services: ConvertServices, { query }: RouteCall): Promise<unknown> => {
  const { node, source, chainId, user, from } = readPair(services, fieldsOf(query));
  if (source.isCoin(from)) throw refuse('query', 'from', 'The coin needs no approval.');
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [services.exchange, MAX_UINT256] });
  const call = { from: user, to: from, data };
  const [gas, gasPrice] = await Promise.all([node.call('eth_estimateGas', [call]), gasPriceOf(node)]);
  return {
    tx: {
      // The service names the token in both.
      from: account(chainId, from),
      to: account(chainId, from),
      data,
      value: '0',
      eip155: { gas: String(hexToBigInt(node.parse(quantitySchema, gas))), gasPrice: String(gasPrice) },
    },
  };
};

/** The routes of swaps: quotes, tokens, allowances, gas prices and transactions of the exchange on the chain. */
export const convertRoutes = (services: ConvertServices): readonly Route[] => [
  { method: 'GET', path: '/v1/convert/quotes', handle: (call) => quotes(services, call) },
  { method: 'GET', path: '/v1/convert/tokens', handle: (call) => tokens(services, call) },
  { method: 'GET', path: '/v1/convert/allowance', handle: (call) => allowance(services, call) },
  { method: 'GET', path: '/v1/convert/gas-price', handle: (call) => gasPrices(services, call) },
  { method: 'POST', path: '/v1/convert/build-transaction', handle: (call) => buildSwap(services, call) },
  { method: 'GET', path: '/v1/convert/build-approve', handle: (call) => buildApproval(services, call) },
];
