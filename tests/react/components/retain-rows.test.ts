import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retainRows, rowsOf } from '../../../presentation/views/all-wallets/retain-rows.js';

describe('retainRows and rowsOf', () => {
  it.each([
    ['starts with the visible rows', null, { from: 0, to: 6 }, { from: 0, to: 6 }],
    ['grows while scrolling', { from: 0, to: 6 }, { from: 4, to: 12 }, { from: 0, to: 12 }],
    ['grows upwards', { from: 10, to: 16 }, { from: 6, to: 12 }, { from: 6, to: 16 }],
    ['keeps rows when scrolling back', { from: 0, to: 12 }, { from: 0, to: 6 }, { from: 0, to: 12 }],
    ['drops rows at the top above the maximum', { from: 0, to: 19 }, { from: 16, to: 24 }, { from: 5, to: 24 }],
    ['drops rows at the bottom above the maximum', { from: 5, to: 24 }, { from: 1, to: 8 }, { from: 1, to: 20 }],
    ['drops all rows after a jump', { from: 0, to: 19 }, { from: 60, to: 66 }, { from: 60, to: 66 }],
  ])('%s', (_, retained, visible, expected) => {
    expect(retainRows(retained, visible, 20)).toEqual(expected);
  });

  it('returns the same object if nothing changes', () => {
    const retained = { from: 0, to: 12 };
    expect(retainRows(retained, { from: 3, to: 9 }, 20)).toBe(retained);
  });

  it.each([
    [null, 3, []],
    [{ from: 2, to: 4 }, 3, [2, 3, 4]],
    [{ from: 2, to: 4 }, 0, [0, 2, 3, 4]],
    [{ from: 2, to: 4 }, 9, [2, 3, 4, 9]],
  ])('lists the rows of %o with the focus in row %i', (range, focused, expected) => {
    expect(rowsOf(range, focused)).toEqual(expected);
  });

  it('covers the visible rows and never exceeds the maximum during any scrolling', () => {
    const screen = fc.record({ from: fc.nat(200), rows: fc.integer({ min: 1, max: 30 }) });
    fc.assert(
      fc.property(fc.array(screen, { minLength: 1 }), (screens) => {
        let retained: ReturnType<typeof retainRows> | null = null;
        for (const { from, rows } of screens) {
          const visible = { from, to: from + rows - 1 };
          retained = retainRows(retained, visible, 20);
          expect(retained.from).toBeLessThanOrEqual(visible.from);
          expect(retained.to).toBeGreaterThanOrEqual(visible.to);
          expect(retained.to - retained.from + 1).toBeLessThanOrEqual(Math.max(20, rows));
        }
      }),
    );
  });
});
