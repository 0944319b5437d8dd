/** Rows of a grid, both ends included. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The rows that stay drawn when `wanted` ones come on screen: those kept so far with them, at most `most` in one piece. What is furthest
 * from the screen goes first; rows kept far from the wanted ones go all at once. The same object while nothing changes.
 */
export const keepRows = (kept: RowRange | null, wanted: RowRange, most: number): RowRange => {
  if (kept === null || kept.to < wanted.from - 1 || kept.from > wanted.to + 1) return wanted;
  const from = Math.min(kept.from, wanted.from);
  const to = Math.max(kept.to, wanted.to);
  const spare = Math.max(most, wanted.to - wanted.from + 1);
  if (to - from < spare) return from === kept.from && to === kept.to ? kept : { from, to };
  // The screen is nearer to one end: the other one gives way.
  return wanted.from - from > to - wanted.to
    ? { from: Math.min(wanted.from, to - spare + 1), to }
    : { from, to: Math.max(wanted.to, from + spare - 1) };
};

/** Every row in a range, and the one that has the focus wherever it is: a person who scrolls keeps it. */
export const rowsOf = (range: RowRange | null, focused: number): number[] => {
  if (range === null) return [];
  const { from, to } = range;
  const rows = Array.from({ length: to - from + 1 }, (_, row) => from + row);
  return focused < from ? [focused, ...rows] : focused > to ? [...rows, focused] : rows;
};
