import { formatAmount } from '../../../domain/money/format-amount.js';
import { formatUnits } from '../../../domain/money/units.js';
import { exchangeRate } from '../../../domain/swap/swap-figures.js';
import type { SwapState } from '../../../domain/swap/swap-state.js';
import { useFeeText } from '../../components/use-fee-text.js';
import { useMessages } from '../../hooks/use-messages.js';

/** Displayed decimals of amounts of a swap (specification, section 9). */
const AMOUNT_DECIMALS = 6;
/** Hundredths of a percent have two decimals in percent. */
const PERCENT_DECIMALS = 2;

/** Writes hundredths of a percent, exactly. @example '0.5%' */
const percent = (bps: number): string => `${formatUnits(BigInt(bps), PERCENT_DECIMALS)}%`;

/** Texts of the figures of a swap. Those that are not known are `null`. */
export const useSwapTexts = (swap: SwapState) => {
  const m = useMessages();
  const { source, target, sent, received, minimum, serviceFee, networkFee, coinPriceUsd, priceImpactBps, slippageBps } = swap;
  const feeOf = useFeeText(coinPriceUsd);
  const amountOf = (value: bigint | null, token: { readonly decimals: number; readonly symbol: string } | null): string | null =>
    value === null || token === null
      ? null
      : `${formatAmount(value, token.decimals, AMOUNT_DECIMALS, { locale: m.locale, minDigits: 0 })} ${token.symbol}`;
  const rate = sent === null || received === null || source === null ? null : exchangeRate(sent, source.decimals, received);
  return {
    rate: rate === null || source === null ? null : `1 ${source.symbol} = ${amountOf(rate, target) ?? ''}`,
    sent: amountOf(sent, source),
    received: amountOf(received, target),
    minimum: amountOf(minimum, target),
    serviceFee: amountOf(serviceFee, source),
    networkFee: networkFee === null ? null : feeOf(networkFee),
    impact: priceImpactBps === null ? null : percent(priceImpactBps),
    slippage: percent(slippageBps),
  };
};
