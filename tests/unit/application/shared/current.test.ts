import fc from 'fast-check';
import { take } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { Cell } from '../../../../application/shared/cell.js';
import { Current } from '../../../../application/shared/current.js';
import { record } from '../support/world.js';

describe('Current', () => {
  it('gives the value now, then each other one', () => {
    const current = new Current(1);
    const seen = record(current.value$);
    current.set(2);
    current.set(2);
    current.set(3);
    expect(seen.values).toEqual([1, 2, 3]);
    expect(current.value).toBe(3);
  });

  it('never lets a watcher see an older value last, when another one changes it meanwhile', () => {
    const current = new Current(0);
    const before = record(current.value$);
    current.value$.subscribe((value) => {
      if (value === 1) current.set(2);
    });
    const after = record(current.value$);
    current.set(1);
    expect(before.values).toEqual([0, 1, 2]);
    expect(after.values).toEqual([0, 2]);
  });

  it('lets a watcher finish with one change before it hears of the next', () => {
    const current = new Current(0);
    const order: string[] = [];
    current.value$.subscribe((value) => {
      order.push(`${value} begins`);
      if (value < 2) current.set(value + 1);
      order.push(`${value} ends`);
    });
    current.set(1);
    expect(order.slice(-4)).toEqual(['1 begins', '1 ends', '2 begins', '2 ends']);
  });

  it('tells a watcher also of the change that it makes on its first value', () => {
    const current = new Current(0);
    const seen: number[] = [];
    current.value$.subscribe((value) => {
      seen.push(value);
      if (value === 0) current.set(1);
    });
    expect(seen).toEqual([0, 1]);
  });

  it('gives a newcomer that comes during a change the newest value, once', () => {
    const current = new Current(0);
    let late: { readonly values: number[] } | undefined;
    current.value$.subscribe((value) => {
      if (value === 1) late = record(current.value$);
    });
    current.set(1);
    expect(late?.values).toEqual([1]);
  });

  it('says nothing more to a watcher that left, also when it leaves during a change', () => {
    const current = new Current(0);
    const seen: number[] = [];
    current.value$.pipe(take(2)).subscribe((value) => seen.push(value));
    current.set(1);
    current.set(2);
    expect(seen).toEqual([0, 1]);
  });

  it('can be replaced and read after the end, and ends whoever follows', () => {
    const current = new Current(0);
    const early = record(current.value$);
    current.complete();
    current.set(1);
    const late = record(current.value$);
    expect(early).toMatchObject({ values: [0], end: 'complete' });
    expect(late).toMatchObject({ values: [1], end: 'complete' });
  });

  it('shows every watcher what the owner says at that moment, whoever reacts to what', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ on: fc.nat(5), to: fc.nat(9) }), { maxLength: 6 }),
        fc.array(fc.nat(9), { minLength: 1, maxLength: 8 }),
        (reactions, values) => {
          const current = new Current(0);
          const last: number[] = [];
          const spent = new Set<number>();
          const outdated: number[] = [];
          reactions.forEach(({ on, to }, index) => {
            current.value$.subscribe((value) => {
              if (value !== current.value) outdated.push(value);
              last[index] = value;
              if (value !== on || spent.has(index)) return;
              spent.add(index);
              current.set(to);
            });
          });
          for (const value of values) {
            current.set(value);
            expect(last).toEqual(reactions.map(() => current.value));
          }
          expect(outdated).toEqual([]);
        },
      ),
    );
  });
});

describe('Cell', () => {
  const counter = () => new Cell(0, (state: number, event: number) => (event === 0 ? state : state + event));

  it('tells whether an event changed anything, and is silent when none did', () => {
    const cell = counter();
    const seen = record(cell.state$);
    expect([cell.dispatch(0), cell.dispatch(2), cell.dispatch(0)]).toEqual([false, true, false]);
    expect(seen.values).toEqual([0, 2]);
    expect(cell.state).toBe(2);
  });

  it('takes events after its end without a word', () => {
    const cell = counter();
    const seen = record(cell.state$);
    cell.complete();
    expect(cell.dispatch(1)).toBe(true);
    expect(cell.state).toBe(1);
    expect(seen).toMatchObject({ values: [0], end: 'complete' });
  });
});
