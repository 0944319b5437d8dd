import type { GridLayoutOf } from '../../components/use-grid-measures.js';

/** Up to four columns, depending on the width: three on the narrowest phones, fewer with a large font. */
const MAX_COLUMNS = 4;
const MIN_COLUMNS = 2;
/** Minimum width of a column in em: with 15 px, four columns fit in 352 px. */
const COLUMN_EM = 5.6;
/** Picture, gaps and padding of a cell, without its name. */
const CELL_PX = 76;
/** Two lines of the name, in em. */
const NAME_LINES = 2.1;

/** Layout of the wallet grid. */
export const walletGridLayout: GridLayoutOf = (widthPx, fontPx) => ({
  columns: Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, Math.floor(widthPx / (COLUMN_EM * fontPx)))),
  rowPx: Math.ceil(CELL_PX + NAME_LINES * fontPx),
});
