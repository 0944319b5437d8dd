import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { WalletListState } from '../../../domain/directory/wallet-list-state.js';
import { isInstalled } from '../../../domain/directory/wallet-order.js';
import type { ListPlace } from '../../components/list-memory.js';
import { useWalletWays } from '../../components/use-wallet-ways.js';
import { useConnectors } from '../../hooks/use-connectors.js';
import { useMessages } from '../../hooks/use-messages.js';
import { gridMove } from './grid-move.js';
import { cellStyle, columnsStyle } from './grid-parts.js';
import { useGridMeasures } from './use-grid-measures.js';
import { WalletCell } from './wallet-cell.js';

/** Rows beyond the screen that are drawn, so that scrolling meets no gap. */
const OVERSCAN_ROWS = 3;
/** The next page is asked for so many rows before the end. */
const AHEAD_ROWS = 4;

/** What can be done with the grid from outside. */
export interface WalletGridHandle {
  /** Puts the focus on the wallet that had it last, else on the first. */
  readonly focus: () => void;
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
  const { columns, rowPx } = useGridMeasures(shop);
  const remembered = place === null ? -1 : wallets.findIndex(({ id }) => id === place.walletId);
  const [active, setActive] = useState(Math.max(0, remembered));
  const current = Math.min(active, wallets.length - 1);
  /** The cell that gets the focus as soon as it exists. */
  const [wanted, want] = useState<number | null>(remembered < 0 ? null : remembered);

  const virtual = useVirtualizer({
    count: Math.ceil(wallets.length / columns),
    getScrollElement: () => shop.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN_ROWS,
    // The rows beyond the screen give React the time to draw the next ones without holding up the scrolling.
    useFlushSync: false,
    initialOffset: remembered < 0 ? 0 : (place?.offset ?? 0),
    // The cell with the focus stays, wherever the person scrolls.
    rangeExtractor: (range) => [...new Set([Math.floor(current / columns), ...defaultRangeExtractor(range)])].sort((a, b) => a - b),
  });
  useLayoutEffect(() => {
    if (rowPx > 0) virtual.measure();
  }, [virtual, rowPx]);
  const rows = virtual.getVirtualItems();
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
  useImperativeHandle(handle, () => ({ focus: () => focusOn(Math.max(0, current)) }));
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
          const { index } = target.closest<HTMLElement>('[data-index]')?.dataset ?? {};
          if (index !== undefined) setActive(Number(index));
        }}
        onClickCapture={(event) => {
          const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-key]') : null;
          if (cell?.dataset['key'] !== undefined) onPick(cell.dataset['key'], shop.current?.scrollTop ?? 0);
        }}
      >
        {rows.flatMap(({ index: row, start }) =>
          wallets.slice(row * columns, (row + 1) * columns).map((wallet, lane) => {
            const index = row * columns + lane;
            return (
              <li
                key={wallet.id}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={hasMore ? Math.max(list.count, wallets.length) : wallets.length}
                style={cellStyle(lane, start, rowPx)}
              >
                <WalletCell wallet={wallet} installed={isInstalled(wallet, connectors)} tabIndex={index === current ? 0 : -1} ways={ways} />
              </li>
            );
          }),
        )}
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
