import { type RefObject, useLayoutEffect, useState } from 'react';

/** Columns, and fewer on the narrowest phones. */
const COLUMNS = 4;
const NARROW_COLUMNS = 3;
/** The list is as wide as this on a page of 352 px. */
const NARROW_PX = 336;
/** Picture, gaps and padding of a cell; its name takes two lines more. */
const CELL_PX = 76;
/** Two lines of the name, in the font size of the list. */
const NAME_LINES = 2.1;

/** How the grid is laid out. */
export interface GridMeasures {
  readonly columns: number;
  readonly rowPx: number;
}

/** Measures the grid: its columns follow its width, its rows the size of the host's font. */
export const useGridMeasures = (shop: RefObject<HTMLElement | null>): GridMeasures => {
  const [measures, setMeasures] = useState<GridMeasures>({ columns: COLUMNS, rowPx: 108 });
  useLayoutEffect(() => {
    const box = shop.current;
    if (box === null) return;
    const measure = (): void => {
      const { offsetWidth } = box;
      const fontPx = Number.parseFloat(getComputedStyle(box).fontSize);
      const columns = offsetWidth > 0 && offsetWidth < NARROW_PX ? NARROW_COLUMNS : COLUMNS;
      const rowPx = Number.isFinite(fontPx) && fontPx > 0 ? Math.ceil(CELL_PX + NAME_LINES * fontPx) : 108;
      setMeasures((before) => (before.columns === columns && before.rowPx === rowPx ? before : { columns, rowPx }));
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [shop]);
  return measures;
};
