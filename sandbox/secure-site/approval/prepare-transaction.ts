import { type EvmTransaction, RefusedRequest } from './approval-request.js';
import type { RequestedTransaction } from './read-request.js';

/** Sends a request to the node of the chain. @throws any error of the node */
export type CallChain = (method: string, params: readonly unknown[]) => Promise<unknown>;

const toHex = (value: bigint | number): string => `0x${value.toString(16)}`;

/** Parses a number in hex. @throws RefusedRequest for a response that is none */
export const quantity = (value: unknown): bigint => {
  if (typeof value !== 'string' || !/^0x[\da-f]+$/i.test(value)) throw new RefusedRequest('The network sent a malformed response');
  return BigInt(value);
};

export const baseFee = (block: unknown): bigint => {
  const fee: unknown = typeof block === 'object' && block !== null ? Reflect.get(block, 'baseFeePerGas') : undefined;
  return fee === undefined ? 0n : quantity(fee);
};

const estimateGas = async (call: CallChain, from: string, { to, value, data }: RequestedTransaction): Promise<bigint> => {
  try {
    const estimated = quantity(await call('eth_estimateGas', [{ from, ...(to === null ? {} : { to }), value: toHex(value), data }]));
    // The state may change until it is mined. A plain transfer never needs more.
    return data === '0x' && estimated === 21_000n ? estimated : (estimated * 12n) / 10n;
  } catch (error) {
    throw new RefusedRequest(`The network expects this transaction to fail: ${error instanceof Error ? error.message : 'unknown reason'}`);
  }
};

/**
 * Completes a transaction: number, gas and fees that the app did not set.
 * @throws RefusedRequest if the network expects it to fail
 */
export const prepareTransaction = async (requested: RequestedTransaction, from: string, call: CallChain): Promise<EvmTransaction> => {
  const { to, value, data } = requested;
  const [nonce, gas, block, suggested] = await Promise.all([
    requested.nonce ?? call('eth_getTransactionCount', [from, 'pending']).then((count) => Number(quantity(count))),
    requested.gas ?? estimateGas(call, from, requested),
    requested.maxFeePerGas === null ? call('eth_getBlockByNumber', ['latest', false]) : null,
    requested.maxPriorityFeePerGas ?? call('eth_maxPriorityFeePerGas', []).then(quantity),
  ]);
  // Twice the base fee covers six full blocks in a row.
  const maxFeePerGas = requested.maxFeePerGas ?? baseFee(block) * 2n + suggested;
  const maxPriorityFeePerGas = suggested < maxFeePerGas ? suggested : maxFeePerGas;
  return { to, value, data, nonce, gas, maxFeePerGas, maxPriorityFeePerGas };
};
