import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactElement, type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { ActivityMonth } from '../../../domain/activity/activity-groups.js';
import { type ActivityRow, activityRows } from '../../../domain/activity/activity-rows.js';
import { useMessages } from '../../hooks/use-messages.js';
import { ActivityLine, dayFormat } from './activity-line.js';

/** A line of the list: the heading of a month, or a transaction. */
type Line =
  | { readonly key: string; readonly heading: string; readonly row?: undefined }
  | { readonly key: string; readonly row: ActivityRow };

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
  /** Lines by month. A month that has changed is another object. */
  const cache = useRef(new WeakMap<ActivityMonth, readonly Line[]>());
  const lines = useMemo(() => {
    const nameOf = monthFormat(m.locale);
    return months.flatMap((month) => {
      const known = cache.current.get(month);
      if (known !== undefined) return known;
      const heading = { key: `${month.year}-${month.month}`, heading: nameOf(month) };
      const created = [heading, ...month.items.flatMap((item) => activityRows(item).map((row) => ({ key: row.key, row })))];
      cache.current.set(month, created);
      return created;
    });
  }, [months, m.locale]);
  const formatDay = useMemo(() => dayFormat(m.locale), [m.locale]);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scrollRef.current,
    getItemKey: (index) => lines[index]?.key ?? index,
    estimateSize: (index) => (lines[index]?.row === undefined ? HEADING_PX : ROW_PX),
    overscan: OVERSCAN_LINES,
  });
  const lastLine = virtual.range?.endIndex ?? 0;
  const isNearEnd = canLoadMore && lastLine + PREFETCH_LINES >= lines.length;
  useEffect(() => {
    if (isNearEnd) onEndReached();
  }, [isNearEnd, onEndReached]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without an explorer the list has no control, and could not be scrolled by keyboard
    <section className="activity-list scroll" ref={scrollRef} tabIndex={0} aria-label={m.activityList} data-testid="lk-activity">
      {note === null ? null : <p className="hint">{note}</p>}
      <ul style={{ blockSize: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index];
          if (line === undefined) return null;
          return (
            <li key={key} data-index={index} ref={virtual.measureElement} style={{ transform: `translateY(${String(start)}px)` }}>
              {line.row === undefined ? <h2>{line.heading}</h2> : <ActivityLine row={line.row} formatDay={formatDay} />}
            </li>
          );
        })}
      </ul>
      {children}
    </section>
  );
};
