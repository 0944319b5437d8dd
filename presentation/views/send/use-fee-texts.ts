import { useFeeText } from '../../components/use-fee-text.js';
import { useSend } from '../../hooks/use-send.js';

/** Texts of a transfer's fees, in the coin and in US dollars. */
export interface FeeTexts {
  /** The expected fee of the chosen speed. Empty while it is not known. */
  readonly feeText: string;
  /** The highest fee that is accepted. Empty while it is not known. */
  readonly limitText: string;
  readonly feeOf: (fee: bigint) => string;
}

/** Returns the texts of the fees of the transfer that the user enters. */
export const useFeeTexts = (): FeeTexts => {
  const { quote, feeLimit, coinPriceUsd } = useSend();
  const feeOf = useFeeText(coinPriceUsd);
  return { feeText: quote === null ? '' : feeOf(quote.fee), limitText: feeLimit === null ? '' : feeOf(feeLimit), feeOf };
};
