import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactElement, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import type { ActivityMonth } from '../../../domain/activity/activity-groups.js';
import { ActivityLines } from '../../../domain/activity/activity-lines.js';
import { useScrollPace } from '../../components/use-scroll-pace.js';
import { useMessages } from '../../hooks/use-messages.js';
import { VisibilityContext } from '../../hooks/visibility-context.js';
import { ActivityLine, dayFormat } from './activity-line.js';

const HEADING_PX = 40;
const ROW_PX = 68;
const OVERSCAN_LINES = 6;
/** Lines before the end at which the next page is requested. */
const PREFETCH_LINES = 8;

/** Names of months: without the year in the current one. */
const monthFormat = (locale: string): ((month: ActivityMonth) => string) => {
  const thisYear = new Date().getFullYear();
  const short = new Intl.DateTimeFormat(locale, { month: 'long' });
  const long = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' });
  return ({ year, month }) => (year === thisYear ? short : long).format(new Date(year, month));
};

/** Props of {@link ActivityList}. */
export interface ActivityListProps {
  readonly months: readonly ActivityMonth[];
  /** Says where the history comes from; `null` for the service. */
  readonly note: string | null;
  /** The next page can be loaded. */
  readonly canLoadMore: boolean;
  readonly onEndReached: () => void;
  /** Rendered below the last line. */
  readonly children: ReactNode;
}

/** Virtualized history by month. */
export const ActivityList = ({ months, note, canLoadMore, onEndReached, children }: ActivityListProps): ReactElement => {
  const m = useMessages();
  const scrollRef = useRef<HTMLElement>(null);
  const visibility = useScrollPace(scrollRef);
  const lines = useMemo(() => new ActivityLines(months), [months]);
  const nameOf = useMemo(() => monthFormat(m.locale), [m.locale]);
  const formatDay = useMemo(() => dayFormat(m.locale), [m.locale]);
  // Another function makes the virtualizer measure all lines again.
  const getItemKey = useCallback((index: number) => lines.keyAt(index), [lines]);
  const virtual = useVirtualizer({
    count: lines.count,
    getScrollElement: () => scrollRef.current,
    getItemKey,
    estimateSize: (index) => (lines.isHeading(index) ? HEADING_PX : ROW_PX),
    overscan: OVERSCAN_LINES,
    // The overscan gives React time to render the next lines without blocking the scroll.
    useFlushSync: false,
  });
  const lastLine = virtual.range?.endIndex ?? 0;
  const isNearEnd = canLoadMore && lastLine + PREFETCH_LINES >= lines.count;
  useEffect(() => {
    if (isNearEnd) onEndReached();
  }, [isNearEnd, onEndReached]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without an explorer the list has no control, and could not be scrolled by keyboard
    <section className="activity-list scroll" ref={scrollRef} tabIndex={0} aria-label={m.activityList} data-testid="lk-activity">
      {note === null ? null : <p className="hint">{note}</p>}
      <VisibilityContext.Provider value={visibility}>
        <ul style={{ blockSize: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const line = lines.at(index);
            if (line === null) return null;
            return (
              <li key={key} data-index={index} ref={virtual.measureElement} style={{ transform: `translateY(${String(start)}px)` }}>
                {line.row === null ? <h2>{nameOf(line.month)}</h2> : <ActivityLine row={line.row} formatDay={formatDay} />}
              </li>
            );
          })}
        </ul>
      </VisibilityContext.Provider>
      {children}
    </section>
  );
};
