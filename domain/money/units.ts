import { LatchkeyError } from '../errors/latchkey-error.js';

/**
 * Writes a number of base units as an exact decimal text, without grouping and without trailing zeros:
 * `formatUnits(1_500_000n, 6)` is `1.5`. The reverse of `parseUnits`.
 */
export const formatUnits = (value: bigint, decimals: number): string => {
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  const fraction = digits.slice(at).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, at)}${fraction === '' ? '' : `.${fraction}`}`;
};

/** Longer texts are no amounts; reading them would cost time for nothing. */
const MAX_LENGTH = 128;

/** Digits with at most one point, and a digit somewhere. No sign, no exponent, no grouping, no blanks. */
const DECIMAL = /^(?=\.?\d)(\d*)\.?(\d*)$/;

/**
 * Reads a decimal text as an exact number of base units: `parseUnits('1.5', 18)` is 1.5 ether in wei. Zeros behind the
 * last decimal that counts are accepted, any other digit there is not.
 * @throws LatchkeyError `money/invalid-amount`
 */
export const parseUnits = (value: string, decimals: number): bigint => {
  const [, whole = '', fraction = ''] = (value.length <= MAX_LENGTH && DECIMAL.exec(value)) || [];
  const kept = fraction.slice(0, decimals);
  if (whole + fraction === '' || /[1-9]/.test(fraction.slice(decimals)))
    throw new LatchkeyError('money/invalid-amount', { value, decimals });
  return BigInt(whole + kept.padEnd(decimals, '0'));
};
