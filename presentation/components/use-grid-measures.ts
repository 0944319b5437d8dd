import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react';

/** Columns of a grid, and the height of its rows. */
export interface GridLayout {
  readonly columns: number;
  readonly rowPx: number;
}

/** Layout for the width of a grid and its font size. Must not change between renders. */
export type GridLayoutOf = (widthPx: number, fontPx: number) => GridLayout;

/** Layout of the grid. */
export interface GridMeasures extends GridLayout {
  /** Layout before the last resize, for example a rotation; `null` if there was none. */
  readonly previous: GridLayout | null;
}

/** Sizes on a phone, before the grid is measured. */
const [INITIAL_WIDTH_PX, INITIAL_FONT_PX] = [352, 15];

/** Position of a cell. CSSProperties does not allow custom properties. */
export const cellStyle = (lane: number, top: number, height: number): CSSProperties =>
  ({ '--lane': lane, transform: `translateY(${String(top)}px)`, blockSize: height }) as CSSProperties;

/** Columns and height of the grid. */
export const gridStyle = (columns: number, height: number): CSSProperties => ({ '--columns': columns, blockSize: height }) as CSSProperties;

/** Measures the grid: its layout depends on its width and on the font size. */
export const useGridMeasures = (scrollRef: RefObject<HTMLElement | null>, layoutOf: GridLayoutOf): GridMeasures => {
  const [measures, setMeasures] = useState<GridMeasures>(() => ({ ...layoutOf(INITIAL_WIDTH_PX, INITIAL_FONT_PX), previous: null }));
  useLayoutEffect(() => {
    const element = scrollRef.current;
    if (element === null) return;
    const measure = (isFirst: boolean): void => {
      const { offsetWidth } = element;
      const fontPx = Number.parseFloat(getComputedStyle(element).fontSize);
      // Hidden elements have no size.
      if (offsetWidth === 0 || !(fontPx > 0)) return;
      const { columns, rowPx } = layoutOf(offsetWidth, fontPx);
      setMeasures((now) => (now.columns === columns && now.rowPx === rowPx ? now : { columns, rowPx, previous: isFirst ? null : now }));
    };
    measure(true);
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => measure(false));
    observer.observe(element);
    return () => observer.disconnect();
  }, [scrollRef, layoutOf]);
  return measures;
};
