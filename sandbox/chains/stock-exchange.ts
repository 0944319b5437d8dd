import { encodeFunctionData, formatUnits, type Hex, parseUnits } from 'viem';
import { latestPriceOf } from '../blockchain-api/stock-prices.js';
import { callAll, type OpenCall } from './call-all.js';
import { CONTRACTS } from './contracts.data.js';
import type { ChainContracts } from './deploy-contracts.js';
import type { SandboxToken } from './sandbox-token.js';

/** Coins in each pool. */
const COINS = parseUnits('2000', 18);
/** Decimals of prices. */
const PRICE_DECIMALS = 8;

const exactPrice = (symbol: string | null): bigint => {
  const price = symbol === null ? undefined : latestPriceOf(symbol);
  return price === undefined ? 0n : parseUnits(String(price), PRICE_DECIMALS);
};

/**
 * Gives the exchange of a chain its first liquidity: a pool for each token, at the sandbox's prices. Tokens without a price have none.
 * @throws Error when the transaction fails
 */
export const stockExchange = async (
  rpcUrl: string,
  { exchange }: Pick<ChainContracts, 'exchange'>,
  coinSymbol: string,
  tokens: readonly SandboxToken[],
): Promise<void> => {
  const coinPrice = exactPrice(coinSymbol);
  const calls = tokens.flatMap(({ asset, symbol, decimals }): readonly OpenCall[] => {
    const price = exactPrice(symbol);
    if (price === 0n) return [];
    // Taken from the id: `eip155:1/erc20:0x…`.
    const to = asset.slice(asset.lastIndexOf(':') + 1) as Hex;
    const amount = parseUnits(formatUnits((COINS * coinPrice) / price, 18), decimals);
    const mint = encodeFunctionData({ abi: CONTRACTS.SandboxToken.abi, functionName: 'mint', args: [exchange, amount] });
    const add = encodeFunctionData({ abi: CONTRACTS.Exchange.abi, functionName: 'add', args: [to] });
    return [
      { to, data: mint },
      { to: exchange, data: add, value: COINS },
    ];
  });
  await callAll(rpcUrl, calls);
};
