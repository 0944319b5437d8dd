import { LatchkeyError } from '../errors/latchkey-error.js';

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
