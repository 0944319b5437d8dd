/** Request for the price of a purchase. */
export interface OnrampQuoteRequest {
  /** Id of the currency to buy. */
  readonly purchaseCurrency: string;
  /** Id of the currency to pay with. */
  readonly paymentCurrency: string;
  /** To pay: exact decimal text. */
  readonly amount: string;
  /** Network as the provider names it. */
  readonly network: string;
}

/** An amount as exact decimal text, and the id of its currency. */
export interface OnrampAmount {
  readonly amount: string;
  readonly currency: string;
}

/** Price of a purchase. */
export interface OnrampQuote {
  readonly quoteId: string;
  readonly coinbaseFee: OnrampAmount;
  readonly networkFee: OnrampAmount;
  readonly paymentSubtotal: OnrampAmount;
  readonly paymentTotal: OnrampAmount;
  readonly purchaseAmount: OnrampAmount;
  /** True for the quote that replaces one that could not be read: nothing can be bought at its price. */
  readonly estimated: boolean;
}

/** The quote that replaces one that could not be read (specification, section 8): each amount is the one to pay. */
export const estimatedQuote = ({ amount, paymentCurrency }: OnrampQuoteRequest): OnrampQuote => {
  const entered = { amount, currency: paymentCurrency };
  return {
    quoteId: 'mocked-quote-id',
    coinbaseFee: entered,
    networkFee: entered,
    paymentSubtotal: entered,
    paymentTotal: entered,
    purchaseAmount: entered,
    estimated: true,
  };
};
