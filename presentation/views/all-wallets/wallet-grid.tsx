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
import type { WalletListState } from '../../../domain/directory/wallet-list-state.js';
import type { ListPlace } from '../../components/list-memory.js';
import { useWalletWays } from '../../components/use-wallet-ways.js';
import { useConnectors } from '../../hooks/use-connectors.js';
import { useMessages } from '../../hooks/use-messages.js';
import { gridMove } from './grid-move.js';
import { columnsStyle } from './grid-parts.js';
import { GridRow } from './grid-row.js';
import { keepRows, type RowRange, rowsOf } from './keep-rows.js';
import { useGridMeasures } from './use-grid-measures.js';

/** Rows beyond the screen that are drawn, so that scrolling meets no gap. */
const OVERSCAN_ROWS = 3;
/** Rows that were drawn stay, up to so many: keeping one costs next to nothing, drawing it anew costs a frame on a slow phone. */
const KEPT_ROWS = 80;
/** The next page is asked for so many rows before the end. */
const AHEAD_ROWS = 4;

/** What can be done with the grid from outside. */
export interface WalletGridHandle {
  /** Puts the focus on the wallet that had it last, else on the first. */
  readonly focus: () => void;
  /** Puts the focus on the wallet above what stands below the last row. */
  readonly focusLast: () => void;
}

/** The grid. */
export interface WalletGridProps {
  readonly handle: Ref<WalletGridHandle>;
  readonly list: WalletListState;
  /** A newer answer is on its way. */
  readonly stale: boolean;
  /** Where the person was before. */
  readonly place: ListPlace | null;
  /** Loads what comes next. */
  readonly onEnd: (() => void) | undefined;
  readonly onPick: (walletId: string, offset: number) => void;
  /** A letter was typed, or the person went up from the first row: the search field is meant. */
  readonly onType: () => void;
  /** What stands below the last row. */
  readonly children: ReactNode;
}

/**
 * Wallets beside and below each other, of which only those on screen exist. One stop of Tab: the arrow keys move inside, typing
 * leads to the search.
 */
export const WalletGrid = ({ handle, list, stale, place, onEnd, onPick, onType, children }: WalletGridProps): ReactElement => {
  const m = useMessages();
  const { wallets, pending, hasMore, error } = list;
  const connectors = useConnectors();
  const ways = useWalletWays();
  const shop = useRef<HTMLDivElement>(null);
  const { columns, rowPx, before } = useGridMeasures(shop);
  const remembered = place === null ? -1 : wallets.findIndex(({ id }) => id === place.walletId);
  const [active, setActive] = useState(Math.max(0, remembered));
  const current = Math.min(active, wallets.length - 1);
  /** The cell that gets the focus as soon as it exists. */
  const [wanted, want] = useState<number | null>(remembered < 0 ? null : remembered);

  const kept = useRef<RowRange | null>(null);
  const focused = Math.floor(current / columns);
  const focusedIndex = useRef(current);
  useEffect(() => {
    focusedIndex.current = current;
  }, [current]);
  const drawnRows = ({ startIndex, endIndex, overscan, count }: Range): number[] => {
    const wanted = { from: Math.max(0, startIndex - overscan), to: Math.min(count - 1, endIndex + overscan) };
    const last = kept.current;
    kept.current = keepRows(last === null || last.to < count ? last : null, wanted, KEPT_ROWS);
    return rowsOf(kept.current, focused);
  };
  const virtual = useVirtualizer({
    count: Math.ceil(wallets.length / columns),
    getScrollElement: () => shop.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN_ROWS,
    // The rows beyond the screen give React the time to draw the next ones without holding up the scrolling.
    useFlushSync: false,
    initialOffset: remembered < 0 ? 0 : (place?.offset ?? 0),
    rangeExtractor: drawnRows,
  });
  useLayoutEffect(() => {
    if (rowPx > 0) virtual.measure();
  }, [virtual, rowPx]);
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    const box = shop.current;
    if (before === null || box === null) return;
    const first = Math.floor(box.scrollTop / before.rowPx) * before.columns;
    // What was on screen stays there, in other rows. The wallet that had the focus lost it with its row.
    const stays = hasFocus.current ? focusedIndex.current : first;
    virtual.scrollToIndex(Math.floor(stays / columns), { align: hasFocus.current ? 'auto' : 'start' });
    if (hasFocus.current) want(stays);
  }, [virtual, before, columns]);
  virtual.getVirtualItems();
  const drawn = kept.current;
  const total = hasMore ? Math.max(list.count, wallets.length) : wallets.length;
  // The same elements while the same rows are drawn: then React has nothing to compare, however fast the list scrolls.
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
          ways={ways}
        />
      )),
    [drawn, focused, current, wallets, columns, rowPx, total, connectors, ways],
  );
  const lastRow = virtual.range?.endIndex ?? 0;
  const isNearEnd = hasMore && !pending && error === null && (lastRow + AHEAD_ROWS) * columns >= wallets.length;
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  }, [isNearEnd, onEnd]);

  const focusOn = (index: number): void => {
    setActive(index);
    want(index);
    virtual.scrollToIndex(Math.floor(index / columns), { align: 'auto' });
  };
  useImperativeHandle(handle, () => ({ focus: () => focusOn(Math.max(0, current)), focusLast: () => focusOn(wallets.length - 1) }));
  useEffect(() => {
    if (wanted === null) return;
    const cell = shop.current?.querySelector<HTMLElement>(`[data-index="${String(wanted)}"] .cell`);
    if (cell == null) return;
    cell.focus({ preventScroll: true });
    want(null);
  });

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const perScreen = Math.max(1, Math.floor((shop.current?.clientHeight ?? 0) / rowPx));
    const rightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    const next = gridMove(event.key, { index: current, count: wallets.length, columns, perScreen, rightToLeft });
    if (next === null) return;
    if (next === 'search') {
      // A letter goes into the field by itself once the field has the focus.
      if (event.key.length > 1) event.preventDefault();
      onType();
      return;
    }
    event.preventDefault();
    focusOn(next);
  };

  return (
    <div className="shop" ref={shop} aria-busy={stale} data-testid="lk-all">
      <ul
        className="list"
        aria-label={m.walletList}
        style={columnsStyle(columns, virtual.getTotalSize())}
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
          if (cell?.dataset['key'] !== undefined) onPick(cell.dataset['key'], shop.current?.scrollTop ?? 0);
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
