import { formatUnits, parseUnits } from './units.js';

/** Displayed decimals of a balance. The rest is cut off, so that the display never exceeds the balance. */
export const BALANCE_DECIMALS = 3;
/** Displayed decimals of a transaction amount. */
export const TRANSACTION_DECIMALS = 3;
/** Displayed decimals of a fiat amount. */
export const FIAT_DECIMALS = 2;

/** Default locale for number formats. */
export const DEFAULT_LOCALE = 'en-US';

/** Displayed decimals of a percentage. */
const PERCENT_DECIMALS = 2;

const formats = new Map<string, Intl.NumberFormat>();

/** Caches formatters, because creating one is expensive. */
const formatFor = (locale: string, digits: number, minDigits = digits, currency?: string): Intl.NumberFormat => {
  const key = `${locale} ${digits} ${minDigits} ${currency ?? ''}`;
  let format = formats.get(key);
  if (format === undefined) {
    const style = currency === undefined ? {} : ({ style: 'currency', currency } as const);
    format = new Intl.NumberFormat(locale, { minimumFractionDigits: minDigits, maximumFractionDigits: digits, ...style });
    formats.set(key, format);
  }
  return format;
};

/** Options of an amount's format. */
export interface AmountFormat {
  /** BCP 47 language tag. Default `en-US`. */
  readonly locale?: string;
  /** Format of an amount that is not zero but too small to display: `<0.001`, or zero. Default `below`. */
  readonly tiny?: 'below' | 'zero';
  /** Decimals that are displayed even if they are zero. Default: all. */
  readonly minDigits?: number;
}

/** Truncates a decimal string to `digits` decimals. */
const truncateDecimals = (text: string, digits: number): string => {
  const at = text.indexOf('.');
  return at < 0 ? text : text.slice(0, at + 1 + digits);
};

/**
 * Formats base units with grouping and at most `digits` decimals, truncated. Exact for any size, because it uses no floating-point
 * numbers.
 * @example formatAmount(1_234_567_899n, 6, 3) // '1,234.567'
 */
export const formatAmount = (
  value: bigint,
  decimals: number,
  digits: number,
  { locale = DEFAULT_LOCALE, tiny = 'below', minDigits = digits }: AmountFormat = {},
): string => {
  const format = formatFor(locale, digits, minDigits);
  // ECMA-402 formats decimal strings exactly; TypeScript types them as a template literal.
  const write = (text: string): string => format.format(text as `${number}`);
  const truncated = truncateDecimals(formatUnits(value, decimals), digits);
  if (value === 0n || /[1-9]/.test(truncated)) return write(truncated);
  const smallest = write(formatUnits(1n, digits));
  return tiny === 'zero' ? write('0') : value < 0n ? `>-${smallest}` : `<${smallest}`;
};

/** Formats a balance, truncated to three decimals, without trailing zeros; zero if unknown. @example '1.5' */
export const formatBalance = (
  balance: { readonly value: bigint; readonly decimals: number } | null | undefined,
  format?: AmountFormat,
): string => formatAmount(balance?.value ?? 0n, balance?.decimals ?? 0, BALANCE_DECIMALS, { minDigits: 0, ...format });

/** Formats a transaction amount, truncated to {@link TRANSACTION_DECIMALS} decimals. */
export const formatTransactionAmount = (value: bigint, decimals: number, format?: AmountFormat): string =>
  formatAmount(value, decimals, TRANSACTION_DECIMALS, format);

/**
 * Formats the amount of a transaction that a service gives as a decimal text such as `1.25`, as {@link formatTransactionAmount}.
 * @throws LatchkeyError `money/invalid-amount`
 */
export const formatQuantity = (quantity: string, format?: AmountFormat): string => {
  const decimals = quantity.split('.')[1]?.length ?? 0;
  return formatTransactionAmount(parseUnits(quantity, decimals), decimals, format);
};

/**
 * Formats a fiat amount for display, rounded to {@link FIAT_DECIMALS} decimals. Without `currency` (ISO 4217) it is a plain number; a
 * missing or non-finite value is zero.
 * @example formatFiat(1234.5, { currency: 'USD' }) // '$1,234.50'
 */
export const formatFiat = (
  value: number | null | undefined,
  { locale = DEFAULT_LOCALE, tiny = 'below', currency }: AmountFormat & { readonly currency?: string } = {},
): string => {
  const format = formatFor(locale, FIAT_DECIMALS, FIAT_DECIMALS, currency);
  const amount = typeof value === 'number' && Number.isFinite(value) ? value : 0;
  const smallest = 10 ** -FIAT_DECIMALS;
  return tiny === 'below' && amount > 0 && amount < smallest ? `<${format.format(smallest)}` : format.format(amount);
};

/** The decimal separator of a language. @example decimalSeparatorOf('de') // ',' */
export const decimalSeparatorOf = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';

const percentFormats = new Map<string, Intl.NumberFormat>();

/**
 * Formats a share as a percentage with at most two decimals. Without a sign, one that is too small to display is `<0.01%`.
 * @param options.signed a positive share gets its sign, too
 * @example formatShare(0.0512, { signed: true }) // '+5.12%'
 */
export const formatShare = (
  share: number,
  { locale = DEFAULT_LOCALE, signed = false }: { readonly locale?: string; readonly signed?: boolean } = {},
): string => {
  const key = `${locale} ${String(signed)}`;
  const signDisplay = signed ? 'exceptZero' : 'auto';
  const format =
    percentFormats.get(key) ?? new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: PERCENT_DECIMALS, signDisplay });
  percentFormats.set(key, format);
  const smallest = 10 ** -(PERCENT_DECIMALS + 2);
  return !signed && share > 0 && share < smallest ? `<${format.format(smallest)}` : format.format(share);
};
