/** Where the focus is in a grid, and how the grid is laid out. */
export interface GridPlace {
  readonly index: number;
  readonly count: number;
  readonly columns: number;
  /** Rows that fit on screen. */
  readonly perScreen: number;
  readonly rightToLeft: boolean;
}

/** Where a key leads: to another cell, to the search field, or nowhere. */
export const gridMove = (key: string, { index, count, columns, perScreen, rightToLeft }: GridPlace): number | 'search' | null => {
  const last = count - 1;
  const sideways = rightToLeft ? -1 : 1;
  const within = (to: number): number => Math.min(last, Math.max(0, to));
  switch (key) {
    case 'ArrowRight':
      return within(index + sideways);
    case 'ArrowLeft':
      return within(index - sideways);
    case 'ArrowDown':
      return within(index + columns);
    case 'ArrowUp':
      return index < columns ? 'search' : index - columns;
    case 'PageDown':
      return within(index + columns * perScreen);
    case 'PageUp':
      return within(index - columns * perScreen);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      // Blank and Enter pick the wallet; a single character is typed.
      return key !== ' ' && [...key].length === 1 ? 'search' : null;
  }
};
