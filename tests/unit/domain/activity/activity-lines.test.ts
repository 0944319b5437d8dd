import { describe, expect, it } from 'vitest';
import type { ActivityMonth } from '../../../../domain/activity/activity-groups.js';
import type { ActivityItem } from '../../../../domain/activity/activity-item.js';
import { ActivityLines } from '../../../../domain/activity/activity-lines.js';
import type { ActivityRow } from '../../../../domain/activity/activity-rows.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';

const item: ActivityItem = {
  id: 'a',
  chainId: toChainId('eip155:1'),
  operation: 'send',
  status: 'confirmed',
  hash: null,
  minedAtMs: 0,
  sentFrom: null,
  sentTo: null,
  transfers: [],
};
const monthOf = (year: number, month: number, keys: readonly string[]): ActivityMonth => ({
  ...{ year, month, items: [] },
  rows: keys.map((key): ActivityRow => ({ key, item, transfers: [] })),
});

describe('lines of a list of months', () => {
  it('are the heading and the rows of each month', () => {
    const [april, may] = [monthOf(2026, 3, ['c']), monthOf(2026, 4, ['a', 'b 0', 'b 1'])];
    const lines = new ActivityLines([may, april]);
    expect(lines.count).toBe(6);
    const all = Array.from({ length: lines.count }, (_, index) => lines.at(index));
    expect(all.map((line) => [line?.key, line?.month === may, line?.row?.key])).toEqual([
      ['2026-4', true, undefined],
      ['a', true, 'a'],
      ['b 0', true, 'b 0'],
      ['b 1', true, 'b 1'],
      ['2026-3', false, undefined],
      ['c', false, 'c'],
    ]);
    expect(all.map((_, index) => [lines.keyAt(index), lines.isHeading(index)])).toEqual(all.map((line) => [line?.key, line?.row === null]));
    expect([lines.at(-1), lines.at(6)]).toEqual([null, null]);
    expect(new ActivityLines([]).at(0)).toBeNull();
  });

  it('are counted without reading a row', () => {
    const rows = new Proxy<ActivityRow[]>([], {
      get: (_, name) => {
        if (name === 'length') return 50_000;
        throw new Error(`reads ${String(name)}`);
      },
    });
    expect(new ActivityLines([{ ...monthOf(2026, 4, []), rows }, monthOf(2026, 3, ['a'])]).count).toBe(50_003);
  });
});
