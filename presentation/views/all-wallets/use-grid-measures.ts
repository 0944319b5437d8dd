import { type RefObject, useLayoutEffect, useState } from 'react';

/** As many columns as the names have room for: three on the narrowest phones, fewer where the host's font is large. */
const MOST_COLUMNS = 4;
const LEAST_COLUMNS = 2;
/** What a column is wide at least, in the font size of the list: with 15 px, four fit on a page of 352 px. */
const COLUMN_EM = 5.6;
/** Picture, gaps and padding of a cell; its name takes two lines more. */
const CELL_PX = 76;
/** Two lines of the name, in the font size of the list. */
const NAME_LINES = 2.1;

/** How the grid is laid out. */
export interface GridMeasures {
  readonly columns: number;
  readonly rowPx: number;
  /** How it was laid out until the list got another size, as when a phone is turned round; `null` where it never did. */
  readonly before: Omit<GridMeasures, 'before'> | null;
}

/** Measures the grid: its columns follow its width, its rows the size of the host's font. */
export const useGridMeasures = (shop: RefObject<HTMLElement | null>): GridMeasures => {
  const [measures, setMeasures] = useState<GridMeasures>({ columns: MOST_COLUMNS, rowPx: 108, before: null });
  useLayoutEffect(() => {
    const box = shop.current;
    if (box === null) return;
    const measure = (isFirst: boolean): void => {
      const { offsetWidth } = box;
      const fontPx = Number.parseFloat(getComputedStyle(box).fontSize);
      // What is not laid out has no size.
      if (offsetWidth === 0 || !(fontPx > 0)) return;
      const columns = Math.min(MOST_COLUMNS, Math.max(LEAST_COLUMNS, Math.floor(offsetWidth / (COLUMN_EM * fontPx))));
      const rowPx = Math.ceil(CELL_PX + NAME_LINES * fontPx);
      setMeasures((now) => (now.columns === columns && now.rowPx === rowPx ? now : { columns, rowPx, before: isFirst ? null : now }));
    };
    measure(true);
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => measure(false));
    observer.observe(box);
    return () => observer.disconnect();
  }, [shop]);
  return measures;
};
