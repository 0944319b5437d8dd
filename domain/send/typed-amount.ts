/** A thousands separator in a language whose decimal separator is a point. */
const GROUPED = /^\d{1,3}(?:,\d{3})+$/;

/**
 * Returns a typed amount with a decimal point. Keyboards of many languages have a comma only. An amount that could be grouped, such as `1,234` in
 * English, is left as it is, and is no amount.
 * @param decimalSeparator of the user's language
 * @example readTypedAmount(' 1,5', ',') // '1.5'
 */
export const readTypedAmount = (text: string, decimalSeparator: string): string => {
  const typed = text.trim();
  if (typed.includes('.') || (decimalSeparator !== ',' && GROUPED.test(typed))) return typed;
  return typed.replace(',', '.');
};
