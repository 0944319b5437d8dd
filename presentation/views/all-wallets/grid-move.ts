/** Focus position and layout of a grid. */
export interface GridPosition {
  readonly index: number;
  readonly count: number;
  readonly columns: number;
  /** Rows that fit on screen. */
  readonly rowsPerScreen: number;
  readonly isRtl: boolean;
}

/** Target of a key: another cell, the search field, or none. */
export const gridMove = (key: string, { index, count, columns, rowsPerScreen, isRtl }: GridPosition): number | 'search' | null => {
  const last = count - 1;
  const direction = isRtl ? -1 : 1;
  const clamp = (to: number): number => Math.min(last, Math.max(0, to));
  switch (key) {
    case 'ArrowRight':
      return clamp(index + direction);
    case 'ArrowLeft':
      return clamp(index - direction);
    case 'ArrowDown':
      return clamp(index + columns);
    case 'ArrowUp':
      return index < columns ? 'search' : index - columns;
    case 'PageDown':
      return clamp(index + columns * rowsPerScreen);
    case 'PageUp':
      return clamp(index - columns * rowsPerScreen);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      // Space and Enter pick the wallet; other single characters start a search.
      return key !== ' ' && [...key].length === 1 ? 'search' : null;
  }
};
