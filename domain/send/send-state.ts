import type { NativeBalance } from '../connection/connection-state.js';
import type { ErrorCode } from '../errors/error-contexts.js';
import type { LatchkeyError } from '../errors/latchkey-error.js';
import { isSameAsset } from '../tokens/token-address.js';
import type { TokenBalance } from '../tokens/token-balance.js';
import type { FeeSpeed } from './fee-speed.js';
import { amountOf, hasPrice, type SendDraft, type SendFault, sendFaultOf } from './send-draft.js';
import { EMPTY_SEND_FORM, type SendFormState } from './send-form-state.js';

/** The fee of a transfer at one speed, in base units of the coin. */
export interface SendQuote {
  /** Of a transfer of everything: what the recipient gets. Default: the balance less `maxFee`. */
  readonly amount?: bigint;
  readonly speed: FeeSpeed;
  /** Expected. */
  readonly fee: bigint;
  /** The most that it can cost. */
  readonly maxFee: bigint;
}

/** The fees of the transfer that is being entered. */
export interface SendFees {
  /** The slowest first; only one if the chain has no speeds. `null` until the transfer is complete and they are known. */
  readonly quotes: readonly SendQuote[] | null;
  readonly isEstimating: boolean;
  /** Why the fees are not known, or why the chain would refuse the transfer. */
  readonly feeError: LatchkeyError | null;
}

/** Nothing is known of the fees. */
export const NO_FEES: SendFees = { quotes: null, isEstimating: false, feeError: null };

/** The transfer that the user enters: what was entered, what it costs, and what is missing. */
export interface SendState extends SendFormState, SendFees {
  /** What the account holds; `null` until it is read. */
  readonly tokens: readonly TokenBalance[] | null;
  /** Balance of the coin, which pays for the fee; `null` until it is read. */
  readonly coin: NativeBalance | null;
  /** Price of one whole coin in US dollars; `null` if unknown. */
  readonly coinPriceUsd: number | null;
  /** What the recipient gets, in base units; `null` while it is not known, as before the fee of a transfer of everything. */
  readonly value: bigint | null;
  /** The chosen quote. */
  readonly quote: SendQuote | null;
  /** The highest fee that is accepted with the transfer, in base units of the coin; `null` while no fee is known, or if there is none. */
  readonly feeLimit: bigint | null;
  /** The account pays no fee itself, or need not hold the coin for it. */
  readonly isSponsored: boolean;
  /** What is missing or wrong; `null` if the transfer can be sent. */
  readonly fault: SendFault | null;
  /** Identifies the transfer for `submitSend`, which sends no other one; `null` while it is incomplete. */
  readonly digest: string | null;
  /** The user's other accounts of the namespace, then the addresses that were sent to, newest first. */
  readonly contacts: readonly SendContact[];
}

/** An address that can be chosen as the recipient. */
export interface SendContact {
  readonly address: string;
  /** Name that it was found by; `null` without one. */
  readonly name: string | null;
  readonly isOwn: boolean;
}

/** What a {@link SendState} is made of. */
export interface SendSources {
  readonly form: SendFormState;
  readonly fees: SendFees;
  readonly tokens: readonly TokenBalance[] | null;
  readonly coin: NativeBalance | null;
  readonly isSponsored: boolean;
  readonly contacts: readonly SendContact[];
  readonly digest: string | null;
}

/** What a chain refuses in terms of the form. */
const FAULTS: Readonly<Partial<Record<ErrorCode, SendFault>>> = {
  'send/above-balance': 'insufficient-funds',
  'send/insufficient-fee-funds': 'insufficient-fee-funds',
};

/** The quote of a speed; that of the only speed on chains without a choice. */
const quoteOf = (quotes: readonly SendQuote[] | null, speed: FeeSpeed): SendQuote | null =>
  quotes?.find((quote) => quote.speed === speed) ?? quotes?.[0] ?? null;

/** A fee may rise by a quarter until the transfer is sent, as it does within two blocks of EIP-1559. */
const limitOf = ({ maxFee }: SendQuote): bigint => maxFee + maxFee / 4n;

/** A draft whose token has the balance and the price of the newest list. */
export const withNewestToken = <T extends Pick<SendDraft, 'token'>>(draft: T, tokens: readonly TokenBalance[] | null): T => {
  const chosen = draft.token;
  return chosen === null ? draft : { ...draft, token: tokens?.find(({ asset }) => isSameAsset(asset, chosen.asset)) ?? chosen };
};

/** A draft in the token's own unit if it has no price any more. What was entered in US dollars is not an amount of the token. */
const withPricedUnit = <T extends Pick<SendDraft, 'token' | 'unit' | 'amount'>>(draft: T): T =>
  draft.unit === 'token' || draft.token === null || hasPrice(draft.token) ? draft : { ...draft, unit: 'token', amount: '' };

/** Derives the state of a transfer. */
export const sendStateOf = ({ form, fees, tokens, coin, isSponsored, contacts, digest }: SendSources): SendState => {
  const draft = withPricedUnit(withNewestToken(form, tokens));
  const { token } = draft;
  const quote = quoteOf(fees.quotes, form.speed);
  const amount = amountOf(draft);
  const isAll = draft.isMax && token?.asset === null && !isSponsored;
  const left = isAll && quote !== null && amount !== null ? (quote.amount ?? amount - quote.maxFee) : null;
  const maxFee = isSponsored ? 0n : (quote?.maxFee ?? null);
  const found = sendFaultOf(draft, { maxFee, coin: coin?.value ?? null });
  return {
    ...draft,
    ...fees,
    tokens,
    coin,
    coinPriceUsd: tokens?.find(({ asset }) => asset === null)?.priceUsd ?? null,
    value: isAll ? (left !== null && left > 0n ? left : null) : amount,
    quote,
    feeLimit: quote === null || isSponsored ? null : limitOf(quote),
    isSponsored,
    contacts,
    digest,
    fault: found ?? (fees.feeError === null ? null : (FAULTS[fees.feeError.code] ?? null)),
  };
};

/** Nothing was entered, and nothing is read. */
export const EMPTY_SEND: SendState = sendStateOf({
  form: EMPTY_SEND_FORM,
  fees: NO_FEES,
  tokens: null,
  coin: null,
  isSponsored: false,
  contacts: [],
  digest: null,
});
