import { Observable, take } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { FakeClock, flushPromises } from '../../../application/ports/clock.fake.js';
import { lazyUseCase } from '../../../composition/lazy-use-case.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { record } from '../application/support/client-fixture.js';

const PENDING = { status: 'pending', step: 'working' };
const EMPTY_LIST = { wallets: [], pending: true, error: null };

/** A lazy use case whose loading the test completes, and the inputs that it was executed with. */
const createLazy = (initialState: object | null, states: readonly unknown[]) => {
  const inputs: unknown[] = [];
  let subscriberCount = 0;
  const useCase = {
    current: (input: unknown) => `current ${String(input)}`,
    execute: (input: unknown) =>
      new Observable((subscriber) => {
        subscriberCount += 1;
        inputs.push(input);
        for (const state of states) subscriber.next(state);
        return () => {
          subscriberCount -= 1;
        };
      }),
  };
  const loads: { readonly complete: () => void; readonly fail: (error: unknown) => void }[] = [];
  const clock = new FakeClock();
  const load = () => new Promise<typeof useCase>((resolve, fail) => loads.push({ complete: () => resolve(useCase), fail }));
  const lazy = lazyUseCase(load, initialState, clock);
  return {
    execute: (input: string) => record(lazy.execute(input as never)),
    current: (input: string) => lazy.current?.(input as never),
    loads,
    clock,
    inputs,
    subscriberCount: () => subscriberCount,
  };
};

describe('lazyUseCase', () => {
  it('emits the initial state, then the states of the use case, without duplicates', async () => {
    const list = createLazy(EMPTY_LIST, [EMPTY_LIST, { ...EMPTY_LIST, pending: false }]);
    const seen = list.execute('a');
    expect([seen.values, list.current('a')]).toEqual([[EMPTY_LIST], EMPTY_LIST]);
    list.loads[0]?.complete();
    await flushPromises();
    expect(seen.values).toEqual([EMPTY_LIST, { ...EMPTY_LIST, pending: false }]);
    const run = createLazy(PENDING, [{ ...PENDING }, { status: 'success', data: 1 }]);
    const ran = run.execute('a');
    run.loads[0]?.complete();
    await flushPromises();
    expect(ran.values).toEqual([PENDING, { status: 'success', data: 1 }]);
  });

  it('emits the first state of the use case if it differs from the initial one', async () => {
    const image = createLazy(null, ['blob:a']);
    const seen = image.execute('a');
    image.loads[0]?.complete();
    await flushPromises();
    expect(seen.values).toEqual([null, 'blob:a']);
  });

  it('delegates to the use case once it is loaded', async () => {
    const list = createLazy(EMPTY_LIST, ['now']);
    list.execute('a');
    list.loads[0]?.complete();
    await flushPromises();
    expect([list.execute('b').values, list.current('b'), list.loads.length]).toEqual([['now'], 'current b', 1]);
    expect(list.inputs).toEqual(['a', 'b']);
  });

  it('does not execute for a cancelled subscriber, and unsubscribes from a running use case', async () => {
    const list = createLazy(EMPTY_LIST, ['now']);
    list.execute('early').cancel();
    const late = list.execute('late');
    for (const load of list.loads) load.complete();
    await flushPromises();
    expect([list.inputs, list.subscriberCount()]).toEqual([['late'], 1]);
    late.cancel();
    expect(list.subscriberCount()).toBe(0);
  });

  it.each([
    [EMPTY_LIST, (error: unknown) => ({ ...EMPTY_LIST, pending: false, error })],
    [[], () => []],
  ])('loads the code of a watched state again ten seconds after a failure (%j)', async (initialState, expected) => {
    const error = new LatchkeyError('browser/load-failed', { module: 'the wallet directory' });
    const list = createLazy(initialState, ['now']);
    const seen = list.execute('a');
    list.loads[0]?.fail(error);
    await flushPromises();
    expect([seen.values.at(-1), list.current('a')]).toEqual([expected(error), expected(error)]);
    await list.clock.run(9_999);
    expect(list.loads).toHaveLength(1);
    await list.clock.run(1);
    list.loads[1]?.complete();
    await flushPromises();
    expect([seen.values.at(-1), list.current('a'), list.clock.pending]).toEqual(['now', 'current a', 0]);
  });

  it.each(['config/dependency-missing', 'config/disposed'] as const)('does not load again what cannot be loaded: %s', async (code) => {
    const list = createLazy(EMPTY_LIST, []);
    const seen = list.execute('a');
    list.loads[0]?.fail(code === 'config/disposed' ? new LatchkeyError(code, {}) : new LatchkeyError(code, { dependency: 'viem' }));
    await flushPromises();
    expect([seen.end, list.clock.pending]).toEqual(['complete', 0]);
  });

  it('emits nothing to a cancelled subscriber if loading fails', async () => {
    const run = createLazy(PENDING, []);
    const seen = run.execute('a');
    seen.cancel();
    run.loads[0]?.fail(new LatchkeyError('browser/load-failed', { module: 'pairing' }));
    await flushPromises();
    expect(seen.values).toEqual([PENDING]);
  });

  it('loads nothing if the subscriber unsubscribes on the initial state', async () => {
    let loads = 0;
    const load = async () => {
      loads += 1;
      throw new Error('Unexpected load');
    };
    record(
      lazyUseCase(load, PENDING, new FakeClock())
        .execute(undefined as never)
        .pipe(take(1)),
    );
    await flushPromises();
    expect(loads).toBe(0);
  });

  it.each([
    [PENDING, (error: unknown) => [PENDING, { status: 'error', error }]],
    [null, () => [null]],
  ])('emits an error if loading fails (%j), and loads again on the next run', async (initialState, expected) => {
    const error = new LatchkeyError('browser/load-failed', { module: 'the wallet directory' });
    const made = createLazy(initialState, [initialState, 'now']);
    const seen = made.execute('a');
    made.loads[0]?.fail(error);
    await flushPromises();
    expect([seen.values, seen.end]).toEqual([expected(error), 'complete']);
    const again = made.execute('a');
    made.loads[1]?.complete();
    await flushPromises();
    expect(again.values.at(-1)).toBe('now');
  });

  it('emits a defect on the error channel', async () => {
    const defect = new Error('a bug');
    const made = createLazy(null, []);
    const seen = made.execute('a');
    made.loads[0]?.fail(defect);
    await flushPromises();
    expect(seen.end).toEqual({ defect });
  });
});
