import { fiatOfUnits } from '../../../domain/money/fiat-amount.js';
import { formatAmount, formatFiat } from '../../../domain/money/format-amount.js';
import { formatUnits } from '../../../domain/money/units.js';
import { exchangeRate } from '../../../domain/swap/swap-figures.js';
import type { SwapState } from '../../../domain/swap/swap-state.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';

/** Displayed decimals of amounts of a swap (specification, section 9), and of a network fee. */
const AMOUNT_DECIMALS = 6;
const FEE_DECIMALS = 8;
/** Hundredths of a percent have two decimals in percent. */
const PERCENT_DECIMALS = 2;

/** Writes hundredths of a percent, exactly. @example '0.5%' */
const percent = (bps: number): string => `${formatUnits(BigInt(bps), PERCENT_DECIMALS)}%`;

/** Texts of the figures of a swap. Those that are not known are `null`. */
export const useSwapTexts = (swap: SwapState) => {
  const m = useMessages();
  const { network } = useNetwork();
  const { source, target, sent, received, minimum, serviceFee, networkFee, coinPriceUsd, priceImpactBps, slippageBps } = swap;
  const amountOf = (value: bigint | null, token: { readonly decimals: number; readonly symbol: string } | null): string | null =>
    value === null || token === null
      ? null
      : `${formatAmount(value, token.decimals, AMOUNT_DECIMALS, { locale: m.locale, minDigits: 0 })} ${token.symbol}`;
  const feeText = (): string | null => {
    if (networkFee === null || network === undefined) return null;
    const { decimals, symbol } = network.nativeCurrency;
    const coins = `${formatAmount(networkFee, decimals, FEE_DECIMALS, { locale: m.locale, minDigits: 0 })} ${symbol}`;
    if (coinPriceUsd === null) return coins;
    return `${coins} · ${formatFiat(Number(fiatOfUnits(networkFee, decimals, coinPriceUsd)), { locale: m.locale, currency: 'USD' })}`;
  };
  const rate = sent === null || received === null || source === null ? null : exchangeRate(sent, source.decimals, received);
  return {
    rate: rate === null || source === null ? null : `1 ${source.symbol} = ${amountOf(rate, target) ?? ''}`,
    sent: amountOf(sent, source),
    received: amountOf(received, target),
    minimum: amountOf(minimum, target),
    serviceFee: amountOf(serviceFee, source),
    networkFee: feeText(),
    impact: priceImpactBps === null ? null : percent(priceImpactBps),
    slippage: percent(slippageBps),
  };
};
