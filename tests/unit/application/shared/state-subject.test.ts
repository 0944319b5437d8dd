import fc from 'fast-check';
import { take } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { StateSubject } from '../../../../application/shared/state-subject.js';
import { record } from '../support/world.js';

describe('StateSubject', () => {
  it('gives the value now, then each other one', () => {
    const state = new StateSubject(1);
    const seen = record(state.value$);
    state.next(2);
    state.next(2);
    state.next(3);
    expect(seen.values).toEqual([1, 2, 3]);
    expect(state.value).toBe(3);
  });

  it('never lets a watcher see an older value last, when another one changes it meanwhile', () => {
    const state = new StateSubject(0);
    const before = record(state.value$);
    state.value$.subscribe((value) => {
      if (value === 1) state.next(2);
    });
    const after = record(state.value$);
    state.next(1);
    expect(before.values).toEqual([0, 1, 2]);
    expect(after.values).toEqual([0, 2]);
  });

  it('notifies a watcher also of the change that it makes on its first value', () => {
    const state = new StateSubject(0);
    const seen: number[] = [];
    state.value$.subscribe((value) => {
      seen.push(value);
      if (value === 0) state.next(1);
    });
    expect(seen).toEqual([0, 1]);
  });

  it('gives a newcomer that comes during a change the newest value, once', () => {
    const state = new StateSubject(0);
    let late: { readonly values: number[] } | undefined;
    state.value$.subscribe((value) => {
      if (value === 1) late = record(state.value$);
    });
    state.next(1);
    expect(late?.values).toEqual([1]);
  });

  it('does not notify a watcher that has unsubscribed, also when it leaves during a change', () => {
    const state = new StateSubject(0);
    const seen: number[] = [];
    state.value$.pipe(take(2)).subscribe((value) => seen.push(value));
    state.next(1);
    state.next(2);
    expect(seen).toEqual([0, 1]);
  });

  it('can be replaced and read after the end, and completes for all watchers', () => {
    const state = new StateSubject(0);
    const early = record(state.value$);
    state.complete();
    state.next(1);
    const late = record(state.value$);
    expect(early).toMatchObject({ values: [0], end: 'complete' });
    expect(late).toMatchObject({ values: [1], end: 'complete' });
  });

  it('gives every subscriber the current value, also when a subscriber changes it in between', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ on: fc.nat(5), to: fc.nat(9) }), { maxLength: 6 }),
        fc.array(fc.nat(9), { minLength: 1, maxLength: 8 }),
        (reactions, values) => {
          const state = new StateSubject(0);
          const last: number[] = [];
          const spent = new Set<number>();
          const outdated: number[] = [];
          reactions.forEach(({ on, to }, index) => {
            state.value$.subscribe((value) => {
              if (value !== state.value) outdated.push(value);
              last[index] = value;
              if (value !== on || spent.has(index)) return;
              spent.add(index);
              state.next(to);
            });
          });
          for (const value of values) {
            state.next(value);
            expect(last).toEqual(reactions.map(() => state.value));
          }
          expect(outdated).toEqual([]);
        },
      ),
    );
  });
});
