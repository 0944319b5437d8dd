export type TimeUnit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year';

/** A relative time. */
export interface RelativeTime {
  readonly unit: TimeUnit;
  readonly count: number;
  /** True for a time in the future. */
  readonly isFuture: boolean;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** The last time of a `Date`, in ms since 1970; the first is as far before 1970. @see https://tc39.es/ecma262/#sec-time-values-and-time-range */
const MAX_DATE_MS = 8.64e15;
/** The Gregorian calendar repeats every 400 years. */
const CALENDAR_CYCLE_MS = 146_097 * DAY_MS;

/** Calendar months between two times in UTC, with a fraction. A day beyond the end of a month becomes its last day. */
const monthsBetween = (from: number, to: number): number => {
  const [a, b] = [new Date(from), new Date(to)];
  const guess = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
  const timeOfDay = from - Math.floor(from / DAY_MS) * DAY_MS;
  // Moved near 1970, where a `Date` also holds the months around it.
  const end = new Date(to - Math.trunc(to / CALENDAR_CYCLE_MS) * CALENDAR_CYCLE_MS);
  const [year, month] = [end.getUTCFullYear(), end.getUTCMonth()];
  /** `from` plus `guess + offset` months, moved in the same way. */
  const monthsLater = (offset: number): number => {
    const lastDay = new Date(Date.UTC(year, month + offset + 1, 0)).getUTCDate();
    return Date.UTC(year, month + offset, Math.min(a.getUTCDate(), lastDay)) + timeOfDay;
  };
  const offset = monthsLater(0) > end.getTime() ? -1 : 0;
  const start = monthsLater(offset);
  return guess + offset + (end.getTime() - start) / (monthsLater(offset + 1) - start);
};

const isDate = (at: number): boolean => Math.abs(at) <= MAX_DATE_MS;

/**
 * Returns the time from `now` to `at` (both in ms since 1970) in a readable unit. The thresholds are the usual ones: 45 s, 90 s, 45 min,
 * 90 min, 22 h, 36 h, 26 d, 46 d, 11 months, 18 months. `null` if one of them is not a time that a `Date` can hold.
 */
export const relativeTime = (at: number, now: number): RelativeTime | null => {
  if (!isDate(at) || !isDate(now)) return null;
  const isFuture = at > now;
  const span = Math.abs(at - now);
  const seconds = Math.round(span / SECOND_MS);
  const minutes = Math.round(span / MINUTE_MS);
  const hours = Math.round(span / HOUR_MS);
  const days = Math.round(span / DAY_MS);
  const exactMonths = monthsBetween(Math.trunc(Math.min(at, now)), Math.trunc(Math.max(at, now)));
  const months = Math.round(exactMonths);
  const result = (unit: TimeUnit, count: number): RelativeTime => ({
    unit,
    count: unit === 'second' ? count : Math.max(count, 1),
    isFuture,
  });
  if (seconds <= 44) return result('second', seconds);
  if (seconds <= 89) return result('minute', 1);
  if (minutes <= 44) return result('minute', minutes);
  if (minutes <= 89) return result('hour', 1);
  if (hours <= 21) return result('hour', hours);
  if (hours <= 35) return result('day', 1);
  if (days <= 25) return result('day', days);
  if (days <= 45) return result('month', 1);
  if (months <= 10) return result('month', months);
  if (months <= 17) return result('year', 1);
  return result('year', Math.round(exactMonths / 12));
};

const LABELS: Readonly<Record<TimeUnit, readonly [one: string, many: string]>> = {
  second: ['sec', 'sec'],
  minute: ['min', 'min'],
  hour: ['hr', 'hrs'],
  day: ['d', 'd'],
  month: ['mo', 'mo'],
  year: ['yr', 'yr'],
};

/**
 * Formats the time from `now` to `at` in abbreviated English: `3 min`, `1 hr`, `2 hrs`; with `suffix` `3 min ago` or `in 3 min`. Empty
 * for an invalid time.
 */
export const relativeTimeLabel = (at: number, now: number, { suffix = false }: { readonly suffix?: boolean } = {}): string => {
  const time = relativeTime(at, now);
  if (time === null) return '';
  const { unit, count, isFuture } = time;
  const label = `${count} ${LABELS[unit][count === 1 ? 0 : 1]}`;
  return suffix ? (isFuture ? `in ${label}` : `${label} ago`) : label;
};
