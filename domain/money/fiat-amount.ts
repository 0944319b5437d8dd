import { FIAT_DECIMALS } from './format-amount.js';
import { formatUnits, parseUnits } from './units.js';

/** An exact decimal number: `digits` divided by 10 to the power of `decimals`. */
export interface Decimal {
  readonly digits: bigint;
  readonly decimals: number;
}

export const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent);

/** The shortest decimal that a number stands for. @param value finite, not negative @see ECMA-262, Number::toString */
export const toDecimal = (value: number): Decimal => {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const digits = BigInt(whole + fraction);
  const decimals = fraction.length - Number(exponent);
  return decimals < 0 ? { digits: digits * powerOfTen(-decimals), decimals: 0 } : { digits, decimals };
};

/**
 * Returns how much of a token a fiat amount is worth, in base units, rounded down. Exact for any size.
 * @param text decimal with at most two decimals, such as `12.50`
 * @param price of one whole unit of the token, positive and finite
 * @throws LatchkeyError `money/invalid-amount`
 * @example unitsOfFiat('10', 2_000, 18) // 5_000_000_000_000_000n
 */
export const unitsOfFiat = (text: string, price: number, decimals: number): bigint => {
  const exact = toDecimal(price);
  return (parseUnits(text, FIAT_DECIMALS) * powerOfTen(exact.decimals + decimals)) / (exact.digits * powerOfTen(FIAT_DECIMALS));
};

/**
 * Returns the fiat value of an amount in base units as a decimal text with at most two decimals, rounded down. Exact for any size.
 * @param price of one whole unit of the token, finite and not negative
 * @example fiatOfUnits(5_000_000_000_000_000n, 18, 2_000) // '10'
 */
export const fiatOfUnits = (value: bigint, decimals: number, price: number): string => {
  const exact = toDecimal(price);
  return formatUnits((value * exact.digits * powerOfTen(FIAT_DECIMALS)) / powerOfTen(decimals + exact.decimals), FIAT_DECIMALS);
};
