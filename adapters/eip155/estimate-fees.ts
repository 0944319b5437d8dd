import * as v from 'valibot';
import type { FeeQuote, FeeRate } from '../../application/ports/chain-services.js';
import type { FeeSpeed } from '../../domain/send/fee-speed.js';
import { asRecord, filteredArrayOrEmpty, parseOrNull } from '../../domain/wire.js';
import { readQuantity, toQuantity } from './rpc-call.js';

/** Sends a JSON-RPC request to a node. Rejects on an error response or when the node cannot be read. */
export type RpcRequestFn = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** A transaction to price; amounts in wei. */
export interface PricedTransaction {
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly data?: string | undefined;
  /** The gas limit, if the caller sets one. */
  readonly gas?: bigint | undefined;
}

/** Gas of a plain transfer. @see https://ethereum.github.io/yellowpaper/paper.pdf appendix G, G_transaction */
const TRANSFER_GAS = 21_000n;
/** Number of blocks of fee history, hex. */
const HISTORY_BLOCKS = '0xa';
/** Percentiles of paid tips for slow, normal and fast. */
const PERCENTILES = [10, 50, 90];
const SPEEDS: readonly FeeSpeed[] = ['slow', 'normal', 'fast'];
/**
 * Share of the next base fee to reserve, in percent: it grows by at most an eighth per block.
 * @see https://eips.ethereum.org/EIPS/eip-1559
 */
const RESERVE_PERCENT: readonly bigint[] = [130n, 200n, 200n];
/** Gas use depends on chain state at execution: adds a fifth to the estimate. */
const GAS_MARGIN_PERCENT = 120n;

/**
 * OP Stack contract that quotes the L1 data fee; other chains have no contract at this address.
 * @see https://specs.optimism.io/protocol/predeploys.html#gaspriceoracle
 */
const DATA_FEE_ORACLE = '0x420000000000000000000000000000000000000F';
/** Selector of `getL1FeeUpperBound(uint256)`. @see https://specs.optimism.io/protocol/fjord/predeploys.html */
const DATA_FEE = '0xf1c7a58b';
/** Size of an unsigned transaction without its call data. */
const ENVELOPE_BYTES = 120;
/** The L1 fee may change until the transaction is included. */
const DATA_FEE_MARGIN_PERCENT = 130n;

/**
 * Estimates the cost of a transaction, slowest first; one `normal` quote on a chain without a base fee.
 * @throws the node's error when it rejects the estimate
 * @see https://eips.ethereum.org/EIPS/eip-1559
 */
export const estimateFees = async (rpcRequest: RpcRequestFn, transaction: PricedTransaction): Promise<readonly FeeQuote[]> => {
  const [gasLimit, rates, dataFee] = await Promise.all([
    estimateGas(rpcRequest, transaction),
    readRates(rpcRequest),
    readDataFee(rpcRequest, transaction),
  ]);
  return rates.map(({ speed, maxPerGas, likelyPerGas, tip }) => {
    const rate: FeeRate =
      tip === null
        ? { type: 'legacy', gasLimit, gasPrice: maxPerGas }
        : { type: 'eip1559', gasLimit, maxFeePerGas: maxPerGas, maxPriorityFeePerGas: tip };
    const maxFee = gasLimit * maxPerGas + (dataFee * DATA_FEE_MARGIN_PERCENT) / 100n;
    return { speed, fee: gasLimit * likelyPerGas + dataFee, maxFee, rate };
  });
};

const estimateGas = async (rpcRequest: RpcRequestFn, { from, to, value, data, gas }: PricedTransaction): Promise<bigint> => {
  if (gas !== undefined) return gas;
  const call = { from, to, value: toQuantity(value), ...(data === undefined ? {} : { data }) };
  const estimate = readQuantity(await rpcRequest('eth_estimateGas', [call]));
  return estimate <= TRANSFER_GAS ? estimate : (estimate * GAS_MARGIN_PERCENT) / 100n;
};

/** The L1 data fee in wei; 0 on chains without one. */
const readDataFee = async (rpcRequest: RpcRequestFn, { data = '0x' }: PricedTransaction): Promise<bigint> => {
  const size = ENVELOPE_BYTES + (data.length - 2) / 2;
  const call = { to: DATA_FEE_ORACLE, data: `${DATA_FEE}${Math.ceil(size).toString(16).padStart(64, '0')}` };
  const result = await rpcRequest('eth_call', [call, 'latest']).catch(() => '0x');
  return typeof result === 'string' && /^0x[0-9a-f]{64}$/i.test(result) ? BigInt(result) : 0n;
};

interface Rate {
  readonly speed: FeeSpeed;
  readonly maxPerGas: bigint;
  readonly likelyPerGas: bigint;
  /** `null` on chains without a base fee. */
  readonly tip: bigint | null;
}

const historySchema = v.object({ baseFeePerGas: filteredArrayOrEmpty(v.unknown()), reward: filteredArrayOrEmpty(v.array(v.unknown())) });

const readRates = async (rpcRequest: RpcRequestFn): Promise<readonly Rate[]> => {
  const history = await rpcRequest('eth_feeHistory', [HISTORY_BLOCKS, 'latest', PERCENTILES]).catch(() => null);
  const { baseFeePerGas: bases, reward } = parseOrNull(historySchema, history) ?? { baseFeePerGas: [], reward: [] };
  const baseFee = bases.length === 0 ? null : readQuantity(bases.at(-1));
  // Nodes of chains without a base fee return no fee history, or one of zeros.
  if (baseFee === null || bases.every((base) => readQuantity(base) === 0n)) {
    const { baseFeePerGas } = asRecord(await rpcRequest('eth_getBlockByNumber', ['latest', false]));
    if (baseFeePerGas === undefined) {
      const gasPrice = readQuantity(await rpcRequest('eth_gasPrice', []));
      return [{ speed: 'normal', maxPerGas: gasPrice, likelyPerGas: gasPrice, tip: null }];
    }
  }
  const base = baseFee ?? 0n;
  const tips = await readTips(rpcRequest, reward, base);
  return SPEEDS.map((speed, index) => {
    const tip = tips[index] ?? 0n;
    return { speed, maxPerGas: (base * (RESERVE_PERCENT[index] ?? 200n)) / 100n + tip, likelyPerGas: base + tip, tip };
  });
};

/** The usual tip of each speed: the median of recent blocks that have tips, else the node's suggestion. */
const readTips = async (
  rpcRequest: RpcRequestFn,
  rewards: readonly (readonly unknown[])[],
  baseFee: bigint,
): Promise<readonly bigint[]> => {
  const tips: bigint[] = [];
  for (const index of PERCENTILES.keys()) {
    const paid = rewards
      .map((tips) => tips[index])
      .filter((tip) => tip !== undefined)
      .map(readQuantity)
      .filter((tip) => tip > 0n)
      .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const usual = paid[paid.length >> 1] ?? (await suggestedTip(rpcRequest, baseFee));
    const slower = tips.at(-1) ?? 0n;
    tips.push(usual > slower ? usual : slower);
  }
  return tips;
};

/** @see https://ethereum.github.io/execution-apis/ eth_maxPriorityFeePerGas, which some nodes do not support */
const suggestedTip = async (rpcRequest: RpcRequestFn, baseFee: bigint): Promise<bigint> => {
  try {
    return readQuantity(await rpcRequest('eth_maxPriorityFeePerGas', []));
  } catch {
    const gasPrice = readQuantity(await rpcRequest('eth_gasPrice', []));
    return gasPrice > baseFee ? gasPrice - baseFee : 0n;
  }
};
