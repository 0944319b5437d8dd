/** Codes of ISO 4217, as `Intl` accepts them. A service may name others. */
const CODE = /^[A-Z]{3}$/;

/**
 * Formats a decimal text of a service, such as `12.50`, with its currency and the decimals of that.
 * @param isPadded true: whole amounts have their zeros, as in a column. Default: false
 */
export const fiatText = (amount: string, currency: string, locale: string, isPadded = false): string => {
  if (!CODE.test(currency)) return `${amount} ${currency}`;
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, trailingZeroDisplay: isPadded ? 'auto' : 'stripIfInteger' });
  // ECMA-402 formats decimal texts exactly; TypeScript types them as a template literal.
  return format.format(amount as `${number}`);
};

/** The name of a currency in a language, such as “US Dollar”; its code if it has none. */
export const fiatName = (currency: string, locale: string): string =>
  (CODE.test(currency) ? new Intl.DisplayNames([locale], { type: 'currency' }).of(currency) : undefined) ?? currency;
