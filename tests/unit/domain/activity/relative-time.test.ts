import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { relativeTime, relativeTimeLabel } from '../../../../domain/activity/relative-time.js';
import { forAll } from '../properties.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2024, 6, 15, 12);

describe('a relative time', () => {
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
  ])('%i ms ago reads %s', (span, label) => {
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
  ])('%s reads %s in July 2024, counted in calendar months', (at, label) => expect(relativeTimeLabel(Date.parse(at), NOW)).toBe(label));

  it('counts from the last day of a month to the shorter next one as a whole month', () => {
    expect(relativeTime(Date.UTC(2024, 0, 31), Date.UTC(2024, 1, 29))).toEqual({ unit: 'month', count: 1, future: false });
    expect(relativeTime(Date.UTC(2023, 11, 31), Date.UTC(2024, 1, 29))).toEqual({ unit: 'month', count: 2, future: false });
  });

  it('says which way it lies when a suffix is asked for', () => {
    expect(relativeTimeLabel(NOW - 3 * MINUTE, NOW, { suffix: true })).toBe('3 min ago');
    expect(relativeTimeLabel(NOW + 2 * HOUR, NOW, { suffix: true })).toBe('in 2 hrs');
    expect(relativeTime(NOW + 1, NOW).future).toBe(true);
    expect(relativeTime(NOW, NOW).future).toBe(false);
  });

  it('is an empty text where the time is none', () => {
    expect(relativeTimeLabel(Date.parse('nonsense'), NOW)).toBe('');
  });

  it('never shrinks while time goes by, and never counts none of a unit but seconds', () => {
    const size = { second: SECOND, minute: MINUTE, hour: HOUR, day: DAY, month: 28 * DAY, year: 365 * DAY } as const;
    const time = fc.integer({ min: 0, max: 40 * 365 * DAY });
    forAll(time, time, (a, b) => {
      const [short, long] = [Math.min(a, b), Math.max(a, b)].map((span) => relativeTime(NOW - span, NOW));
      expect(short!.count * size[short!.unit]).toBeLessThanOrEqual(long!.count * size[long!.unit] * 1.09);
      expect(long!.unit === 'second' || long!.count > 0).toBe(true);
    });
  });
});
