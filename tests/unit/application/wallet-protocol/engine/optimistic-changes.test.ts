import { describe, expect, it } from 'vitest';
import { OptimisticChanges } from '../../../../../application/wallet-protocol/engine/optimistic-changes.js';

/** Begins changes of one topic from 0 to 1, 2, and so on, then lets them fail or succeed in the given order. Returns the final value. */
const valueAfter = (outcomes: readonly (readonly [number, 'fails' | 'succeeds'])[]): number => {
  const changes = new OptimisticChanges<number>();
  const begun = outcomes.map((_, index) => changes.begin('topic', index, index + 1));
  let current = outcomes.length;
  for (const [number, outcome] of outcomes) {
    if (outcome === 'succeeds') begun[number - 1]?.succeed();
    else current = begun[number - 1]?.fail(current) ?? current;
  }
  return current;
};

describe('changes that overlap', () => {
  it.each([
    {
      title: 'all fail in order',
      outcomes: [
        [1, 'fails'],
        [2, 'fails'],
        [3, 'fails'],
      ],
      value: 0,
    },
    {
      title: 'all fail in reverse order',
      outcomes: [
        [3, 'fails'],
        [2, 'fails'],
        [1, 'fails'],
      ],
      value: 0,
    },
    {
      title: 'all fail, the middle one first',
      outcomes: [
        [2, 'fails'],
        [1, 'fails'],
        [3, 'fails'],
      ],
      value: 0,
    },
    {
      title: 'the last succeeds',
      outcomes: [
        [1, 'fails'],
        [2, 'fails'],
        [3, 'succeeds'],
      ],
      value: 3,
    },
    {
      title: 'the first succeeds',
      outcomes: [
        [1, 'succeeds'],
        [3, 'fails'],
        [2, 'fails'],
      ],
      value: 1,
    },
    {
      title: 'the middle one succeeds',
      outcomes: [
        [3, 'fails'],
        [1, 'fails'],
        [2, 'succeeds'],
      ],
      value: 2,
    },
  ] as const)('$title: the last value that did not fail stays', ({ outcomes, value }) => {
    expect(valueAfter(outcomes)).toBe(value);
  });

  it('a change that fails twice is undone once', () => {
    const changes = new OptimisticChanges<number>();
    const first = changes.begin('topic', 0, 1);
    expect([first.fail(1), first.fail(1)]).toEqual([0, null]);
  });

  it('a value that was set otherwise stays', () => {
    expect(new OptimisticChanges<number>().begin('topic', 0, 1).fail(5)).toBeNull();
  });
});
