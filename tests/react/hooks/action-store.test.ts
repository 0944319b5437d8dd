import fc from 'fast-check';
import { Observable, of, Subject, throwError } from 'rxjs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ErrorOf, UseCaseState } from '../../../application/shared/use-case-state.js';
import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { ActionStore, type Idle } from '../../../presentation/hooks/action.store.js';

type State = UseCaseState<'open-wallet' | 'working', string, 'wallet/rejected'>;

const PENDING: State = { status: 'pending', step: 'open-wallet' };
const rejected = (): ErrorOf<'wallet/rejected'> => new LatchkeyError('wallet/rejected', { method: 'eth_requestAccounts' });

/** A store whose runs the test controls by index. */
class StoreHarness {
  readonly runs: { readonly input: string; readonly states: Subject<State>; live: boolean }[] = [];
  readonly store = new ActionStore<[input: string], State>((input) => this.#execute(input));
  readonly states: (Idle | State)[] = [];
  unmount: () => void = () => {};

  mount(): this {
    this.unmount = this.store.subscribe(() => this.states.push(this.store.snapshot()));
    return this;
  }

  get live(): readonly string[] {
    return this.runs.filter(({ live }) => live).map(({ input }) => input);
  }

  run(index: number) {
    return this.runs[index]!;
  }

  succeed(index: number, result: string): void {
    this.run(index).states.next({ status: 'success', data: result });
    this.run(index).states.complete();
  }

  fail(index: number, error = rejected()): void {
    this.run(index).states.next({ status: 'error', error });
    this.run(index).states.complete();
  }

  #execute(input: string): Observable<State> {
    return new Observable((subscriber) => {
      const run = { input, states: new Subject<State>(), live: true };
      this.runs.push(run);
      subscriber.next(PENDING);
      subscriber.add(() => {
        run.live = false;
      });
      subscriber.add(run.states.subscribe(subscriber));
    });
  }
}

const outcomeOf = (promise: Promise<string>): Promise<unknown> =>
  promise.then(
    (result) => result,
    (error: unknown) => (isLatchkeyError(error) ? error.code : error),
  );

describe('ActionStore', () => {
  let harness: StoreHarness;

  beforeEach(() => {
    harness = new StoreHarness().mount();
  });

  it('is idle before the first call', () => {
    expect(harness.store.snapshot()).toEqual({ status: 'idle' });
    expect(harness.store.serverSnapshot()).toEqual({ status: 'idle' });
    expect(harness.runs).toEqual([]);
  });

  it('emits every state of a run in order, the first one synchronously', () => {
    harness.store.run('a');
    expect(harness.store.snapshot()).toEqual(PENDING);
    harness.run(0).states.next({ status: 'pending', step: 'working' });
    harness.succeed(0, 'done');
    expect(harness.states).toEqual([PENDING, { status: 'pending', step: 'working' }, { status: 'success', data: 'done' }]);
    expect(harness.live).toEqual([]);
  });

  it('resolves the promise with the result after the state has it', async () => {
    const promise = harness.store.runAsync('a').then((result) => ({ result, state: harness.store.snapshot() }));
    harness.succeed(0, 'done');
    expect(await promise).toEqual({ result: 'done', state: { status: 'success', data: 'done' } });
  });

  it('rejects the promise with the typed error of the state', async () => {
    const error = rejected();
    const promise = harness.store.runAsync('a');
    harness.fail(0, error);
    await expect(promise).rejects.toBe(error);
    expect(harness.store.snapshot()).toEqual({ status: 'error', error });
  });

  it('cancels the older run on a new call, ignores its late result and rejects its promise', async () => {
    const older = outcomeOf(harness.store.runAsync('older'));
    const newer = outcomeOf(harness.store.runAsync('newer'));
    expect(harness.live).toEqual(['newer']);
    harness.succeed(0, 'late');
    expect(harness.store.snapshot()).toEqual(PENDING);
    harness.succeed(1, 'right');
    expect(harness.store.snapshot()).toEqual({ status: 'success', data: 'right' });
    expect(await older).toBe('request/cancelled');
    expect(await newer).toBe('right');
  });

  it('returns to idle when cancelled and ignores a late result', async () => {
    const outcome = outcomeOf(harness.store.runAsync('a'));
    harness.store.cancel();
    harness.succeed(0, 'late');
    expect(harness.store.snapshot()).toEqual({ status: 'idle' });
    expect(harness.live).toEqual([]);
    expect(await outcome).toBe('request/cancelled');
  });

  it('keeps an outcome on cancel and clears it on reset', () => {
    harness.store.run('a');
    harness.succeed(0, 'done');
    harness.store.cancel();
    expect(harness.store.snapshot()).toEqual({ status: 'success', data: 'done' });
    harness.store.reset();
    expect(harness.store.snapshot()).toEqual({ status: 'idle' });
  });

  it('cancels the run when the last listener unsubscribes, and starts none afterwards', async () => {
    const other = harness.store.subscribe(() => {});
    const outcome = outcomeOf(harness.store.runAsync('a'));
    other();
    expect(harness.live).toEqual(['a']);
    harness.unmount();
    expect(harness.live).toEqual([]);
    expect(await outcome).toBe('request/cancelled');
    harness.store.run('b');
    expect(await outcomeOf(harness.store.runAsync('c'))).toBe('request/cancelled');
    expect(harness.runs).toHaveLength(1);
  });

  it('runs again after unsubscribing and resubscribing, as in StrictMode', () => {
    harness.unmount();
    harness.mount();
    harness.store.run('a');
    expect(harness.live).toEqual(['a']);
  });

  it('can run before it has listeners, as from a layout effect', () => {
    harness = new StoreHarness();
    harness.store.run('a');
    harness.mount();
    expect(harness.store.snapshot()).toEqual(PENDING);
  });

  it('handles a listener that starts a newer run at the first state of the older one', () => {
    harness = new StoreHarness();
    let again = true;
    harness.store.subscribe(() => {
      if (!again) return;
      again = false;
      harness.store.run('newer');
    });
    harness.store.run('older');
    expect(harness.live).toEqual(['newer']);
    harness.succeed(1, 'done');
    expect(harness.store.snapshot()).toEqual({ status: 'success', data: 'done' });
  });

  it('returns to idle when a run completes without an outcome', async () => {
    const store = new ActionStore<[], State>(() => of(PENDING));
    const outcome = outcomeOf(store.runAsync());
    expect(store.snapshot()).toEqual({ status: 'idle' });
    expect(await outcome).toBe('request/cancelled');
  });

  it('rejects the promise on a bug, or reports the bug without a promise, and returns to idle', async () => {
    const reported: unknown[] = [];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
    const defect = new TypeError('a bug');
    const store = new ActionStore<[], State>(() => throwError(() => defect));
    await expect(store.runAsync()).rejects.toBe(defect);
    expect(reported).toEqual([]);
    store.run();
    expect(reported).toEqual([defect]);
    expect(store.snapshot()).toEqual({ status: 'idle' });
  });

  it('settles every promise for any order of events', async () => {
    const step = fc.oneof(
      fc.constant({ type: 'run' } as const),
      fc.constant({ type: 'runAsync' } as const),
      fc.constant({ type: 'cancel' } as const),
      fc.constant({ type: 'reset' } as const),
      fc.record({ type: fc.constantFrom('succeed' as const, 'fail' as const, 'work' as const), run: fc.nat(8) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const harness = new StoreHarness().mount();
        const promises: Promise<unknown>[] = [];
        let calls = 0;
        let expected: Idle | State = { status: 'idle' };
        /** Index of the current run, if any. */
        let current: number | null = null;
        for (const move of steps) {
          switch (move.type) {
            case 'run':
            case 'runAsync':
              if (move.type === 'run') harness.store.run(String(calls));
              else promises.push(outcomeOf(harness.store.runAsync(String(calls))));
              current = calls;
              calls += 1;
              expected = PENDING;
              break;
            case 'cancel':
              harness.store.cancel();
              if (current !== null) expected = { status: 'idle' };
              current = null;
              break;
            case 'reset':
              harness.store.reset();
              expected = { status: 'idle' };
              current = null;
              break;
            default: {
              if (move.run >= calls) break;
              const isCurrent = move.run === current;
              if (move.type === 'work') {
                harness.run(move.run).states.next({ status: 'pending', step: 'working' });
                if (isCurrent) expected = { status: 'pending', step: 'working' };
                break;
              }
              if (move.type === 'succeed') harness.succeed(move.run, `result ${move.run}`);
              else harness.fail(move.run);
              if (!isCurrent) break;
              expected =
                move.type === 'succeed' ? { status: 'success', data: `result ${move.run}` } : { status: 'error', error: expect.anything() };
              current = null;
            }
          }
          expect(harness.store.snapshot()).toEqual(expected);
          expect(harness.live).toEqual(current === null ? [] : [String(current)]);
        }
        harness.unmount();
        expect(harness.live).toEqual([]);
        // Every promise settles with its own result, its own error, or as cancelled.
        for (const outcome of await Promise.all(promises)) expect(outcome).toMatch(/^(result \d|wallet\/rejected|request\/cancelled)$/);
      }),
    );
  });
});
