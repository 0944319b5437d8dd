import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ActivityGroups } from '../../../../domain/activity/activity-groups.js';
import type { ActivityItem } from '../../../../domain/activity/activity-item.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';

const item = (id: string, minedAtMs: number, hash: string | null = null): ActivityItem => ({
  id,
  chainId: toChainId('eip155:1'),
  operation: 'send',
  status: 'confirmed',
  hash,
  minedAtMs,
  sentFrom: null,
  sentTo: null,
  transfers: [],
});
const at = (...date: readonly [number, number, number]): number => new Date(...date).getTime();
const idsOf = (groups: ActivityGroups): readonly unknown[] =>
  groups.months.map(({ year, month, items }) => [year, month, items.map(({ id }) => id)]);

describe('a history by month', () => {
  it('has years, months and transactions newest first, by the time zone of the user', () => {
    const groups = new ActivityGroups();
    expect(groups.isEmpty).toBe(true);
    groups.add([item('a', at(2026, 0, 31)), item('b', at(2026, 0, 1)), item('c', at(2025, 11, 31))]);
    groups.add([item('d', at(2025, 11, 2)), item('e', at(2024, 5, 1))]);
    expect(idsOf(groups)).toEqual([
      [2026, 0, ['a', 'b']],
      [2025, 11, ['c', 'd']],
      [2024, 5, ['e']],
    ]);
    expect(groups.isEmpty).toBe(false);
  });

  it('replaces an item with the id of a known one of its month', () => {
    const groups = new ActivityGroups();
    groups.add([item('a', at(2026, 0, 3)), item('b', at(2026, 0, 2))]);
    const [before] = groups.months;
    groups.add([item('b', at(2026, 0, 2), '0x1')]);
    expect(idsOf(groups)).toEqual([[2026, 0, ['a', 'b']]]);
    expect(groups.months[0]?.items[1]?.hash).toBe('0x1');
    expect(groups.months[0]).not.toBe(before);
    groups.add([item('a', at(2026, 0, 1))]);
    expect(idsOf(groups)).toEqual([[2026, 0, ['b', 'a']]]);
  });

  it('keeps the object of a month that a page does not touch', () => {
    const groups = new ActivityGroups();
    groups.add([item('a', at(2026, 1, 3)), item('b', at(2026, 0, 2))]);
    const [february, january] = groups.months;
    groups.add([item('c', at(2026, 0, 1))]);
    expect(groups.months[0]).toBe(february);
    expect(groups.months[1]).not.toBe(january);
  });

  it('is the same as of all items at once, whatever the order and size of the pages', () => {
    const items = fc.uniqueArray(fc.record({ id: fc.uuid(), time: fc.integer({ min: at(2020, 0, 1), max: at(2026, 0, 1) }) }), {
      selector: ({ time }) => time,
      maxLength: 60,
    });
    fc.assert(
      fc.property(items, fc.integer({ min: 1, max: 9 }), (all, size) => {
        const paged = new ActivityGroups();
        for (let start = 0; start < all.length; start += size)
          paged.add(all.slice(start, start + size).map(({ id, time }) => item(id, time)));
        const once = new ActivityGroups();
        once.add([...all].sort((one, other) => other.time - one.time).map(({ id, time }) => item(id, time)));
        expect(idsOf(paged)).toEqual(idsOf(once));
      }),
    );
  });
});
