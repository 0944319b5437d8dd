import type { ChainId } from '../caip/caip-2.js';
import type { LatchkeyError } from '../errors/latchkey-error.js';
import { FIAT_DECIMALS } from '../money/format-amount.js';
import { parseUnits } from '../money/units.js';
import { attempt } from '../wire.js';
import { onrampNetworkOf } from './onramp-network.js';
import type { OnrampOptions, PaymentCurrency, PurchaseCurrency, PurchaseNetwork } from './onramp-options.js';
import type { OnrampProvider, OnrampProviderId } from './onramp-provider.js';
import type { OnrampQuote, OnrampQuoteRequest } from './onramp-quote.js';

/** The form of a purchase: what was entered, and what was read for it. */
export interface OnrampFormState {
  /** Network of the account; `null` without an account that can buy. */
  readonly chainId: ChainId | null;
  /** `null` until they are read. */
  readonly options: OnrampOptions | null;
  /** Ids of the chosen currencies; `null`: the first one. */
  readonly paymentId: string | null;
  readonly purchaseId: string | null;
  /** To pay, as typed. */
  readonly amount: string;
  readonly quote: OnrampQuote | null;
  readonly isQuoting: boolean;
  /** Reason that nothing can be read; `null` if it can. */
  readonly error: LatchkeyError | null;
  /** The provider that the purchase was last continued at. */
  readonly provider: OnrampProviderId | null;
  /** Its page; `null` until it is known. */
  readonly checkoutUrl: string | null;
}

/** An edit of the form: ids of currencies, and an amount to pay as typed. */
export interface OnrampChange {
  readonly paymentId?: string;
  readonly purchaseId?: string;
  readonly amount?: string;
}

/** Events of the form. */
export type OnrampEvent =
  /** Another account or network. */
  | { readonly type: 'retargeted'; readonly chainId: ChainId | null }
  | { readonly type: 'offered'; readonly options: OnrampOptions }
  | { readonly type: 'failed'; readonly error: LatchkeyError }
  | { readonly type: 'edited'; readonly change: OnrampChange }
  | { readonly type: 'quoting' }
  /** `quote`: `null` if there is none for what was entered. */
  | { readonly type: 'quoted'; readonly quote: OnrampQuote | null }
  | { readonly type: 'checked-out'; readonly provider: OnrampProviderId; readonly url: string | null };

/** Nothing was entered. */
export const EMPTY_ONRAMP_FORM: OnrampFormState = {
  chainId: null,
  options: null,
  paymentId: null,
  purchaseId: null,
  amount: '',
  quote: null,
  isQuoting: false,
  error: null,
  provider: null,
  checkoutUrl: null,
};

const NO_QUOTE = { quote: null, isQuoting: false } as const;

/** The form after an event. Amount and currency to pay with stay on another network. */
export const reduceOnramp = (state: OnrampFormState, event: OnrampEvent): OnrampFormState => {
  switch (event.type) {
    case 'retargeted': {
      const { amount, paymentId } = state;
      return { ...EMPTY_ONRAMP_FORM, chainId: event.chainId, amount, paymentId };
    }
    case 'offered':
      return { ...state, options: event.options, error: null };
    case 'failed':
      return { ...state, ...NO_QUOTE, error: event.error };
    case 'edited': {
      const next = { ...state, ...event.change };
      return isSameRequest(onrampRequestOf(state), onrampRequestOf(next)) ? next : { ...next, ...NO_QUOTE };
    }
    case 'quoting':
      return { ...state, isQuoting: true };
    case 'quoted':
      return { ...state, quote: event.quote, isQuoting: false };
    case 'checked-out':
      return { ...state, provider: event.provider, checkoutUrl: event.url };
  }
};

/** Reasons that a purchase cannot be continued yet. */
export type OnrampFault = 'nothing-sold' | 'amount-missing' | 'incorrect-amount' | 'below-minimum' | 'above-maximum';

/** The least and the most that can be paid, as exact decimal texts. */
export interface AmountLimits {
  readonly min: string;
  readonly max: string;
}

const centsOf = (text: string): bigint | null => attempt(() => parseUnits(text.trim(), FIAT_DECIMALS)) ?? null;

/** The limits of all payment methods together; `null` if none are known. */
export const amountLimitsOf = (payment: PaymentCurrency | null): AmountLimits | null => {
  const [first, ...others] = (payment?.limits ?? []).filter(({ min, max }) => centsOf(min) !== null && centsOf(max) !== null);
  if (first === undefined) return null;
  const isLess = (one: string, other: string): boolean => (centsOf(one) ?? 0n) < (centsOf(other) ?? 0n);
  return others.reduce<AmountLimits>(
    (limits, { min, max }) => ({ min: isLess(min, limits.min) ? min : limits.min, max: isLess(limits.max, max) ? max : limits.max }),
    { min: first.min, max: first.max },
  );
};

/** The network of a currency that an account on a chain receives it on; `null` if it is not sold there. */
export const purchaseNetworkOf = (currency: PurchaseCurrency, chainId: ChainId | null): PurchaseNetwork | null =>
  chainId === null || onrampNetworkOf(chainId) === null ? null : (currency.networks.find((each) => each.chainId === chainId) ?? null);

/** The chosen currencies: the first one, unless the user has chosen another one that is offered. */
export interface OnrampSelection {
  readonly payment: PaymentCurrency | null;
  readonly purchase: PurchaseCurrency | null;
  /** Currencies that are sold on the network of the account. */
  readonly purchases: readonly PurchaseCurrency[];
}

export const onrampSelectionOf = ({ chainId, options, paymentId, purchaseId }: OnrampFormState): OnrampSelection => {
  const payments = options?.paymentCurrencies ?? [];
  const purchases = (options?.purchaseCurrencies ?? []).filter((currency) => purchaseNetworkOf(currency, chainId) !== null);
  return {
    payment: payments.find(({ id }) => id === paymentId) ?? payments[0] ?? null,
    purchase: purchases.find(({ id }) => id === purchaseId) ?? purchases[0] ?? null,
    purchases,
  };
};

/** Returns the reason that the purchase cannot be continued; `null` if what was entered is complete. */
export const onrampFaultOf = (state: OnrampFormState): OnrampFault | null => {
  const { payment, purchase } = onrampSelectionOf(state);
  if (state.options !== null && (payment === null || purchase === null)) return 'nothing-sold';
  if (state.amount.trim() === '') return 'amount-missing';
  const cents = centsOf(state.amount);
  if (cents === null || cents === 0n) return 'incorrect-amount';
  const limits = amountLimitsOf(payment);
  if (limits === null) return null;
  if (cents < (centsOf(limits.min) ?? 0n)) return 'below-minimum';
  return cents > (centsOf(limits.max) ?? 0n) ? 'above-maximum' : null;
};

/** The request for a quote; `null` while what was entered is incomplete. */
export const onrampRequestOf = (state: OnrampFormState): OnrampQuoteRequest | null => {
  const { payment, purchase } = onrampSelectionOf(state);
  const network = purchase === null ? null : purchaseNetworkOf(purchase, state.chainId);
  if (payment === null || purchase === null || network === null || onrampFaultOf(state) !== null) return null;
  return { purchaseCurrency: purchase.id, paymentCurrency: payment.id, amount: state.amount.trim(), network: network.name };
};

/** Tests for requests of the same quote. */
export const isSameRequest = (one: OnrampQuoteRequest | null, other: OnrampQuoteRequest | null): boolean =>
  one?.purchaseCurrency === other?.purchaseCurrency &&
  one?.paymentCurrency === other?.paymentCurrency &&
  one?.amount === other?.amount &&
  one?.network === other?.network;

/** The purchase that the user enters. */
export interface OnrampState {
  /** Providers that sell on the network of the account. Empty: nothing can be bought. */
  readonly providers: readonly OnrampProvider[];
  /** Currencies to pay with; `null` until they are read. */
  readonly paymentCurrencies: readonly PaymentCurrency[] | null;
  /** Currencies that are sold on the network of the account. */
  readonly purchaseCurrencies: readonly PurchaseCurrency[];
  readonly payment: PaymentCurrency | null;
  readonly purchase: PurchaseCurrency | null;
  /** To pay, as typed. */
  readonly amount: string;
  readonly limits: AmountLimits | null;
  /** Reason that the purchase cannot be continued yet; `null` if what was entered is complete. */
  readonly fault: OnrampFault | null;
  /** Price of what was entered. An estimated one is no price: nothing can be bought at it. */
  readonly quote: OnrampQuote | null;
  readonly isQuoting: boolean;
  /** Reason that nothing can be read, such as a missing project id; `null` if it can. */
  readonly error: LatchkeyError | null;
  /** The app does not offer to buy in the time zone of the user. */
  readonly isRestricted: boolean;
  /** The provider that the purchase was last continued at, and its page once it is known. */
  readonly provider: OnrampProvider | null;
  readonly checkoutUrl: string | null;
}

/** Nothing was entered, and nothing is read. */
export const EMPTY_ONRAMP: OnrampState = {
  providers: [],
  paymentCurrencies: null,
  purchaseCurrencies: [],
  payment: null,
  purchase: null,
  amount: '',
  limits: null,
  fault: 'amount-missing',
  quote: null,
  isQuoting: false,
  error: null,
  isRestricted: false,
  provider: null,
  checkoutUrl: null,
};

/** Tests for a purchase that can be continued at a provider: with a price of its own, unless the provider names it on its page only. */
export const canCheckOut = ({ fault, quote, error, isRestricted, providers }: OnrampState, { id, hasQuotes }: OnrampProvider): boolean => {
  if (isRestricted || !providers.some((each) => each.id === id)) return false;
  return !hasQuotes || (error === null && fault === null && quote?.estimated === false);
};

/** The purchase as it is shown. @param providers those that sell on the network of the account */
export const onrampStateOf = (form: OnrampFormState, providers: readonly OnrampProvider[], isRestricted: boolean): OnrampState => {
  const { payment, purchase, purchases } = onrampSelectionOf(form);
  const { options, amount, quote, isQuoting, error, checkoutUrl } = form;
  return {
    providers,
    paymentCurrencies: options?.paymentCurrencies ?? null,
    purchaseCurrencies: purchases,
    payment,
    purchase,
    amount,
    limits: amountLimitsOf(payment),
    fault: onrampFaultOf(form),
    quote,
    isQuoting,
    error,
    isRestricted,
    provider: providers.find(({ id }) => id === form.provider) ?? null,
    checkoutUrl,
  };
};
