import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ActivityGroups } from '../../../../domain/activity/activity-groups.js';
import type { ActivityItem } from '../../../../domain/activity/activity-item.js';
import { PoisoningDetector } from '../../../../domain/activity/address-poisoning.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { imitate, token } from './support/poisoned-histories.js';

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

  it('marks a look-alike of an earlier page once a later one has the address that it imitates, and changes no other month', () => {
    const [own, friend] = [`0x${'7'.repeat(40)}`, '0x4f2a91c7d6e80b35ace19f7042db86a35e0c7d11'];
    const sent = (id: string, minedAtMs: number, sentTo: string, valueUsd: number): ActivityItem => ({
      ...item(id, minedAtMs),
      ...{ sentFrom: own, sentTo, transfers: [token('USDC', 'out', String(valueUsd), valueUsd)] },
    });
    const poisonedOf = () => groups.months.flatMap(({ items }) => items.filter(({ poisoning }) => poisoning !== undefined));
    const groups = new ActivityGroups(new PoisoningDetector({ own: [own] }));
    groups.add([item('a', at(2026, 3, 9)), sent('fake', at(2026, 2, 20), imitate(friend), 0), item('b', at(2026, 1, 9))]);
    expect(poisonedOf()).toEqual([]);
    const [april, march, february] = groups.months;
    groups.add([sent('first', at(2026, 0, 5), friend, 100)]);
    expect(poisonedOf()).toMatchObject([{ id: 'fake', poisoning: { kind: 'zero-value', resembles: friend } }]);
    const marked = groups.months;
    expect([marked[0] === april, marked[1] === march, marked[2] === february]).toEqual([true, false, true]);
    // Another payment to the same address changes nothing of them.
    groups.add([sent('older', at(2025, 11, 5), friend, 100)]);
    expect(groups.months.slice(0, 4).map((month, index) => month === marked[index])).toEqual([true, true, true, true]);
    // A page that has it again keeps the mark.
    groups.add([sent('fake', at(2026, 2, 20), imitate(friend), 0)]);
    expect(poisonedOf()).toHaveLength(1);
  });

  it('has a line for each transfer of a transaction with several, in the order of the transactions', () => {
    const transfers = ['A', 'B', 'C'].map((symbol) => token(symbol, 'in', '1', 1));
    const keysOf = () => groups.months.map(({ rows }) => rows.map(({ key }) => key));
    const groups = new ActivityGroups();
    groups.add([item('a', at(2026, 0, 9)), { ...item('b', at(2026, 0, 8)), transfers }]);
    groups.add([item('c', at(2026, 0, 7)), item('d', at(2025, 11, 31))]);
    expect(keysOf()).toEqual([['a', 'b 0', 'b 1', 'b 2', 'c'], ['d']]);
    // The same transaction again, with another state, fewer lines, and at another time.
    groups.add([{ ...item('b', at(2026, 0, 8), '0x1'), transfers }]);
    expect(groups.months[0]?.rows.map(({ item: { hash } }) => hash)).toEqual([null, '0x1', '0x1', '0x1', null]);
    groups.add([item('b', at(2026, 0, 8))]);
    expect(keysOf()).toEqual([['a', 'b', 'c'], ['d']]);
    groups.add([{ ...item('b', at(2026, 0, 6)), transfers }]);
    expect(keysOf()).toEqual([['a', 'c', 'b 0', 'b 1', 'b 2'], ['d']]);
  });

  it('lays out only the transactions of the page that is added', () => {
    const laidOut: string[] = [];
    const counted = (id: string, minedAtMs: number): ActivityItem => ({
      ...item(id, minedAtMs),
      get transfers() {
        laidOut.push(id);
        return [];
      },
    });
    const groups = new ActivityGroups();
    groups.add([counted('a', at(2026, 0, 9)), counted('b', at(2026, 0, 8))]);
    laidOut.length = 0;
    groups.add([counted('c', at(2026, 0, 7)), counted('d', at(2025, 11, 7))]);
    expect(laidOut).toEqual(['c', 'd']);
    // A transaction that is replaced, as a pending one that is mined, is laid out alone too.
    groups.add([counted('a', at(2026, 0, 9))]);
    expect(laidOut).toEqual(['c', 'd', 'a']);
  });

  it('is marked anew by another detector, also where a mark is removed', () => {
    const [own, friend] = [`0x${'7'.repeat(40)}`, '0x4f2a91c7d6e80b35ace19f7042db86a35e0c7d11'];
    const sent = (id: string, day: number, sentTo: string, symbol: string): ActivityItem => ({
      ...item(id, at(2026, 0, day)),
      ...{ sentFrom: own, sentTo, transfers: [token(symbol, 'out', '5', 5)] },
    });
    const poisonedOf = ({ months }: ActivityGroups): readonly string[] =>
      months.flatMap(({ items }) => items.flatMap(({ id, poisoning }) => (poisoning === undefined ? [] : [id])));
    const groups = new ActivityGroups(new PoisoningDetector({ own: [own] }));
    groups.add([sent('b', 9, imitate(friend), 'UЅDC'), sent('a', 5, friend, 'USDC')]);
    expect(poisonedOf(groups)).toEqual([]);
    const marked = groups.markedBy(new PoisoningDetector({ own: [own], listedSymbols: ['USDC'] }));
    expect([idsOf(marked), poisonedOf(marked)]).toEqual([idsOf(groups), ['b']]);
    expect(poisonedOf(marked.markedBy(new PoisoningDetector({ own: [own] })))).toEqual([]);
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
        for (const { items: listed, rows } of paged.months) expect(rows.map(({ item: each }) => each)).toEqual(listed);
      }),
    );
  });
});
