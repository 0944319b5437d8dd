import type { Clock } from '../../application/ports/clock.port.js';
import type { TransactionRequest } from '../../application/ports/transaction-request.js';
import { withTimeout } from '../../application/shared/with-timeout.js';
import { addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { toHexChainId } from '../../domain/network/hex-chain-id.js';
import { checkFee } from '../../domain/send/check-fee.js';
import { checkReviewed } from '../../domain/send/reviewed-transfer.js';
import { readTransferData, tokenOf, transferData } from './erc20-transfer.js';
import type { RpcRequestFn } from './estimate-fees.js';
import { type PricedRequest, priceTransaction, quoteFor } from './price-transaction.js';
import { toQuantity } from './rpc-call.js';

/** Limits how long a slow node may delay the wallet's prompt. */
const PRICING_TIMEOUT_MS = 5_000;

export interface SendParametersOptions {
  /** Sends requests to the wallet's own node. */
  readonly rpcRequest: RpcRequestFn;
  readonly clock: Clock;
  /** `true` if the account's own coin pays the fee, `false` for a smart account. */
  readonly paysFee: boolean;
}

/**
 * Builds the parameters of `eth_sendTransaction`. Rejects a transaction that the wallet's node reports as failing, before the prompt. A node
 * that fails or times out does not block sending, unless `speed` or `all` is set. Without a speed, the wallet sets the fee.
 * @throws LatchkeyError `send/…`; with `speed` or `all` also `wallet/…` or `network/…` if the node fails
 * @see https://ethereum.github.io/execution-apis/ eth_sendTransaction
 */
export const sendParameters = async (
  request: TransactionRequest,
  { rpcRequest, clock, paysFee }: SendParametersOptions,
): Promise<Readonly<Record<string, string>>> => {
  const isPriced = request.speed !== undefined || request.all === true;
  const pricing = priceTransaction(rpcRequest, request, paysFee);
  let priced: PricedRequest | null = null;
  try {
    priced = await (isPriced ? pricing : withTimeout(PRICING_TIMEOUT_MS, clock, pricing));
  } catch (error) {
    if (isPriced || (isLatchkeyError(error) && error.code.startsWith('send/'))) throw error;
  }
  const chainId = toHexChainId(chainIdOf(request.from));
  const { from, to, value, data, gas } = priced?.transaction ?? unpriced(request);
  const parameters = { from, to, value: toQuantity(value), chainId, ...(data === undefined ? {} : { data }) };
  if (priced === null || !isPriced) return { ...parameters, ...(gas === undefined ? {} : { gas: toQuantity(gas) }) };
  const { rate, maxFee: fee } = quoteFor(priced.quotes, request.speed);
  const amount = request.asset === undefined && data === undefined ? value : null;
  checkFee({ namespace: 'eip155', chainId: chainIdOf(request.from), fee, amount, maxFee: request.maxFee });
  switch (rate.type) {
    case 'eip1559':
      return {
        ...parameters,
        gas: toQuantity(rate.gasLimit),
        maxFeePerGas: toQuantity(rate.maxFeePerGas),
        maxPriorityFeePerGas: toQuantity(rate.maxPriorityFeePerGas),
      };
    case 'legacy':
      return { ...parameters, gas: toQuantity(rate.gasLimit), gasPrice: toQuantity(rate.gasPrice) };
    default:
      return parameters;
  }
};

/**
 * Compares the parameters of `eth_sendTransaction` with the transfer that the user has reviewed, if any.
 * @throws LatchkeyError `send/request-tampered`
 */
export const checkReviewedParameters = (
  { from, all = false, reviewed }: TransactionRequest,
  { to = '', value = '0x0', data = '0x', chainId }: Readonly<Record<string, string>>,
): void => {
  if (reviewed === undefined) return;
  const accountChainId = chainIdOf(from);
  if (chainId !== toHexChainId(accountChainId)) throw new LatchkeyError('send/request-tampered', { chainId: accountChainId });
  const transfer = readTransferData(data);
  const amount = transfer === null ? BigInt(value) : transfer.value;
  const passed = { chainId: accountChainId, value: all ? null : amount };
  checkReviewed(
    reviewed,
    transfer === null
      ? { ...passed, to, token: null, data }
      : { ...passed, to: transfer.to, token: to, ...(BigInt(value) === 0n ? {} : { data }) },
  );
};

const unpriced = ({ from, to, value, asset, data, gas }: TransactionRequest): PricedRequest['transaction'] => {
  const token = asset === undefined ? null : tokenOf(asset, chainIdOf(from));
  return token === null
    ? { from: addressOf(from), to, value, data, gas }
    : { from: addressOf(from), to: token, value: 0n, data: transferData(to, value), gas };
};
