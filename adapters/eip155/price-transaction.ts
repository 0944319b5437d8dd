import type { FeeQuote } from '../../application/ports/chain-services.js';
import type { TransactionRequest } from '../../application/ports/transaction-request.js';
import { addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { checkRecipient } from './check-recipient.js';
import { balanceOfData, tokenOf, transferData } from './erc20-transfer.js';
import { type AskNode, estimateFees, type PricedTransaction } from './estimate-fees.js';
import { readQuantity } from './node-call.js';
import { sendError } from './send-errors.js';

/** A transaction as it would be sent now, and what it costs. */
export interface PricedRequest {
  readonly transaction: PricedTransaction;
  /** The slowest first. */
  readonly quotes: readonly FeeQuote[];
}

/**
 * Refuses what can be told to be wrong without asking anybody.
 * @throws LatchkeyError `address/…`, `send/invalid-amount`, `chain/unsupported`, `caip/invalid-asset-id`
 */
export const checkRequest = ({ from, to, value, asset, all = false, data }: TransactionRequest): void => {
  checkRecipient(to);
  if (asset !== undefined) tokenOf(asset, chainIdOf(from));
  // A call may carry nothing, and says so by its data; a payment of nothing is a mistake.
  if (!all && (value < 0n || (value === 0n && (data === undefined || asset !== undefined))))
    throw new LatchkeyError('send/invalid-amount', { value: value.toString() });
};

/**
 * Makes a request a transaction and prices it: a token's transfer becomes its call, and `all` what is there less the fee.
 * @param paysFee whether the account's own coin pays for the fee, as it does unless it is a smart account (specification, section 6)
 * @throws LatchkeyError `send/above-balance`, `send/insufficient-fee-funds`, `send/refused`, `send/nonce-too-low`; what `ask` rejects with
 */
export const priceTransaction = async (ask: AskNode, request: TransactionRequest, paysFee: boolean): Promise<PricedRequest> => {
  const chainId = chainIdOf(request.from);
  const from = addressOf(request.from);
  const token = request.asset === undefined ? null : tokenOf(request.asset, chainId);
  const coins = readQuantity(await ask('eth_getBalance', [from, 'latest']));
  const balance = token === null ? coins : readQuantity(await ask('eth_call', [{ to: token, data: balanceOfData(from) }, 'latest']));
  const asset = token === null ? null : (request.asset ?? null);
  const above = (value: bigint): LatchkeyError =>
    new LatchkeyError('send/above-balance', { chainId, asset, value: value.toString(), balance: balance.toString() });
  if (request.all === true && balance === 0n) throw above(0n);
  if (request.all !== true && request.value > balance) throw above(request.value);
  const amount = request.all === true ? balance : request.value;
  const draft: PricedTransaction =
    token === null
      ? // What a plain transfer takes does not depend on its amount; with all of it there would be nothing left for the fee.
        { from, to: request.to, value: request.all === true ? 1n : amount, data: request.data, gas: request.gas }
      : { from, to: token, value: 0n, data: transferData(request.to, amount), gas: request.gas };
  const quotes = await quote(ask, draft, chainId);
  const chosen = quoteFor(quotes, request.speed);
  const spent = token === null && request.all !== true ? amount : 0n;
  // The person may take the cheapest way where none was chosen.
  const least = request.speed === undefined ? (quotes[0]?.fee ?? 0n) : chosen.maxFee;
  const mustPay = token === null && request.all === true ? chosen.maxFee + 1n : least;
  if (paysFee && coins < spent + mustPay)
    throw new LatchkeyError('send/insufficient-fee-funds', { chainId, fee: mustPay.toString(), balance: (coins - spent).toString() });
  return { transaction: token === null && request.all === true ? { ...draft, value: coins - chosen.maxFee } : draft, quotes };
};

/** The quote of a speed; where the chain knows one only, that one. */
export const quoteFor = (quotes: readonly FeeQuote[], speed: TransactionRequest['speed'] = 'normal'): FeeQuote => {
  const found = quotes.find((each) => each.speed === speed) ?? quotes[0];
  if (found === undefined) throw new Error('Every chain has a fee');
  return found;
};

const quote = async (ask: AskNode, draft: PricedTransaction, chainId: string): Promise<readonly FeeQuote[]> => {
  try {
    return await estimateFees(ask, draft);
  } catch (error) {
    throw sendError(error, chainId) ?? error;
  }
};
