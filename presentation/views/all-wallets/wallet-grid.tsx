import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { lookalikeIds } from '../../../domain/directory/is-lookalike.js';
import type { WalletListState } from '../../../domain/directory/wallet-list-state.js';
import type { ListPosition } from '../../components/list-position.js';
import { gridStyle, useGridMeasures } from '../../components/use-grid-measures.js';
import { useWalletActions } from '../../components/use-wallet-actions.js';
import { useConnectors } from '../../hooks/use-connectors.js';
import { useMessages } from '../../hooks/use-messages.js';
import { gridMove } from './grid-move.js';
import { GridRow } from './grid-row.js';
import { type RowRange, retainRows, rowsOf } from './retain-rows.js';
import { walletGridLayout } from './wallet-grid-layout.js';

/** Rows rendered beyond the screen, so that scrolling shows no gaps. */
const OVERSCAN_ROWS = 3;
/** Maximum of rows that stay rendered: keeping a row is cheap, but rendering it again costs a frame on a slow phone. */
const MAX_RETAINED_ROWS = 80;
/** Rows before the end at which the next page is requested. */
const PREFETCH_ROWS = 4;

/** Imperative handle of the grid. */
export interface WalletGridHandle {
  /** Focuses the last focused wallet, else the first. */
  readonly focus: () => void;
  /** Focuses the last wallet. */
  readonly focusLast: () => void;
}

/** Props of {@link WalletGrid}. */
export interface WalletGridProps {
  readonly handle: Ref<WalletGridHandle>;
  readonly list: WalletListState;
  /** New results are pending. */
  readonly stale: boolean;
  /** Position to restore. */
  readonly position: ListPosition | null;
  /** Loads the next page. */
  readonly onEndReached: (() => void) | undefined;
  readonly onPick: (walletId: string, offset: number) => void;
  /** Called when the user types a character or moves up from the first row. */
  readonly onType: () => void;
  /** Rendered below the last row. */
  readonly children: ReactNode;
}

/** Virtualized grid of wallets with one tab stop. Arrow keys move inside, typing moves to the search. */
export const WalletGrid = ({ handle, list, stale, position, onEndReached, onPick, onType, children }: WalletGridProps): ReactElement => {
  const m = useMessages();
  const { wallets, pending, hasMore, error } = list;
  const connectors = useConnectors();
  const lookalikes = useMemo(() => lookalikeIds(wallets, connectors), [wallets, connectors]);
  const actionOf = useWalletActions();
  const scrollRef = useRef<HTMLDivElement>(null);
  const { columns, rowPx, previous } = useGridMeasures(scrollRef, walletGridLayout);
  const restoredIndex = position === null ? -1 : wallets.findIndex(({ id }) => id === position.walletId);
  const [active, setActive] = useState(Math.max(0, restoredIndex));
  const current = Math.min(active, wallets.length - 1);
  /** Index of the cell to focus once it is rendered. */
  const [pendingFocus, setPendingFocus] = useState<number | null>(restoredIndex < 0 ? null : restoredIndex);

  const retainedRows = useRef<RowRange | null>(null);
  const focused = Math.floor(current / columns);
  const focusedIndex = useRef(current);
  useEffect(() => {
    focusedIndex.current = current;
  }, [current]);
  const drawnRows = ({ startIndex, endIndex, overscan, count }: Range): number[] => {
    const visibleRows = { from: Math.max(0, startIndex - overscan), to: Math.min(count - 1, endIndex + overscan) };
    const last = retainedRows.current;
    retainedRows.current = retainRows(last === null || last.to < count ? last : null, visibleRows, MAX_RETAINED_ROWS);
    return rowsOf(retainedRows.current, focused);
  };
  const virtual = useVirtualizer({
    count: Math.ceil(wallets.length / columns),
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN_ROWS,
    // The overscan gives React time to render the next rows without blocking the scroll.
    useFlushSync: false,
    initialOffset: restoredIndex < 0 ? 0 : (position?.offset ?? 0),
    rangeExtractor: drawnRows,
  });
  useLayoutEffect(() => {
    if (rowPx > 0) virtual.measure();
  }, [virtual, rowPx]);
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    const element = scrollRef.current;
    if (previous === null || element === null) return;
    const first = Math.floor(element.scrollTop / previous.rowPx) * previous.columns;
    // Keeps the same wallets on screen in the new layout. The focused wallet lost the focus when its row was replaced.
    const anchorIndex = hasFocus.current ? focusedIndex.current : first;
    virtual.scrollToIndex(Math.floor(anchorIndex / columns), { align: hasFocus.current ? 'auto' : 'start' });
    if (hasFocus.current) setPendingFocus(anchorIndex);
  }, [virtual, previous, columns]);
  virtual.getVirtualItems();
  const drawn = retainedRows.current;
  const total = hasMore ? Math.max(list.count, wallets.length) : wallets.length;
  // Same elements for the same rows, so that React has nothing to compare while scrolling.
  const cells = useMemo(
    () =>
      rowsOf(drawn, focused).map((row) => (
        <GridRow
          key={row}
          wallets={wallets}
          row={row}
          columns={columns}
          rowPx={rowPx}
          total={total}
          active={row === focused ? current : -1}
          connectors={connectors}
          lookalikes={lookalikes}
          actionOf={actionOf}
        />
      )),
    [drawn, focused, current, wallets, columns, rowPx, total, connectors, lookalikes, actionOf],
  );
  const lastRow = virtual.range?.endIndex ?? 0;
  const isNearEnd = hasMore && !pending && error === null && (lastRow + PREFETCH_ROWS) * columns >= wallets.length;
  useEffect(() => {
    if (isNearEnd) onEndReached?.();
  }, [isNearEnd, onEndReached]);

  const focusOn = (index: number): void => {
    setActive(index);
    setPendingFocus(index);
    virtual.scrollToIndex(Math.floor(index / columns), { align: 'auto' });
  };
  useImperativeHandle(handle, () => ({ focus: () => focusOn(Math.max(0, current)), focusLast: () => focusOn(wallets.length - 1) }));
  useEffect(() => {
    if (pendingFocus === null) return;
    const cell = scrollRef.current?.querySelector<HTMLElement>(`[data-index="${String(pendingFocus)}"] .cell`);
    if (cell == null) return;
    cell.focus({ preventScroll: true });
    setPendingFocus(null);
  });

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const perScreen = Math.max(1, Math.floor((scrollRef.current?.clientHeight ?? 0) / rowPx));
    const rightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    const next = gridMove(event.key, { index: current, count: wallets.length, columns, rowsPerScreen: perScreen, isRtl: rightToLeft });
    if (next === null) return;
    if (next === 'search') {
      // The typed character goes into the field once it has the focus.
      if (event.key.length > 1) event.preventDefault();
      onType();
      return;
    }
    event.preventDefault();
    focusOn(next);
  };

  return (
    <div className="wallet-grid" ref={scrollRef} aria-busy={stale} data-testid="lk-all">
      <ul
        className="list"
        aria-label={m.walletList}
        style={gridStyle(columns, virtual.getTotalSize())}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          hasFocus.current = true;
          const { index } = target.closest<HTMLElement>('[data-index]')?.dataset ?? {};
          if (index !== undefined) setActive(Number(index));
        }}
        onBlur={() => {
          hasFocus.current = false;
        }}
        onClickCapture={(event) => {
          const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-key]') : null;
          if (cell?.dataset['key'] !== undefined) onPick(cell.dataset['key'], scrollRef.current?.scrollTop ?? 0);
        }}
      >
        {cells}
      </ul>
      {hasMore && pending ? (
        <div className="more" role="status">
          <p>{m.loadingWallets}</p>
        </div>
      ) : null}
      {children}
    </div>
  );
};
