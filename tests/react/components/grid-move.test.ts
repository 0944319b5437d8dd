import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridMove } from '../../../presentation/views/all-wallets/grid-move.js';

const PLACE = { index: 5, count: 18, columns: 4, perScreen: 2, rightToLeft: false };

describe('A key in the grid of wallets', () => {
  it.each<[string, number | 'search' | null]>([
    ['ArrowRight', 6],
    ['ArrowLeft', 4],
    ['ArrowDown', 9],
    ['ArrowUp', 1],
    ['PageDown', 13],
    ['PageUp', 0],
    ['Home', 0],
    ['End', 17],
    ['h', 'search'],
    ['é', 'search'],
    ['Enter', null],
    [' ', null],
    ['Tab', null],
    ['Escape', null],
  ])('leads where it says: %s', (key, to) => {
    expect(gridMove(key, PLACE)).toBe(to);
  });

  it('goes the other way where one reads from right to left', () => {
    expect(gridMove('ArrowRight', { ...PLACE, rightToLeft: true })).toBe(4);
    expect(gridMove('ArrowLeft', { ...PLACE, rightToLeft: true })).toBe(6);
  });

  it('leads from the first row up to the search', () => {
    expect(gridMove('ArrowUp', { ...PLACE, index: 3 })).toBe('search');
  });

  it('never leaves the grid', () => {
    const keys = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'];
    fc.assert(
      fc.property(
        fc.constantFrom(...keys),
        fc.integer({ min: 1, max: 600 }),
        fc.nat(),
        fc.constantFrom(3, 4),
        fc.integer({ min: 1, max: 6 }),
        fc.boolean(),
        (key, count, place, columns, perScreen, rightToLeft) => {
          const to = gridMove(key, { index: place % count, count, columns, perScreen, rightToLeft });
          if (to === 'search') return;
          expect(to).toBeGreaterThanOrEqual(0);
          expect(to).toBeLessThan(count);
        },
      ),
    );
  });
});
