import { Observable, take } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../application/ports/clock.fake.js';
import type { UseCaseState } from '../../../application/shared/use-case-state.js';
import { lazyUseCase } from '../../../composition/lazy-use-case.js';
import { record } from '../application/support/world.js';

type State = UseCaseState<'working' | 'scan-uri', number, 'browser/load-failed'>;

const WORKING: State = { status: 'pending', step: 'working' };
const SCAN: State = { status: 'pending', step: 'scan-uri' };
const DONE: State = { status: 'success', result: 1 };

/** A run whose code arrives by hand, and what it was asked. */
const lazy = (...states: readonly State[]) => {
  const inputs: string[] = [];
  let running = 0;
  const useCase = {
    execute: (input: string) =>
      new Observable<State>((subscriber) => {
        inputs.push(input);
        running += 1;
        subscriber.add(() => {
          running -= 1;
        });
        for (const state of states) subscriber.next(state);
        if (states.at(-1)?.status !== 'pending') subscriber.complete();
      }),
  };
  const loads: { readonly arrive: () => void; readonly fail: (error: unknown) => void }[] = [];
  const made = lazyUseCase(
    'pairing',
    'working',
    () => new Promise<typeof useCase>((resolve, fail) => loads.push({ arrive: () => resolve(useCase), fail })),
  );
  return { made, execute: (input: string) => record(made.execute(input)), loads, inputs, running: () => running };
};

describe('a run whose code is fetched first', () => {
  it('begins with a synchronous pending, and says it once', async () => {
    const run = lazy(WORKING, SCAN, DONE);
    const seen = run.execute('a');
    expect([seen.values, run.inputs]).toEqual([[WORKING], []]);
    run.loads[0]?.arrive();
    await settle();
    expect([seen.values, seen.end, run.inputs]).toEqual([[WORKING, SCAN, DONE], 'complete', ['a']]);
  });

  it('says what the run begins with where that is another step', async () => {
    const run = lazy(SCAN);
    const seen = run.execute('a');
    run.loads[0]?.arrive();
    await settle();
    expect(seen.values).toEqual([WORKING, SCAN]);
  });

  it('ends with an error state where the code does not arrive, and fetches it again for the next run', async () => {
    const run = lazy(WORKING, DONE);
    const seen = run.execute('a');
    run.loads[0]?.fail(new TypeError('Failed to fetch'));
    await settle();
    expect(seen.values).toMatchObject([WORKING, { status: 'error', error: { code: 'browser/load-failed', context: { part: 'pairing' } } }]);
    expect([seen.end, run.inputs]).toEqual(['complete', []]);
    const again = run.execute('b');
    run.loads[1]?.arrive();
    await settle();
    expect([again.values, run.inputs]).toEqual([[WORKING, DONE], ['b']]);
  });

  it('runs nothing for who has left before the code came', async () => {
    const run = lazy(WORKING);
    run.execute('a').cancel();
    run.loads[0]?.arrive();
    await settle();
    expect(run.inputs).toEqual([]);
  });

  it('says nothing more to who has left before the code failed to come', async () => {
    const run = lazy(WORKING);
    const seen = run.execute('a');
    seen.cancel();
    run.loads[0]?.fail(new TypeError('Failed to fetch'));
    await settle();
    expect(seen.values).toEqual([WORKING]);
  });

  it('fetches nothing for who leaves at the first state', () => {
    const run = lazy(WORKING);
    record(run.made.execute('a').pipe(take(1)));
    expect(run.loads).toHaveLength(0);
  });

  it('ends the run when its subscriber leaves', async () => {
    const run = lazy(WORKING, SCAN);
    const seen = run.execute('a');
    run.loads[0]?.arrive();
    await settle();
    expect(run.running()).toBe(1);
    seen.cancel();
    expect(run.running()).toBe(0);
  });
});
