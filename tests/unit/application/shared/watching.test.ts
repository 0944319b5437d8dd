import { BehaviorSubject, Observable, skip } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { Current } from '../../../../application/shared/current.js';
import { watching } from '../../../../application/shared/watching.js';
import { record } from '../support/world.js';

/** A source of changes that counts who follows it. */
const counted = (source$: Observable<unknown>) => {
  const count = { live: 0, ever: 0 };
  const changes$ = new Observable((subscriber) => {
    count.live += 1;
    count.ever += 1;
    subscriber.add(() => {
      count.live -= 1;
    });
    subscriber.add(source$.subscribe(subscriber));
  });
  return { count, changes$ };
};

describe('What a watch use case gives', () => {
  it('is the value now, then each that is another one', () => {
    const cell = new Current(1);
    const seen = record(watching(cell.value$)(() => cell.value));
    cell.set(2);
    cell.set(2);
    cell.set(3);
    expect(seen.values).toEqual([1, 2, 3]);
  });

  it('comes at once also where the source of changes is silent so far', () => {
    const cell = new BehaviorSubject(1);
    const seen = record(watching(cell.pipe(skip(1)))(() => cell.value));
    expect(seen.values).toEqual([1]);
    cell.next(2);
    expect(seen.values).toEqual([1, 2]);
  });

  it('counts as the same by the given rule', () => {
    const cell = new Current({ name: 'a', tags: 0 });
    const seen = record(
      watching(cell.value$)(
        () => cell.value,
        (a, b) => a.name === b.name,
      ),
    );
    cell.set({ name: 'a', tags: 1 });
    cell.set({ name: 'b', tags: 1 });
    expect(seen.values.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('shares one subscription to the source between all watchers, and gives it up with the last', () => {
    const cell = new Current(1);
    const { count, changes$ } = counted(cell.value$);
    const watch = watching(changes$);
    expect(count.live).toBe(0);
    const first = record(watch(() => cell.value));
    const second = record(watch(() => cell.value * 10));
    expect(count).toEqual({ live: 1, ever: 1 });
    cell.set(2);
    first.cancel();
    cell.set(3);
    expect([first.values, second.values]).toEqual([
      [1, 2],
      [10, 20, 30],
    ]);
    second.cancel();
    expect(count.live).toBe(0);
    expect(record(watch(() => cell.value)).values).toEqual([3]);
    expect(count).toEqual({ live: 1, ever: 2 });
  });

  it('never is a value that a watcher who was told before has already replaced', () => {
    const cell = new Current(1);
    const watch = watching(cell.value$);
    watch(() => cell.value).subscribe((value) => {
      if (value === 2) cell.set(3);
    });
    const second = record(watch(() => cell.value));
    cell.set(2);
    expect(second.values).toEqual([1, 3]);
  });

  it('ends with the source, and can be read once more afterwards', () => {
    const cell = new Current(1);
    const watch = watching(cell.value$);
    const seen = record(watch(() => cell.value));
    cell.complete();
    expect(seen.end).toBe('complete');
    expect(record(watch(() => cell.value))).toMatchObject({ values: [1], end: 'complete' });
  });

  it('passes a defect of the source on to every watcher', () => {
    const source$ = new BehaviorSubject(1);
    const watch = watching(source$);
    const ends: unknown[] = [];
    for (let index = 0; index < 2; index += 1) watch(() => source$.value).subscribe({ error: (defect) => ends.push(defect) });
    source$.error('a bug');
    expect(ends).toEqual(['a bug', 'a bug']);
  });
});
