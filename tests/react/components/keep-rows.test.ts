import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keepRows, rowsOf } from '../../../presentation/views/all-wallets/keep-rows.js';

describe('The rows that stay drawn', () => {
  it.each([
    ['begin with those on screen', null, { from: 0, to: 6 }, { from: 0, to: 6 }],
    ['grow with the scrolling', { from: 0, to: 6 }, { from: 4, to: 12 }, { from: 0, to: 12 }],
    ['grow upwards too', { from: 10, to: 16 }, { from: 6, to: 12 }, { from: 6, to: 16 }],
    ['stay when the person comes back', { from: 0, to: 12 }, { from: 0, to: 6 }, { from: 0, to: 12 }],
    ['go at the top when there are too many', { from: 0, to: 19 }, { from: 16, to: 24 }, { from: 5, to: 24 }],
    ['go at the bottom when there are too many', { from: 5, to: 24 }, { from: 1, to: 8 }, { from: 1, to: 20 }],
    ['go all at once after a leap', { from: 0, to: 19 }, { from: 60, to: 66 }, { from: 60, to: 66 }],
  ])('%s', (_, kept, wanted, expected) => {
    expect(keepRows(kept, wanted, 20)).toEqual(expected);
  });

  it('are the same object while nothing changes', () => {
    const kept = { from: 0, to: 12 };
    expect(keepRows(kept, { from: 3, to: 9 }, 20)).toBe(kept);
  });

  it.each([
    [null, 3, []],
    [{ from: 2, to: 4 }, 3, [2, 3, 4]],
    [{ from: 2, to: 4 }, 0, [0, 2, 3, 4]],
    [{ from: 2, to: 4 }, 9, [2, 3, 4, 9]],
  ])('are those of %o, with the focus in row %i', (range, focused, expected) => {
    expect(rowsOf(range, focused)).toEqual(expected);
  });

  it('hold what is on screen and never more than the most, wherever a person scrolls', () => {
    const screen = fc.record({ from: fc.nat(200), rows: fc.integer({ min: 1, max: 30 }) });
    fc.assert(
      fc.property(fc.array(screen, { minLength: 1 }), (screens) => {
        let kept: ReturnType<typeof keepRows> | null = null;
        for (const { from, rows } of screens) {
          const wanted = { from, to: from + rows - 1 };
          kept = keepRows(kept, wanted, 20);
          expect(kept.from).toBeLessThanOrEqual(wanted.from);
          expect(kept.to).toBeGreaterThanOrEqual(wanted.to);
          expect(kept.to - kept.from + 1).toBeLessThanOrEqual(Math.max(20, rows));
        }
      }),
    );
  });
});
