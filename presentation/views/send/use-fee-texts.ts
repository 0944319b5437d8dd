import { fiatOfUnits } from '../../../domain/money/fiat-amount.js';
import { formatAmount, formatFiat } from '../../../domain/money/format-amount.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useSend } from '../../hooks/use-send.js';

/** Displayed decimals of a fee. */
const FEE_DECIMALS = 8;

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
  const m = useMessages();
  const { network } = useNetwork();
  const { quote, feeLimit, coinPriceUsd } = useSend();
  const feeOf = (fee: bigint): string => {
    if (network === undefined) return '';
    const { decimals, symbol } = network.nativeCurrency;
    const coins = `${formatAmount(fee, decimals, FEE_DECIMALS, { locale: m.locale, minDigits: 0 })} ${symbol}`;
    if (coinPriceUsd === null) return coins;
    const dollars = formatFiat(Number(fiatOfUnits(fee, decimals, coinPriceUsd)), { locale: m.locale, currency: 'USD' });
    return `${coins} · ${dollars}`;
  };
  return { feeText: quote === null ? '' : feeOf(quote.fee), limitText: feeLimit === null ? '' : feeOf(feeLimit), feeOf };
};
