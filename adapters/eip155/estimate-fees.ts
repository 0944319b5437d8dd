import * as v from 'valibot';
import type { FeeQuote, FeeRate } from '../../application/ports/chain-services.js';
import type { FeeSpeed } from '../../application/ports/transaction-request.js';
import { fittingItems, membersOf, read } from '../../domain/wire.js';
import { readQuantity, toQuantity } from './node-call.js';

/** Asks a node. Rejects when it refuses or cannot be read. */
export type AskNode = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** A transaction as a node is asked about it; amounts in wei. */
export interface PricedTransaction {
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly data?: string | undefined;
  /** The gas limit, where the caller insists on one. */
  readonly gas?: bigint | undefined;
}

/** What a plain transfer takes. @see https://ethereum.github.io/yellowpaper/paper.pdf appendix G, G_transaction */
const TRANSFER_GAS = 21_000n;
/** So many blocks are looked back on, hex. */
const BLOCKS = '0xa';
/** Of the tips that were paid in a block, these percentiles are slow, normal and fast. */
const PERCENTILES = [10, 50, 90];
const SPEEDS: readonly FeeSpeed[] = ['slow', 'normal', 'fast'];
/** How much of the next base fee is reserved, in percent: it grows by at most an eighth a block. @see https://eips.ethereum.org/EIPS/eip-1559 */
const RESERVE_PERCENT: readonly bigint[] = [130n, 200n, 200n];
/** What a call takes depends on the state that it meets: a fifth more than was estimated. */
const GAS_MARGIN_PERCENT = 120n;

/**
 * Where chains of the OP Stack tell what putting a transaction's data on the chain below costs; nothing stands there elsewhere.
 * @see https://specs.optimism.io/protocol/predeploys.html#gaspriceoracle
 */
const DATA_FEE_ORACLE = '0x420000000000000000000000000000000000000F';
/** First four bytes of the hash of `getL1FeeUpperBound(uint256)`. @see https://specs.optimism.io/protocol/fjord/predeploys.html */
const DATA_FEE = '0xf1c7a58b';
/** Bytes of a transaction besides its call data, without its signature. */
const ENVELOPE_BYTES = 120;
/** The price of the chain below changes until the transaction is in a block. */
const DATA_FEE_MARGIN_PERCENT = 130n;

/**
 * What a transaction would cost, the slowest first; one `normal` quote on a chain without a base fee.
 * @throws what the node's refusal to estimate rejects with
 * @see https://eips.ethereum.org/EIPS/eip-1559
 */
export const estimateFees = async (ask: AskNode, transaction: PricedTransaction): Promise<readonly FeeQuote[]> => {
  const [gasLimit, rates, dataFee] = await Promise.all([estimateGas(ask, transaction), readRates(ask), readDataFee(ask, transaction)]);
  return rates.map(({ speed, maxPerGas, likelyPerGas, tip }) => {
    const rate: FeeRate =
      tip === null
        ? { type: 'legacy', gasLimit, gasPrice: maxPerGas }
        : { type: 'eip1559', gasLimit, maxFeePerGas: maxPerGas, maxPriorityFeePerGas: tip };
    const maxFee = gasLimit * maxPerGas + (dataFee * DATA_FEE_MARGIN_PERCENT) / 100n;
    return { speed, fee: gasLimit * likelyPerGas + dataFee, maxFee, rate };
  });
};

const estimateGas = async (ask: AskNode, { from, to, value, data, gas }: PricedTransaction): Promise<bigint> => {
  if (gas !== undefined) return gas;
  const asked = { from, to, value: toQuantity(value), ...(data === undefined ? {} : { data }) };
  const estimate = readQuantity(await ask('eth_estimateGas', [asked]));
  return estimate <= TRANSFER_GAS ? estimate : (estimate * GAS_MARGIN_PERCENT) / 100n;
};

/** What the chain below asks for, in wei; 0 where there is none. */
const readDataFee = async (ask: AskNode, { data = '0x' }: PricedTransaction): Promise<bigint> => {
  const size = ENVELOPE_BYTES + (data.length - 2) / 2;
  const call = { to: DATA_FEE_ORACLE, data: `${DATA_FEE}${Math.ceil(size).toString(16).padStart(64, '0')}` };
  const answer = await ask('eth_call', [call, 'latest']).catch(() => '0x');
  return typeof answer === 'string' && /^0x[0-9a-f]{64}$/i.test(answer) ? BigInt(answer) : 0n;
};

interface Rate {
  readonly speed: FeeSpeed;
  readonly maxPerGas: bigint;
  readonly likelyPerGas: bigint;
  /** `null` where the chain has no base fee. */
  readonly tip: bigint | null;
}

const historySchema = v.object({ baseFeePerGas: fittingItems(v.unknown()), reward: fittingItems(v.array(v.unknown())) });

const readRates = async (ask: AskNode): Promise<readonly Rate[]> => {
  const history = await ask('eth_feeHistory', [BLOCKS, 'latest', PERCENTILES]).catch(() => null);
  const { baseFeePerGas: bases, reward } = read(historySchema, history) ?? { baseFeePerGas: [], reward: [] };
  const baseFee = bases.length === 0 ? null : readQuantity(bases.at(-1));
  // Nodes of chains without a base fee know no history of it, or give one of zeros.
  if (baseFee === null || bases.every((base) => readQuantity(base) === 0n)) {
    const { baseFeePerGas } = membersOf(await ask('eth_getBlockByNumber', ['latest', false]));
    if (baseFeePerGas === undefined) {
      const gasPrice = readQuantity(await ask('eth_gasPrice', []));
      return [{ speed: 'normal', maxPerGas: gasPrice, likelyPerGas: gasPrice, tip: null }];
    }
  }
  const base = baseFee ?? 0n;
  const tips = await readTips(ask, reward, base);
  return SPEEDS.map((speed, index) => {
    const tip = tips[index] ?? 0n;
    return { speed, maxPerGas: (base * (RESERVE_PERCENT[index] ?? 200n)) / 100n + tip, likelyPerGas: base + tip, tip };
  });
};

/** The usual tip of each speed: the middle one of the last blocks that had any; where there was none, what the node suggests. */
const readTips = async (ask: AskNode, rewards: readonly (readonly unknown[])[], baseFee: bigint): Promise<readonly bigint[]> => {
  const tips: bigint[] = [];
  for (const index of PERCENTILES.keys()) {
    const paid = rewards
      .map((tips) => tips[index])
      .filter((tip) => tip !== undefined)
      .map(readQuantity)
      .filter((tip) => tip > 0n)
      .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const usual = paid[paid.length >> 1] ?? (await suggestedTip(ask, baseFee));
    const slower = tips.at(-1) ?? 0n;
    tips.push(usual > slower ? usual : slower);
  }
  return tips;
};

/** @see https://ethereum.github.io/execution-apis/ eth_maxPriorityFeePerGas, which some nodes do not have */
const suggestedTip = async (ask: AskNode, baseFee: bigint): Promise<bigint> => {
  try {
    return readQuantity(await ask('eth_maxPriorityFeePerGas', []));
  } catch {
    const gasPrice = readQuantity(await ask('eth_gasPrice', []));
    return gasPrice > baseFee ? gasPrice - baseFee : 0n;
  }
};
