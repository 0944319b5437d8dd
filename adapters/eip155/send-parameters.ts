import type { Clock } from '../../application/ports/clock.port.js';
import type { TransactionRequest } from '../../application/ports/transaction-request.js';
import { within } from '../../application/shared/within.js';
import { addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { toHexChainId } from '../../domain/network/hex-chain-id.js';
import { tokenOf, transferData } from './erc20-transfer.js';
import type { AskNode } from './estimate-fees.js';
import { toQuantity } from './node-call.js';
import { type PricedRequest, priceTransaction, quoteFor } from './price-transaction.js';

/** The person waits for the wallet's window: a slow node may hold it back for so long. */
const LOOK_TIMEOUT_MS = 5_000;

/** What the parameters are made with. */
export interface SendParametersOptions {
  /** Asks the wallet's own node. */
  readonly ask: AskNode;
  readonly clock: Clock;
  readonly paysFee: boolean;
}

/**
 * The parameters of `eth_sendTransaction`. What would fail is refused before the wallet is asked, as far as its node can tell; one
 * that cannot be read holds nothing up, unless the fee has to be known for what is sent. Without a speed the wallet sets the fee.
 * @throws LatchkeyError `send/…`; `wallet/…` or `network/…` when `speed` or `all` needs a node that cannot be read
 * @see https://ethereum.github.io/execution-apis/ eth_sendTransaction
 */
export const sendParameters = async (
  request: TransactionRequest,
  { ask, clock, paysFee }: SendParametersOptions,
): Promise<Readonly<Record<string, string>>> => {
  const isPriced = request.speed !== undefined || request.all === true;
  const pricing = priceTransaction(ask, request, paysFee);
  let priced: PricedRequest | null = null;
  try {
    priced = await (isPriced ? pricing : within(LOOK_TIMEOUT_MS, clock, pricing));
  } catch (error) {
    if (isPriced || (isLatchkeyError(error) && error.code.startsWith('send/'))) throw error;
  }
  const chainId = toHexChainId(chainIdOf(request.from));
  const { from, to, value, data, gas } = priced?.transaction ?? unpriced(request);
  const parameters = { from, to, value: toQuantity(value), chainId, ...(data === undefined ? {} : { data }) };
  if (priced === null || !isPriced) return { ...parameters, ...(gas === undefined ? {} : { gas: toQuantity(gas) }) };
  const { rate } = quoteFor(priced.quotes, request.speed);
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

const unpriced = ({ from, to, value, asset, data, gas }: TransactionRequest): PricedRequest['transaction'] => {
  const token = asset === undefined ? null : tokenOf(asset, chainIdOf(from));
  return token === null
    ? { from: addressOf(from), to, value, data, gas }
    : { from: addressOf(from), to: token, value: 0n, data: transferData(to, value), gas };
};
