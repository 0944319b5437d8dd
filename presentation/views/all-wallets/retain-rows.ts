/** Inclusive range of rows. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Extends the retained rows by the visible ones, up to `max` contiguous rows. Drops the rows furthest from the visible ones first, and all
 * retained rows if they are not adjacent. Returns the same object if nothing changes.
 */
export const retainRows = (retained: RowRange | null, visible: RowRange, max: number): RowRange => {
  if (retained === null || retained.to < visible.from - 1 || retained.from > visible.to + 1) return visible;
  const from = Math.min(retained.from, visible.from);
  const to = Math.max(retained.to, visible.to);
  const limit = Math.max(max, visible.to - visible.from + 1);
  if (to - from < limit) return from === retained.from && to === retained.to ? retained : { from, to };
  // Drop rows at the end further from the visible rows.
  return visible.from - from > to - visible.to
    ? { from: Math.min(visible.from, to - limit + 1), to }
    : { from, to: Math.max(visible.to, from + limit - 1) };
};

/** Returns every row in a range, and the focused one wherever it is, so that scrolling does not lose the focus. */
export const rowsOf = (range: RowRange | null, focused: number): number[] => {
  if (range === null) return [];
  const { from, to } = range;
  const rows = Array.from({ length: to - from + 1 }, (_, row) => from + row);
  return focused < from ? [focused, ...rows] : focused > to ? [...rows, focused] : rows;
};
