import { vi } from 'vitest';

/** How many numbers three digits tell apart. */
const CHANCES = 1_000;

/**
 * Draws no number twice in a thousand. The official clients make the id of a call of the millisecond and three digits of chance: of two calls with
 * one id, one is lost, and here a millisecond of the moved clock holds many. Gives back the machine's own chance.
 */
export const distinctChances = (): (() => void) => {
  let drawn = 0;
  const chance = vi.spyOn(Math, 'random').mockImplementation(() => {
    drawn += 1;
    // In the middle between two digits: no rounding makes two numbers one.
    return ((drawn % CHANCES) + 0.5) / CHANCES;
  });
  return () => chance.mockRestore();
};
