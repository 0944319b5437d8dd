import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { relativeTime, relativeTimeLabel } from '../../../../domain/activity/relative-time.js';
import { forAll } from '../properties.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The last time of a `Date`. @see https://tc39.es/ecma262/#sec-time-values-and-time-range */
const MAX_DATE = 8.64e15;
const NOW = Date.UTC(2024, 6, 15, 12);

describe('relative time', () => {
  it.each([
    [0, '0 sec'],
    [SECOND, '1 sec'],
    [44 * SECOND, '44 sec'],
    [45 * SECOND, '1 min'],
    [89 * SECOND, '1 min'],
    [90 * SECOND, '2 min'],
    [44 * MINUTE, '44 min'],
    [45 * MINUTE, '1 hr'],
    [89 * MINUTE, '1 hr'],
    [90 * MINUTE, '2 hrs'],
    [21 * HOUR, '21 hrs'],
    [22 * HOUR, '1 d'],
    [35 * HOUR, '1 d'],
    [36 * HOUR, '2 d'],
    [25 * DAY, '25 d'],
    [26 * DAY, '1 mo'],
    [45 * DAY, '1 mo'],
  ])('formats %i ms as %s', (span, label) => {
    expect(relativeTimeLabel(NOW - span, NOW)).toBe(label);
    expect(relativeTimeLabel(NOW + span, NOW)).toBe(label);
  });

  it.each([
    ['2024-05-30T12:00:00Z', '2 mo'],
    ['2023-10-15T12:00:00Z', '9 mo'],
    ['2023-09-15T12:00:00Z', '10 mo'],
    ['2023-08-15T12:00:00Z', '1 yr'],
    ['2023-02-15T12:00:00Z', '1 yr'],
    ['2023-01-15T12:00:00Z', '2 yr'],
    ['2014-07-15T12:00:00Z', '10 yr'],
  ])('formats %s as %s in July 2024, by calendar months', (at, label) => expect(relativeTimeLabel(Date.parse(at), NOW)).toBe(label));

  it('counts the last days of a longer and a shorter month as whole months apart', () => {
    expect(relativeTime(Date.UTC(2024, 0, 31), Date.UTC(2024, 1, 29))).toEqual({ unit: 'month', count: 1, isFuture: false });
    expect(relativeTime(Date.UTC(2023, 11, 31), Date.UTC(2024, 1, 29))).toEqual({ unit: 'month', count: 2, isFuture: false });
  });

  it('states the direction with a suffix', () => {
    expect(relativeTimeLabel(NOW - 3 * MINUTE, NOW, { suffix: true })).toBe('3 min ago');
    expect(relativeTimeLabel(NOW + 2 * HOUR, NOW, { suffix: true })).toBe('in 2 hrs');
    expect(relativeTime(NOW + 1, NOW)?.isFuture).toBe(true);
    expect(relativeTime(NOW, NOW)?.isFuture).toBe(false);
  });

  it('is empty for an invalid time', () => {
    expect(relativeTimeLabel(Date.parse('nonsense'), NOW)).toBe('');
  });

  it.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    MAX_DATE + 1,
    -MAX_DATE - 1,
    1e300,
    new Date('nonsense').getTime(),
  ])('returns null for %s, which is no date', (invalid) => {
    expect([relativeTime(invalid, NOW), relativeTime(NOW, invalid), relativeTime(invalid, invalid)]).toEqual([null, null, null]);
    expect([relativeTimeLabel(invalid, NOW), relativeTimeLabel(NOW, invalid, { suffix: true })]).toEqual(['', '']);
  });

  it('formats the first and the last date', () => {
    expect([MAX_DATE, -MAX_DATE].map((at) => relativeTimeLabel(at, NOW))).toEqual(['273736 yr', '273845 yr']);
    expect(relativeTimeLabel(MAX_DATE, -MAX_DATE)).toBe('547581 yr');
    expect(relativeTimeLabel(MAX_DATE, MAX_DATE - 60 * DAY)).toBe('2 mo');
    expect(relativeTimeLabel(-MAX_DATE, -MAX_DATE + 60 * DAY)).toBe('2 mo');
  });

  it('formats any two dates with a whole number', () => {
    const date = fc.oneof(
      fc.constantFrom(MAX_DATE, -MAX_DATE, 0),
      fc.double({ min: -MAX_DATE, max: MAX_DATE, noNaN: true }),
      fc.integer({ min: 0, max: 100 * 365 * DAY }).map((span) => MAX_DATE - span),
      fc.integer({ min: 0, max: 100 * 365 * DAY }).map((span) => span - MAX_DATE),
      // Years 0 to 99, which `Date.UTC` takes for the 20th century.
      fc.integer({ min: 0, max: 100 * 365 * DAY }).map((span) => Date.parse('0000-01-01T00:00:00Z') + span),
    );
    forAll(date, date, (at, now) => {
      expect(relativeTimeLabel(at, now)).toMatch(/^\d+ (?:sec|min|hrs?|d|mo|yr)$/);
      expect(relativeTime(at, now)?.isFuture).toBe(at > now);
      const years = Math.abs(at - now) / (365.2425 * DAY);
      if (years > 2) expect(Math.abs((relativeTime(at, now)?.count ?? 0) - years)).toBeLessThan(0.6);
    });
  });

  it('never throws, for any number', () => {
    const number = fc.oneof(fc.double(), fc.maxSafeInteger());
    forAll(number, number, (at, now) => {
      expect(relativeTimeLabel(at, now)).toMatch(/^(?:|\d+ [a-z]+)$/);
    });
  });

  it('never decreases over time, and shows zero only in seconds', () => {
    const size = { second: SECOND, minute: MINUTE, hour: HOUR, day: DAY, month: 28 * DAY, year: 365 * DAY } as const;
    const time = fc.integer({ min: 0, max: 40 * 365 * DAY });
    forAll(time, time, (a, b) => {
      const [short, long] = [Math.min(a, b), Math.max(a, b)].map((span) => relativeTime(NOW - span, NOW));
      expect(short!.count * size[short!.unit]).toBeLessThanOrEqual(long!.count * size[long!.unit] * 1.09);
      expect(long!.unit === 'second' || long!.count > 0).toBe(true);
    });
  });
});
