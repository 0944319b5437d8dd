import { Observable, take } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../application/ports/clock.fake.js';
import { lazyUseCase } from '../../../composition/lazy-use-case.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { record } from '../application/support/world.js';

const PENDING = { status: 'pending', step: 'working' };
const EMPTY_LIST = { wallets: [], pending: true, error: null };

/** A use case whose code arrives by hand, and what it was asked. */
const later = (before: object | null, states: readonly unknown[]) => {
  const inputs: unknown[] = [];
  let followers = 0;
  const useCase = {
    current: (input: unknown) => `current ${String(input)}`,
    execute: (input: unknown) =>
      new Observable((subscriber) => {
        followers += 1;
        inputs.push(input);
        for (const state of states) subscriber.next(state);
        return () => {
          followers -= 1;
        };
      }),
  };
  const loads: { readonly arrive: () => void; readonly fail: (error: unknown) => void }[] = [];
  const made = lazyUseCase(() => new Promise((resolve, fail) => loads.push({ arrive: () => resolve(useCase), fail })), before);
  return {
    execute: (input: string) => record(made.execute(input as never)),
    current: (input: string) => made.current?.(input as never),
    loads,
    inputs,
    followers: () => followers,
  };
};

describe('a use case whose code is fetched when it is executed', () => {
  it('says at once what is so before, then what the use case says, without saying it twice', async () => {
    const list = later(EMPTY_LIST, [EMPTY_LIST, { ...EMPTY_LIST, pending: false }]);
    const seen = list.execute('a');
    expect([seen.values, list.current('a')]).toEqual([[EMPTY_LIST], EMPTY_LIST]);
    list.loads[0]?.arrive();
    await settle();
    expect(seen.values).toEqual([EMPTY_LIST, { ...EMPTY_LIST, pending: false }]);
    const run = later(PENDING, [{ ...PENDING }, { status: 'success', data: 1 }]);
    const ran = run.execute('a');
    run.loads[0]?.arrive();
    await settle();
    expect(ran.values).toEqual([PENDING, { status: 'success', data: 1 }]);
  });

  it('says what the use case begins with where that is something else', async () => {
    const image = later(null, ['blob:a']);
    const seen = image.execute('a');
    image.loads[0]?.arrive();
    await settle();
    expect(seen.values).toEqual([null, 'blob:a']);
  });

  it('is the use case itself once the code is there', async () => {
    const list = later(EMPTY_LIST, ['now']);
    list.execute('a');
    list.loads[0]?.arrive();
    await settle();
    expect([list.execute('b').values, list.current('b'), list.loads.length]).toEqual([['now'], 'current b', 1]);
    expect(list.inputs).toEqual(['a', 'b']);
  });

  it('executes nothing for who has left, and ends what who leaves later began', async () => {
    const list = later(EMPTY_LIST, ['now']);
    list.execute('early').cancel();
    const late = list.execute('late');
    for (const load of list.loads) load.arrive();
    await settle();
    expect([list.inputs, list.followers()]).toEqual([['late'], 1]);
    late.cancel();
    expect(list.followers()).toBe(0);
  });

  it('says nothing more to who has left before the code failed to come', async () => {
    const run = later(PENDING, []);
    const seen = run.execute('a');
    seen.cancel();
    run.loads[0]?.fail(new LatchkeyError('browser/load-failed', { part: 'pairing' }));
    await settle();
    expect(seen.values).toEqual([PENDING]);
  });

  it('loads nothing for who leaves at the first state', async () => {
    let loads = 0;
    const load = async () => {
      loads += 1;
      throw new Error('Nobody wants the code');
    };
    record(
      lazyUseCase(load, PENDING)
        .execute(undefined as never)
        .pipe(take(1)),
    );
    await settle();
    expect(loads).toBe(0);
  });

  it.each([
    [PENDING, (error: unknown) => [PENDING, { status: 'error', error }]],
    [EMPTY_LIST, (error: unknown) => [EMPTY_LIST, { ...EMPTY_LIST, pending: false, error }]],
    [null, () => [null]],
  ])('says so where the code does not arrive (%j), and loads it again for the next', async (before, expected) => {
    const error = new LatchkeyError('browser/load-failed', { part: 'the wallet directory' });
    const made = later(before, [before, 'now']);
    const seen = made.execute('a');
    made.loads[0]?.fail(error);
    await settle();
    expect([seen.values, seen.end]).toEqual([expected(error), 'complete']);
    const again = made.execute('a');
    made.loads[1]?.arrive();
    await settle();
    expect(again.values.at(-1)).toBe('now');
  });

  it('hands a defect on as one', async () => {
    const defect = new Error('a bug');
    const made = later(null, []);
    const seen = made.execute('a');
    made.loads[0]?.fail(defect);
    await settle();
    expect(seen.end).toEqual({ defect });
  });
});
