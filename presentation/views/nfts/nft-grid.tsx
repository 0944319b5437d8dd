import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactElement, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Network } from '../../../domain/network/network.js';
import type { Nft } from '../../../domain/tokens/parse-nfts.js';
import { cellStyle, type GridLayoutOf, gridStyle, useGridMeasures } from '../../components/use-grid-measures.js';
import { useScrollPace } from '../../components/use-scroll-pace.js';
import { useMessages } from '../../hooks/use-messages.js';
import { VisibilityContext } from '../../hooks/visibility-context.js';
import { countFormat, type FormatCount, NftCell } from './nft-cell.js';

/** Two columns in a card of 360 px, three in a wider one. */
const [MIN_COLUMNS, MAX_COLUMNS] = [2, 3];
/** Minimum width of a column in em: with 15 px, three columns fit in 360 px. */
const COLUMN_EM = 8;
/** Gaps of a cell, less those beside its square picture. */
const GAPS_PX = 8;
/** A line for the name and one for the collection, in em. */
const TEXT_LINES = 2.3;
/** Rows rendered beyond the screen, so that scrolling shows no gaps. */
const OVERSCAN_ROWS = 3;
/** Rows before the end at which the next page is requested. */
const PREFETCH_ROWS = 4;

/** Layout of the grid. */
export const nftGridLayout: GridLayoutOf = (widthPx, fontPx) => {
  const columns = Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, Math.floor(widthPx / (COLUMN_EM * fontPx))));
  return { columns, rowPx: Math.ceil(widthPx / columns + GAPS_PX + TEXT_LINES * fontPx) };
};

interface NftRowProps {
  readonly nfts: readonly Nft[];
  readonly row: number;
  readonly columns: number;
  readonly rowPx: number;
  /** Number of all NFTs; -1 if it is unknown. */
  readonly total: number;
  readonly network: Network | undefined;
  readonly formatCount: FormatCount;
}

/** NFTs of one row. Memoized, because scrolling renders the grid often. */
const NftRow = memo(
  ({ nfts, row, columns, rowPx, total, network, formatCount }: NftRowProps): ReactElement => (
    <>
      {nfts.slice(row * columns, (row + 1) * columns).map((nft, lane) => (
        <li
          key={nft.id}
          data-row={row}
          aria-posinset={row * columns + lane + 1}
          aria-setsize={total}
          style={cellStyle(lane, row * rowPx, rowPx)}
        >
          <NftCell nft={nft} network={network} formatCount={formatCount} />
        </li>
      ))}
    </>
  ),
);

/** Props of {@link NftGrid}. */
export interface NftGridProps {
  readonly nfts: readonly Nft[];
  readonly network: Network | undefined;
  readonly hasMore: boolean;
  /** The next page can be loaded. */
  readonly canLoadMore: boolean;
  readonly onEndReached: () => void;
  /** Rendered below the last row. */
  readonly children: ReactNode;
}

/** Virtualized grid of NFTs. */
export const NftGrid = ({ nfts, network, hasMore, canLoadMore, onEndReached, children }: NftGridProps): ReactElement => {
  const m = useMessages();
  const formatCount = useMemo(() => countFormat(m.locale), [m.locale]);
  const scrollRef = useRef<HTMLElement>(null);
  const visibility = useScrollPace(scrollRef);
  const { columns, rowPx, previous } = useGridMeasures(scrollRef, nftGridLayout);
  /** Stays rendered: an element that is removed takes the focus with it, and with the focus the keys that scroll. */
  const [focusedRow, setFocusedRow] = useState<number | null>(null);
  const virtual = useVirtualizer({
    count: Math.ceil(nfts.length / columns),
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN_ROWS,
    // The overscan gives React time to render the next rows without blocking the scroll.
    useFlushSync: false,
    rangeExtractor: (range: Range) => {
      const rows = defaultRangeExtractor(range);
      return focusedRow === null || focusedRow >= range.count || rows.includes(focusedRow)
        ? rows
        : [...rows, focusedRow].sort((a, b) => a - b);
    },
  });
  useLayoutEffect(() => {
    if (rowPx > 0) virtual.measure();
  }, [virtual, rowPx]);
  useLayoutEffect(() => {
    const element = scrollRef.current;
    if (previous === null || element === null) return;
    // Keeps the same NFTs on screen in the new layout.
    const first = Math.floor(element.scrollTop / previous.rowPx) * previous.columns;
    virtual.scrollToIndex(Math.floor(first / columns), { align: 'start' });
  }, [virtual, previous, columns]);
  const lastRow = virtual.range?.endIndex ?? 0;
  const isNearEnd = canLoadMore && (lastRow + PREFETCH_ROWS) * columns >= nfts.length;
  useEffect(() => {
    if (isNearEnd) onEndReached();
  }, [isNearEnd, onEndReached]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without an explorer the grid has no control, and could not be scrolled by keyboard
    <section className="nft-grid scroll" ref={scrollRef} tabIndex={0} aria-label={m.nftList} data-testid="lk-nfts">
      <VisibilityContext.Provider value={visibility}>
        <ul
          style={gridStyle(columns, virtual.getTotalSize())}
          onFocus={({ target }) => {
            const { row } = target.closest<HTMLElement>('[data-row]')?.dataset ?? {};
            setFocusedRow(row === undefined ? null : Number(row));
          }}
          onBlur={() => setFocusedRow(null)}
        >
          {virtual.getVirtualItems().map(({ index }) => (
            <NftRow
              key={index}
              nfts={nfts}
              row={index}
              columns={columns}
              rowPx={rowPx}
              total={hasMore ? -1 : nfts.length}
              network={network}
              formatCount={formatCount}
            />
          ))}
        </ul>
      </VisibilityContext.Provider>
      {children}
    </section>
  );
};
