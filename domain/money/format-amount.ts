import { formatUnits } from './units.js';

/** Decimals of a balance on screen; the rest is cut off, so that never more is shown than there is. */
export const BALANCE_DECIMALS = 3;
/** Decimals of a transaction's amount on screen. */
export const TRANSACTION_DECIMALS = 3;
/** Decimals of money in a state's currency on screen. */
export const FIAT_DECIMALS = 2;

/** Language whose grouping and decimal sign is used where none is given. */
export const DEFAULT_LOCALE = 'en-US';

const formats = new Map<string, Intl.NumberFormat>();

/** Making a format costs more than using it many times. */
const formatFor = (locale: string, digits: number, currency: string | undefined): Intl.NumberFormat => {
  const key = `${locale} ${digits} ${currency ?? ''}`;
  let format = formats.get(key);
  if (format === undefined) {
    const style = currency === undefined ? {} : ({ style: 'currency', currency } as const);
    format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits, ...style });
    formats.set(key, format);
  }
  return format;
};

/** How an amount is written. */
export interface AmountFormat {
  /** BCP 47 language tag. Default `en-US`. */
  readonly locale?: string;
  /** How an amount is written that is not zero but too small to show: `<0.001`, or as zero. Default `below`. */
  readonly tiny?: 'below' | 'zero';
}

/** Cuts (never rounds) an exact decimal text to `digits` decimals. */
const cut = (text: string, digits: number): string => {
  const at = text.indexOf('.');
  return at < 0 ? text : text.slice(0, at + 1 + digits);
};

/**
 * Writes base units with grouping and a fixed number of decimals, cut and never rounded up. Exact for any size: no step
 * goes through a floating-point number.
 * @example formatAmount(1_234_567_899n, 6, 3) // '1,234.567'
 */
export const formatAmount = (
  value: bigint,
  decimals: number,
  digits: number,
  { locale = DEFAULT_LOCALE, tiny = 'below' }: AmountFormat = {},
): string => {
  const format = formatFor(locale, digits, undefined);
  // ECMA-402 formats a decimal text exactly; the types know it as a template literal.
  const write = (text: string): string => format.format(text as `${number}`);
  const shown = cut(formatUnits(value, decimals), digits);
  if (value === 0n || /[1-9]/.test(shown)) return write(shown);
  const smallest = write(formatUnits(1n, digits));
  return tiny === 'zero' ? write('0') : value < 0n ? `>-${smallest}` : `<${smallest}`;
};

/** A balance, cut to {@link BALANCE_DECIMALS} decimals; one that is not known yet reads as zero. @example '0.000' */
export const formatBalance = (
  balance: { readonly value: bigint; readonly decimals: number } | null | undefined,
  format?: AmountFormat,
): string => formatAmount(balance?.value ?? 0n, balance?.decimals ?? 0, BALANCE_DECIMALS, format);

/** The amount of a transaction, cut to {@link TRANSACTION_DECIMALS} decimals. @internal until activity comes */
export const formatTransactionAmount = (value: bigint, decimals: number, format?: AmountFormat): string =>
  formatAmount(value, decimals, TRANSACTION_DECIMALS, format);

/**
 * Money in a state's currency, a value for display only, rounded to {@link FIAT_DECIMALS} decimals. Without `currency`
 * (ISO 4217) the bare number; a missing or impossible value reads as zero.
 * @example formatFiat(1234.5, { currency: 'USD' }) // '$1,234.50'
 * @internal until prices come
 */
export const formatFiat = (
  value: number | null | undefined,
  { locale = DEFAULT_LOCALE, tiny = 'below', currency }: AmountFormat & { readonly currency?: string } = {},
): string => {
  const format = formatFor(locale, FIAT_DECIMALS, currency);
  const amount = typeof value === 'number' && Number.isFinite(value) ? value : 0;
  const smallest = 10 ** -FIAT_DECIMALS;
  return tiny === 'below' && amount > 0 && amount < smallest ? `<${format.format(smallest)}` : format.format(amount);
};
