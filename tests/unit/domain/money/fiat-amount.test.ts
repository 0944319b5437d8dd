import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fiatOfUnits, unitsOfFiat } from '../../../../domain/money/fiat-amount.js';

describe('fiat amounts', () => {
  it.each([
    ['10', 2_000, 18, 5_000_000_000_000_000n],
    ['0.01', 1, 6, 10_000n],
    // Rounded down: one cent of a token at 3 dollars.
    ['0.01', 3, 6, 3_333n],
    // Prices in exponent form.
    ['1', 1e-7, 0, 10_000_000n],
    ['1', 1.5e21, 30, 666_666_666n],
    ['79228162514264337593543950335', 0.01, 18, 7_922_816_251_426_433_759_354_395_033_500_000_000_000_000_000_000n],
  ])('%s dollars at %d are %d decimals of %d units', (text, price, decimals, units) => {
    expect(unitsOfFiat(text, price, decimals)).toBe(units);
  });

  it('rejects texts that are no amount of money', () => {
    for (const text of ['', '1.005', '-1', '1e3', '1,000'])
      expect(() => unitsOfFiat(text, 1, 6)).toThrow(expect.objectContaining({ code: 'money/invalid-amount' }));
  });

  it.each([
    [5_000_000_000_000_000n, 18, 2_000, '10'],
    [1n, 18, 2_000, '0'],
    [999_999n, 6, 1, '0.99'],
    [1_500_000n, 6, 0, '0'],
  ])('%d units of %d decimals at %d are worth %s', (units, decimals, price, text) => {
    expect(fiatOfUnits(units, decimals, price)).toBe(text);
  });

  it('are never worth more than what they are converted to', () => {
    const price = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), price, fc.integer({ min: 0, max: 24 }), (cents, each, decimals) => {
        const text = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
        const back = fiatOfUnits(unitsOfFiat(text, each, decimals), decimals, each);
        expect(Number(back)).toBeLessThanOrEqual(Number(text));
      }),
    );
  });
});
