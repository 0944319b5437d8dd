const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A time that has passed, such as “2 min. ago”, in the units that fit. */
export const ageText = (ageMs: number, locale: string): string => {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  const age = Math.max(0, ageMs);
  if (age < MINUTE_MS) return format.format(0, 'second');
  if (age < HOUR_MS) return format.format(-Math.floor(age / MINUTE_MS), 'minute');
  return age < DAY_MS ? format.format(-Math.floor(age / HOUR_MS), 'hour') : format.format(-Math.floor(age / DAY_MS), 'day');
};
