import type { AssetId } from '../caip/caip-19.js';
import type { NativeBalance } from '../connection/connection-state.js';
import type { LatchkeyError } from '../errors/latchkey-error.js';
import { parseUnits } from '../money/units.js';
import { isSameAsset } from '../tokens/token-address.js';
import type { TokenBalance } from '../tokens/token-balance.js';
import { attempt } from '../wire.js';
import type { SwapToken } from './parse-swap.js';
import { INITIAL_GAS_LIMIT, minimumReceived, type PricedAmount, priceImpactBps, providerFee } from './swap-figures.js';
import { EMPTY_SWAP_FORM, type SwapFormState } from './swap-form-state.js';

/** The response of the service to what was entered. */
export interface SwapOffer {
  /** Base units of the source. */
  readonly sent: bigint;
  /** Base units of the target. */
  readonly received: bigint;
  /** Amount of the source that the exchange may take; `null` if it could not be read. */
  readonly allowance: bigint | null;
  /** Of one whole unit, in US dollars; `null` if unknown. */
  readonly sourcePriceUsd: number | null;
  readonly targetPriceUsd: number | null;
}

/** Figures that the service gives for what was entered. */
export interface SwapReading {
  /** `null` until what was entered is complete, and read. */
  readonly offer: SwapOffer | null;
  /** Wei; `null` while it is not known. */
  readonly gasPrice: bigint | null;
  readonly isQuoting: boolean;
  /** Reason why there is no offer. */
  readonly quoteError: LatchkeyError | null;
  /** Balance of the token that is given, as the chain has it: lists of wallets and services may lack it. `null` for the coin, and until it is read. */
  readonly chainBalance: { readonly asset: AssetId; readonly value: bigint } | null;
}

/** Nothing is read. */
export const NO_READING: SwapReading = { offer: null, gasPrice: null, isQuoting: false, quoteError: null, chainBalance: null };

/** The tokens that can be swapped. */
export interface SwapTokens {
  /** `null` until they are read. */
  readonly tokens: readonly SwapToken[] | null;
  readonly tokensError: LatchkeyError | null;
}

/** Nothing is read. */
export const NO_SWAP_TOKENS: SwapTokens = { tokens: null, tokensError: null };

/** Reason why a swap cannot be sent yet, in the order in which a form is filled in. */
export type SwapFault =
  | 'token-missing'
  | 'amount-missing'
  | 'incorrect-amount'
  | 'insufficient-balance'
  | 'insufficient-fee-funds'
  | 'no-quote';

/** The swap that the user enters: what was entered, what it gives and costs, and what is missing. */
export interface SwapState extends SwapFormState, SwapReading, SwapTokens {
  /** Coins and tokens that the account holds on the network; `null` until it is read. */
  readonly held: readonly TokenBalance[] | null;
  /** Balance of the source in base units; `null` while it is not known. */
  readonly sourceBalance: bigint | null;
  /** Balance of the coin, which pays for the network fee; `null` until it is read. */
  readonly coin: NativeBalance | null;
  /** Price of one whole coin in US dollars; `null` if unknown. */
  readonly coinPriceUsd: number | null;
  /** Base units of the source; `null` without a valid amount. */
  readonly sent: bigint | null;
  /** Base units of the target, as quoted; `null` while it is not known. */
  readonly received: bigint | null;
  /** The least that the swap gives, or it fails: base units of the target. */
  readonly minimum: bigint | null;
  /** Fee of the service, contained in what the swap gives: base units of the source. */
  readonly serviceFee: bigint | null;
  /** The share of the value that is lost, in hundredths of a percent; `null` without prices. */
  readonly priceImpactBps: number | null;
  /** Expected network fee of the swap in base units of the coin; 0 if it is sponsored, `null` while it is not known. */
  readonly networkFee: bigint | null;
  /** The account pays no network fee itself, or need not hold the coin for it. */
  readonly isSponsored: boolean;
  /** The exchange has to be allowed to take the source first; `null` while it is not known. */
  readonly needsApproval: boolean | null;
  /** Missing or wrong entry; `null` if the swap can be reviewed. */
  readonly fault: SwapFault | null;
}

/** Sources of a {@link SwapState}. */
export interface SwapSources {
  readonly form: SwapFormState;
  readonly reading: SwapReading;
  readonly list: SwapTokens;
  readonly held: readonly TokenBalance[] | null;
  readonly coin: NativeBalance | null;
  readonly isSponsored: boolean;
}

const balanceOf = (
  token: SwapToken,
  { held, coin, reading: { chainBalance } }: Pick<SwapSources, 'held' | 'coin' | 'reading'>,
): bigint | null => {
  if (token.asset === null) return coin?.value ?? null;
  if (chainBalance !== null && isSameAsset(chainBalance.asset, token.asset)) return chainBalance.value;
  if (held === null) return null;
  return held.find(({ asset }) => isSameAsset(asset, token.asset))?.value ?? 0n;
};

/** Amount that is given: everything, less the fee if it is paid in the same coin. `null`: no valid amount, or not known yet. */
const sentOf = ({ source, amount, isMax }: SwapFormState, balance: bigint | null, networkFee: bigint | null): bigint | null => {
  if (source === null) return null;
  if (!isMax) return attempt(() => parseUnits(amount, source.decimals)) ?? null;
  if (balance === null) return null;
  if (source.asset !== null) return balance;
  if (networkFee === null) return null;
  return balance > networkFee ? balance - networkFee : 0n;
};

/** The amount to quote, for a form that is complete; `null` otherwise. */
export const quotedAmount = (sources: SwapSources): bigint | null => {
  const { form } = sources;
  const { source, target } = form;
  if (source === null || target === null) return null;
  const sent = sentOf(form, balanceOf(source, sources), networkFeeOf(sources));
  return sent === null || sent === 0n ? null : sent;
};

const networkFeeOf = ({ reading, isSponsored }: SwapSources): bigint | null => {
  if (isSponsored) return 0n;
  return reading.gasPrice === null ? null : reading.gasPrice * INITIAL_GAS_LIMIT;
};

const faultOf = (form: SwapFormState, { sent, balance, coin, networkFee, hasOffer }: Faultable): SwapFault | null => {
  const { source, target, amount, isMax } = form;
  if (source === null || target === null) return 'token-missing';
  if (!isMax && amount.trim() === '') return 'amount-missing';
  if (sent !== null && balance !== null && sent > balance) return 'insufficient-balance';
  if (isMax && (balance === 0n || sent === 0n)) return 'insufficient-balance';
  if (sent === 0n || (sent === null && !isMax)) return 'incorrect-amount';
  const spent = source.asset === null ? (sent ?? 0n) : 0n;
  // Of everything of the coin, the fee is taken off.
  const isLeft = isMax && source.asset === null;
  if (!isLeft && coin !== null && networkFee !== null && networkFee > 0n && spent + networkFee > coin) return 'insufficient-fee-funds';
  return hasOffer ? null : 'no-quote';
};

interface Faultable {
  readonly sent: bigint | null;
  readonly balance: bigint | null;
  readonly coin: bigint | null;
  readonly networkFee: bigint | null;
  readonly hasOffer: boolean;
}

/** Derives the state of a swap. */
export const swapStateOf = (sources: SwapSources): SwapState => {
  const { form, reading, list, held, coin, isSponsored } = sources;
  const { source, target } = form;
  const sourceBalance = source === null ? null : balanceOf(source, sources);
  const networkFee = networkFeeOf(sources);
  const sent = sentOf(form, sourceBalance, networkFee);
  // The offer of another amount says nothing about this one. A refresh changes what "everything" is after the fee by little.
  const offer = reading.offer !== null && (form.isMax || reading.offer.sent === sent) ? reading.offer : null;
  const given = offer?.sent ?? sent;
  const received = offer?.received ?? null;
  const priced = (value: bigint, token: SwapToken, priceUsd: number | null): PricedAmount => ({
    value,
    decimals: token.decimals,
    priceUsd,
  });
  const hasBoth = offer !== null && source !== null && target !== null;
  return {
    ...form,
    ...reading,
    ...list,
    offer,
    held,
    sourceBalance,
    coin,
    coinPriceUsd: held?.find(({ asset }) => asset === null)?.priceUsd ?? null,
    sent: given,
    received,
    minimum: received === null ? null : minimumReceived(received, form.slippageBps),
    serviceFee: given === null ? null : providerFee(given),
    priceImpactBps: hasBoth
      ? priceImpactBps(priced(offer.sent, source, offer.sourcePriceUsd), priced(offer.received, target, offer.targetPriceUsd))
      : null,
    networkFee,
    isSponsored,
    needsApproval: source === null || offer === null ? null : source.asset === null ? false : needsApproval(offer),
    fault: faultOf(form, { sent: given, balance: sourceBalance, coin: coin?.value ?? null, networkFee, hasOffer: offer !== null }),
  };
};

const needsApproval = ({ allowance, sent }: SwapOffer): boolean | null => (allowance === null ? null : allowance < sent);

/** Nothing was entered, and nothing is read. */
export const EMPTY_SWAP: SwapState = swapStateOf({
  form: EMPTY_SWAP_FORM,
  reading: NO_READING,
  list: NO_SWAP_TOKENS,
  held: null,
  coin: null,
  isSponsored: false,
});
