import { LatchkeyError } from '../errors/latchkey-error.js';

/**
 * Formats base units as an exact decimal string without grouping and trailing zeros: `formatUnits(1_500_000n, 6)` is `1.5`. The inverse
 * of `parseUnits`.
 */
export const formatUnits = (value: bigint, decimals: number): string => {
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  const fraction = digits.slice(at).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, at)}${fraction === '' ? '' : `.${fraction}`}`;
};

/** Maximum length, so that huge inputs are rejected cheaply. */
const MAX_LENGTH = 128;

/** Digits with at most one decimal point. No sign, exponent, grouping or whitespace. */
const DECIMAL = /^(?=\.?\d)(\d*)\.?(\d*)$/;

/**
 * Parses a decimal string to base units: `parseUnits('1.5', 18)` is 1.5 ether in wei. Allows additional decimals only if they are zeros.
 * @throws LatchkeyError `money/invalid-amount`
 */
export const parseUnits = (value: string, decimals: number): bigint => {
  const [, whole = '', fraction = ''] = (value.length <= MAX_LENGTH && DECIMAL.exec(value)) || [];
  const fractionDigits = fraction.slice(0, decimals);
  if (whole + fraction === '' || /[1-9]/.test(fraction.slice(decimals)))
    throw new LatchkeyError('money/invalid-amount', { value, decimals });
  return BigInt(whole + fractionDigits.padEnd(decimals, '0'));
};
