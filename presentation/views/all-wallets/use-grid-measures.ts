import { type RefObject, useLayoutEffect, useState } from 'react';

/** Up to four columns, depending on the width: three on the narrowest phones, fewer with a large font. */
const MAX_COLUMNS = 4;
const MIN_COLUMNS = 2;
/** Minimum width of a column in em: with 15 px, four columns fit in 352 px. */
const COLUMN_EM = 5.6;
/** Picture, gaps and padding of a cell, without its name. */
const CELL_PX = 76;
/** Two lines of the name, in em. */
const NAME_LINES = 2.1;

/** Layout of the grid. */
export interface GridMeasures {
  readonly columns: number;
  readonly rowPx: number;
  /** Layout before the last resize, for example a rotation; `null` if there was none. */
  readonly previous: Omit<GridMeasures, 'previous'> | null;
}

/** Measures the grid: columns depend on its width, row height on the font size. */
export const useGridMeasures = (scrollRef: RefObject<HTMLElement | null>): GridMeasures => {
  const [measures, setMeasures] = useState<GridMeasures>({ columns: MAX_COLUMNS, rowPx: 108, previous: null });
  useLayoutEffect(() => {
    const element = scrollRef.current;
    if (element === null) return;
    const measure = (isFirst: boolean): void => {
      const { offsetWidth } = element;
      const fontPx = Number.parseFloat(getComputedStyle(element).fontSize);
      // Hidden elements have no size.
      if (offsetWidth === 0 || !(fontPx > 0)) return;
      const columns = Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, Math.floor(offsetWidth / (COLUMN_EM * fontPx))));
      const rowPx = Math.ceil(CELL_PX + NAME_LINES * fontPx);
      setMeasures((now) => (now.columns === columns && now.rowPx === rowPx ? now : { columns, rowPx, previous: isFirst ? null : now }));
    };
    measure(true);
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => measure(false));
    observer.observe(element);
    return () => observer.disconnect();
  }, [scrollRef]);
  return measures;
};
