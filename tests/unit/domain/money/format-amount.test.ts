import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, formatBalance, formatFiat, formatTransactionAmount } from '../../../../domain/money/format-amount.js';
import { parseUnits } from '../../../../domain/money/units.js';
import { itHolds } from '../properties.js';

const ether = (text: string) => ({ value: parseUnits(text, 18), decimals: 18 });

describe('an amount on screen', () => {
  it.each([
    ['1.2399999', '1.239'],
    ['0.9999999', '0.999'],
    ['1234567.8919', '1,234,567.891'],
    ['12', '12.000'],
    ['0', '0.000'],
    ['0.001', '0.001'],
    ['0.000999999999999999', '<0.001'],
    ['0.000000000000000001', '<0.001'],
  ])('a balance of %s is cut, never rounded: %s', (text, shown) => expect(formatBalance(ether(text))).toBe(shown));

  it('reads as zero while the balance is not known', () => {
    expect(formatBalance(undefined)).toBe('0.000');
    expect(formatBalance(null)).toBe('0.000');
  });

  it('can show what is too small as zero where a sign would be in the way', () => {
    expect(formatBalance(ether('0.0004'), { tiny: 'zero' })).toBe('0.000');
  });

  it('is exact far beyond what a floating-point number holds', () => {
    expect(formatAmount(123_456_789_012_345_678_901_234_567_891n, 9, 3)).toBe('123,456,789,012,345,678,901.234');
  });

  it.each([
    ['de-DE', '1.234,567', '<0,001'],
    ['fr-FR', '1\u202f234,567', '<0,001'],
    ['en-IN', '1,234.567', '<0.001'],
    ['ar-EG', '١٬٢٣٤٫٥٦٧', '<٠٫٠٠١'],
  ])('is written as people of %s write it', (locale, big, tiny) => {
    expect(formatTransactionAmount(1_234_567_899n, 6, { locale })).toBe(big);
    expect(formatTransactionAmount(1n, 6, { locale })).toBe(tiny);
  });

  it('keeps the sign of what went out', () => {
    expect(formatTransactionAmount(-1_234_567n, 6)).toBe('-1.234');
    expect(formatTransactionAmount(-1n, 6)).toBe('>-0.001');
  });

  it('has no decimals where none are asked for', () => {
    expect(formatAmount(1_999_999n, 6, 0)).toBe('1');
    expect(formatAmount(999_999n, 6, 0)).toBe('<1');
  });

  itHolds(
    'is never more than what there is, and less than one step below it',
    fc.bigInt({ min: 0n, max: 2n ** 200n }),
    fc.integer({ min: 3, max: 24 }),
    (value, decimals) => {
      const shown = parseUnits(formatAmount(value, decimals, 3, { tiny: 'zero' }).replaceAll(',', ''), decimals);
      expect(shown <= value).toBe(true);
      expect(value - shown < 10n ** BigInt(decimals - 3)).toBe(true);
    },
  );

  itHolds('is shown as zero only when it is zero', fc.bigInt({ min: 0n, max: 10n ** 19n }), (value) => {
    expect(formatBalance({ value, decimals: 18 }) === '0.000').toBe(value === 0n);
  });
});

describe('money in a currency of a state', () => {
  it.each([
    [1234.5, '$1,234.50'],
    [0, '$0.00'],
    [0.005, '<$0.01'],
    [0.01, '$0.01'],
    [-3, '-$3.00'],
    [Number.NaN, '$0.00'],
    [Number.POSITIVE_INFINITY, '$0.00'],
    [undefined, '$0.00'],
    [null, '$0.00'],
  ])('%s dollars read %s', (value, shown) => expect(formatFiat(value, { currency: 'USD' })).toBe(shown));

  it('is a bare number without a currency, and follows the language', () => {
    expect(formatFiat(1234.567)).toBe('1,234.57');
    expect(formatFiat(undefined)).toBe('0.00');
    expect(formatFiat(0.001, { tiny: 'zero' })).toBe('0.00');
    expect(formatFiat(1234.5, { currency: 'EUR', locale: 'de-DE' })).toBe('1.234,50\u00a0€');
  });
});
