import fc from 'fast-check';
import { take } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { StateSubject } from '../../../../application/shared/state-subject.js';
import { record } from '../support/client-fixture.js';

describe('StateSubject', () => {
  it('emits the current value, then each change', () => {
    const state = new StateSubject(1);
    const run = record(state.value$);
    state.next(2);
    state.next(2);
    state.next(3);
    expect(run.values).toEqual([1, 2, 3]);
    expect(state.value).toBe(3);
  });

  it('never emits an older value last when a subscriber sets the value during a notification', () => {
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

  it('notifies a subscriber of a change that it makes itself on its first value', () => {
    const state = new StateSubject(0);
    const values: number[] = [];
    state.value$.subscribe((value) => {
      values.push(value);
      if (value === 0) state.next(1);
    });
    expect(values).toEqual([0, 1]);
  });

  it('emits the newest value once to a subscriber added during a notification', () => {
    const state = new StateSubject(0);
    let late: { readonly values: number[] } | undefined;
    state.value$.subscribe((value) => {
      if (value === 1) late = record(state.value$);
    });
    state.next(1);
    expect(late?.values).toEqual([1]);
  });

  it('does not notify an unsubscribed subscriber, also if it unsubscribes during a notification', () => {
    const state = new StateSubject(0);
    const values: number[] = [];
    state.value$.pipe(take(2)).subscribe((value) => values.push(value));
    state.next(1);
    state.next(2);
    expect(values).toEqual([0, 1]);
  });

  it('can be set and read after completion, and completes for all subscribers', () => {
    const state = new StateSubject(0);
    const early = record(state.value$);
    state.complete();
    state.next(1);
    const late = record(state.value$);
    expect(early).toMatchObject({ values: [0], end: 'complete' });
    expect(late).toMatchObject({ values: [1], end: 'complete' });
  });

  it('ends with the current value for every subscriber, also when subscribers change it', () => {
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
