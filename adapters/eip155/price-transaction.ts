import type { FeeQuote } from '../../application/ports/chain-services.js';
import type { TransactionRequest } from '../../application/ports/transaction-request.js';
import { addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { checkAmountRange } from '../../domain/send/max-amount.js';
import { checkRecipient } from './check-recipient.js';
import { balanceOfData, tokenOf, transferData } from './erc20-transfer.js';
import { estimateFees, type PricedTransaction, type RpcRequestFn } from './estimate-fees.js';
import { readQuantity } from './rpc-call.js';
import { sendError } from './send-errors.js';

/** A transaction ready to send, with its fee quotes. */
export interface PricedRequest {
  readonly transaction: PricedTransaction;
  /** Slowest first. */
  readonly quotes: readonly FeeQuote[];
}

/**
 * Rejects invalid requests without network access.
 * @throws LatchkeyError `address/…`, `send/invalid-amount`, `chain/unsupported`, `caip/invalid-asset-id`
 */
export const checkRequest = ({ from, to, value, asset, all = false, data }: TransactionRequest): void => {
  checkRecipient(to);
  if (asset !== undefined) tokenOf(asset, chainIdOf(from));
  // A contract call with data may send no value; a payment of zero is a mistake.
  if (!all && (value < 0n || (value === 0n && (data === undefined || asset !== undefined))))
    throw new LatchkeyError('send/invalid-amount', { value: value.toString() });
  if (!all) checkAmountRange('eip155', value);
};

/**
 * Builds and prices a transaction: a token transfer becomes a contract call, and `all` becomes the balance, less the fee if the account pays it.
 * @param paysFee `true` if the account's own coin pays the fee, `false` for a smart account (specification, section 6)
 * @throws LatchkeyError `send/above-balance`, `send/insufficient-fee-funds`, `send/refused`, `send/nonce-too-low`; errors of `rpcRequest`
 */
export const priceTransaction = async (rpcRequest: RpcRequestFn, request: TransactionRequest, paysFee: boolean): Promise<PricedRequest> => {
  const chainId = chainIdOf(request.from);
  const from = addressOf(request.from);
  const token = request.asset === undefined ? null : tokenOf(request.asset, chainId);
  const coins = readQuantity(await rpcRequest('eth_getBalance', [from, 'latest']));
  const balance = token === null ? coins : readQuantity(await rpcRequest('eth_call', [{ to: token, data: balanceOfData(from) }, 'latest']));
  const asset = token === null ? null : (request.asset ?? null);
  const aboveBalance = (value: bigint): LatchkeyError =>
    new LatchkeyError('send/above-balance', { chainId, asset, value: value.toString(), balance: balance.toString() });
  if (request.all === true && balance === 0n) throw aboveBalance(0n);
  if (request.all !== true && request.value > balance) throw aboveBalance(request.value);
  const amount = request.all === true ? balance : request.value;
  const draft: PricedTransaction =
    token === null
      ? // The gas of a plain transfer does not depend on the amount; estimating with the whole balance would leave nothing for the fee.
        { from, to: request.to, value: request.all === true ? 1n : amount, data: request.data, gas: request.gas }
      : { from, to: token, value: 0n, data: transferData(request.to, amount), gas: request.gas };
  const quotes = await quote(rpcRequest, draft, chainId);
  const selected = quoteFor(quotes, request.speed);
  const spent = token === null && request.all !== true ? amount : 0n;
  // Without a chosen speed the user may pick the cheapest quote.
  const minFee = request.speed === undefined ? (quotes[0]?.fee ?? 0n) : selected.maxFee;
  const requiredFee = token === null && request.all === true ? selected.maxFee + 1n : minFee;
  if (paysFee && coins < spent + requiredFee)
    throw new LatchkeyError('send/insufficient-fee-funds', { chainId, fee: requiredFee.toString(), balance: (coins - spent).toString() });
  if (token !== null || request.all !== true) return { transaction: draft, quotes };
  return { transaction: { ...draft, value: paysFee ? coins - selected.maxFee : coins }, quotes };
};

/** The quote of a speed, or the only quote of a chain that has one. */
export const quoteFor = (quotes: readonly FeeQuote[], speed: TransactionRequest['speed'] = 'normal'): FeeQuote => {
  const found = quotes.find((each) => each.speed === speed) ?? quotes[0];
  if (found === undefined) throw new Error('No fee quotes');
  return found;
};

const quote = async (rpcRequest: RpcRequestFn, draft: PricedTransaction, chainId: string): Promise<readonly FeeQuote[]> => {
  try {
    return await estimateFees(rpcRequest, draft);
  } catch (error) {
    throw sendError(error, chainId) ?? error;
  }
};
