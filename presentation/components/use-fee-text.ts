import { fiatOfUnits } from '../../domain/money/fiat-amount.js';
import { formatAmount, formatFiat } from '../../domain/money/format-amount.js';
import { useMessages } from '../hooks/use-messages.js';
import { useNetwork } from '../hooks/use-network.js';

/** Displayed decimals of a fee. */
const FEE_DECIMALS = 8;

/**
 * Returns what writes a network fee in the coin, and in US dollars if its price is known. Empty without a network.
 * @param coinPriceUsd of one whole coin
 * @example '0.00015 ETH · $0.30'
 */
export const useFeeText = (coinPriceUsd: number | null): ((fee: bigint) => string) => {
  const m = useMessages();
  const { network } = useNetwork();
  return (fee) => {
    if (network === undefined) return '';
    const { decimals, symbol } = network.nativeCurrency;
    const coins = `${formatAmount(fee, decimals, FEE_DECIMALS, { locale: m.locale, minDigits: 0 })} ${symbol}`;
    if (coinPriceUsd === null) return coins;
    return `${coins} · ${formatFiat(Number(fiatOfUnits(fee, decimals, coinPriceUsd)), { locale: m.locale, currency: 'USD' })}`;
  };
};
