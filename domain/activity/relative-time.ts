/** Unit of a relative time. */
export type TimeUnit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year';

/** A distance in time, ready to be put into words. */
export interface RelativeTime {
  readonly unit: TimeUnit;
  readonly count: number;
  /** Whether it lies ahead. */
  readonly future: boolean;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** `months` calendar months after a time, in UTC; a day that the month does not have becomes its last one. */
const addMonths = (at: number, months: number): number => {
  const date = new Date(at);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, lastDay));
};

/** Calendar months between two times, as a fraction. */
const monthsBetween = (from: number, to: number): number => {
  const [a, b] = [new Date(from), new Date(to)];
  const guess = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
  const whole = addMonths(from, guess) > to ? guess - 1 : guess;
  const start = addMonths(from, whole);
  return whole + (to - start) / (addMonths(from, whole + 1) - start);
};

/**
 * The distance from `now` to `at` (both in ms since 1970) in the unit a person would use. The limits between the units
 * are the usual ones of relative time: 45 s, 90 s, 45 min, 90 min, 22 h, 36 h, 26 d, 46 d, 11 months, 18 months.
 */
export const relativeTime = (at: number, now: number): RelativeTime => {
  const future = at > now;
  const span = Math.abs(at - now);
  const seconds = Math.round(span / SECOND_MS);
  const minutes = Math.round(span / MINUTE_MS);
  const hours = Math.round(span / HOUR_MS);
  const days = Math.round(span / DAY_MS);
  const exactMonths = monthsBetween(Math.min(at, now), Math.max(at, now));
  const months = Math.round(exactMonths);
  const result = (unit: TimeUnit, count: number): RelativeTime => ({ unit, count: unit === 'second' ? count : Math.max(count, 1), future });
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
 * The distance from `now` to `at` in English, abbreviated: `3 min`, `1 hr`, `2 hrs`; with `suffix`, `3 min ago` or `in 3 min`.
 * A time that is no time gives an empty text.
 */
export const relativeTimeLabel = (at: number, now: number, { suffix = false }: { readonly suffix?: boolean } = {}): string => {
  if (!Number.isFinite(at - now)) return '';
  const { unit, count, future } = relativeTime(at, now);
  const label = `${count} ${LABELS[unit][count === 1 ? 0 : 1]}`;
  return suffix ? (future ? `in ${label}` : `${label} ago`) : label;
};
