import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, formatBalance, formatFiat, formatShare, formatTransactionAmount } from '../../../../domain/money/format-amount.js';
import { parseUnits } from '../../../../domain/money/units.js';
import { itHolds } from '../properties.js';

const ether = (text: string) => ({ value: parseUnits(text, 18), decimals: 18 });

describe('amounts', () => {
  it.each([
    ['1.2399999', '1.239'],
    ['0.9999999', '0.999'],
    ['1234567.8919', '1,234,567.891'],
    ['12', '12'],
    ['10000', '10,000'],
    ['1.5', '1.5'],
    ['0', '0'],
    ['0.001', '0.001'],
    ['0.000999999999999999', '<0.001'],
    ['0.000000000000000001', '<0.001'],
  ])('truncate a balance of %s to %s', (text, shown) => expect(formatBalance(ether(text))).toBe(shown));

  it('are zero for an unknown balance', () => {
    expect(formatBalance(undefined)).toBe('0');
    expect(formatBalance(null)).toBe('0');
  });

  it('can show tiny values as zero', () => {
    expect(formatBalance(ether('0.0004'), { tiny: 'zero' })).toBe('0');
  });

  it('are exact beyond floating-point precision', () => {
    expect(formatAmount(123_456_789_012_345_678_901_234_567_891n, 9, 3)).toBe('123,456,789,012,345,678,901.234');
  });

  it.each([
    ['de-DE', '1.234,567', '<0,001'],
    ['fr-FR', '1\u202f234,567', '<0,001'],
    ['en-IN', '1,234.567', '<0.001'],
    ['ar-EG', '١٬٢٣٤٫٥٦٧', '<٠٫٠٠١'],
  ])('are formatted in the locale %s', (locale, big, tiny) => {
    expect(formatTransactionAmount(1_234_567_899n, 6, { locale })).toBe(big);
    expect(formatTransactionAmount(1n, 6, { locale })).toBe(tiny);
  });

  it('have three decimals in a transaction', () => expect(formatTransactionAmount(1_500_000n, 6)).toBe('1.500'));

  it('keep the sign', () => {
    expect(formatTransactionAmount(-1_234_567n, 6)).toBe('-1.234');
    expect(formatTransactionAmount(-1n, 6)).toBe('>-0.001');
  });

  it('have no decimals if none are requested', () => {
    expect(formatAmount(1_999_999n, 6, 0)).toBe('1');
    expect(formatAmount(999_999n, 6, 0)).toBe('<1');
  });

  itHolds(
    'never exceed the value, and are less than one step below it',
    fc.bigInt({ min: 0n, max: 2n ** 200n }),
    fc.integer({ min: 3, max: 24 }),
    (value, decimals) => {
      const shown = parseUnits(formatAmount(value, decimals, 3, { tiny: 'zero' }).replaceAll(',', ''), decimals);
      expect(shown <= value).toBe(true);
      expect(value - shown < 10n ** BigInt(decimals - 3)).toBe(true);
    },
  );

  itHolds('are displayed as zero only if zero', fc.bigInt({ min: 0n, max: 10n ** 19n }), (value) => {
    expect(formatBalance({ value, decimals: 18 }) === '0').toBe(value === 0n);
  });
});

describe('fiat amounts', () => {
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
  ])('format %s dollars as %s', (value, shown) => expect(formatFiat(value, { currency: 'USD' })).toBe(shown));

  it('are plain numbers without a currency, and follow the locale', () => {
    expect(formatFiat(1234.567)).toBe('1,234.57');
    expect(formatFiat(undefined)).toBe('0.00');
    expect(formatFiat(0.001, { tiny: 'zero' })).toBe('0.00');
    expect(formatFiat(1234.5, { currency: 'EUR', locale: 'de-DE' })).toBe('1.234,50\u00a0€');
  });
});

describe('formatShare', () => {
  it.each([
    [0.0512, { signed: true }, '+5.12%'],
    [-0.25, { signed: true }, '-25%'],
    [0, { signed: true }, '0%'],
    [1, {}, '100%'],
    [0.00001, {}, '<0.01%'],
    [0, {}, '0%'],
    [0.5, { locale: 'de-DE' }, '50\u00a0%'],
  ])('formats %s with %o as %s', (share, options, text) => {
    expect(formatShare(share, options)).toBe(text);
  });
});
