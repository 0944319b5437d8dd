import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatUnits, parseUnits } from '../../../../domain/money/units.js';
import { itHolds } from '../properties.js';
import { thrownBy } from '../throws.js';

const decimals = fc.integer({ min: 0, max: 30 });

describe('base units', () => {
  it.each([
    ['1', 18, 1_000_000_000_000_000_000n],
    ['1.5', 18, 1_500_000_000_000_000_000n],
    ['0.000000000000000001', 18, 1n],
    ['.5', 1, 5n],
    ['5.', 0, 5n],
    ['007', 2, 700n],
    ['1.2300', 2, 123n],
    ['0', 8, 0n],
    ['115792089237316195423570985008687907853269984665640564039457584007913129639935', 0, 2n ** 256n - 1n],
  ])('parse %s with %i decimals as %d', (text, places, units) => expect(parseUnits(text, places)).toBe(units));

  it.each(['', '.', ' 1', '1 ', '1,000', '1e3', '0x1', '+1', '-1', '1.2.3', 'Infinity', 'NaN', '１', '1_000', '1\n', '9'.repeat(129)])(
    'reject %j',
    (text) => {
      expect(thrownBy('money/invalid-amount', () => parseUnits(text, 18)).context).toEqual({ value: text, decimals: 18 });
    },
  );

  it('reject excess decimals instead of rounding', () => {
    thrownBy('money/invalid-amount', () => parseUnits('0.1234567', 6));
    expect(parseUnits('0.1234560', 6)).toBe(123_456n);
  });

  it.each([
    [1_500_000n, 6, '1.5'],
    [1n, 18, '0.000000000000000001'],
    [0n, 18, '0'],
    [42n, 0, '42'],
    [-1_500_000n, 6, '-1.5'],
    [100n, 2, '1'],
  ])('format %d with %i decimals as %s', (units, places, text) => expect(formatUnits(units, places)).toBe(text));

  itHolds('round-trip for any amount and number of decimals', fc.bigInt({ min: 0n, max: 2n ** 256n }), decimals, (units, places) => {
    expect(parseUnits(formatUnits(units, places), places)).toBe(units);
  });

  itHolds(
    'keep differences between amounts',
    fc.bigInt({ min: 0n, max: 2n ** 128n }),
    fc.bigInt({ min: 1n, max: 2n ** 64n }),
    decimals,
    (small, more, places) => {
      const [a, b] = [formatUnits(small, places), formatUnits(small + more, places)];
      expect(a).not.toBe(b);
      expect(parseUnits(b, places) - parseUnits(a, places)).toBe(more);
    },
  );
});
