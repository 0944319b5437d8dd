import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridMove } from '../../../presentation/views/all-wallets/grid-move.js';

const POSITION = { index: 5, count: 18, columns: 4, rowsPerScreen: 2, isRtl: false };

describe('gridMove', () => {
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
  ])('moves with %s to %s', (key, to) => {
    expect(gridMove(key, POSITION)).toBe(to);
  });

  it('mirrors the arrow keys in RTL', () => {
    expect(gridMove('ArrowRight', { ...POSITION, isRtl: true })).toBe(4);
    expect(gridMove('ArrowLeft', { ...POSITION, isRtl: true })).toBe(6);
  });

  it('moves from the first row up to the search', () => {
    expect(gridMove('ArrowUp', { ...POSITION, index: 3 })).toBe('search');
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
        (key, count, seed, columns, rowsPerScreen, isRtl) => {
          const to = gridMove(key, { index: seed % count, count, columns, rowsPerScreen, isRtl });
          if (to === 'search') return;
          expect(to).toBeGreaterThanOrEqual(0);
          expect(to).toBeLessThan(count);
        },
      ),
    );
  });
});
