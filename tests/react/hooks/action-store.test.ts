import fc from 'fast-check';
import { Observable, of, Subject, throwError } from 'rxjs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ErrorOf, UseCaseState } from '../../../application/shared/use-case-state.js';
import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { ActionStore, type Idle } from '../../../presentation/hooks/action.store.js';

type State = UseCaseState<'open-wallet' | 'working', string, 'wallet/rejected'>;

const PENDING: State = { status: 'pending', step: 'open-wallet' };
const rejected = (): ErrorOf<'wallet/rejected'> => new LatchkeyError('wallet/rejected', { method: 'eth_requestAccounts' });

/** A use case whose runs are led by hand, by their input. */
class Bench {
  readonly runs: { readonly input: string; readonly states: Subject<State>; live: boolean }[] = [];
  readonly store = new ActionStore<[input: string], State>((input) => this.#execute(input));
  readonly seen: (Idle | State)[] = [];
  leave: () => void = () => {};

  mount(): this {
    this.leave = this.store.subscribe(() => this.seen.push(this.store.snapshot()));
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

describe('A use case in a component', () => {
  let bench: Bench;

  beforeEach(() => {
    bench = new Bench().mount();
  });

  it('is idle until somebody calls', () => {
    expect(bench.store.snapshot()).toEqual({ status: 'idle' });
    expect(bench.store.serverSnapshot()).toEqual({ status: 'idle' });
    expect(bench.runs).toEqual([]);
  });

  it('shows every state of a run in order, the first one synchronously', () => {
    bench.store.run('a');
    expect(bench.store.snapshot()).toEqual(PENDING);
    bench.run(0).states.next({ status: 'pending', step: 'working' });
    bench.succeed(0, 'done');
    expect(bench.seen).toEqual([PENDING, { status: 'pending', step: 'working' }, { status: 'success', data: 'done' }]);
    expect(bench.live).toEqual([]);
  });

  it('resolves the promise with the result, after the state shows it', async () => {
    const promise = bench.store.runAsync('a').then((result) => ({ result, state: bench.store.snapshot() }));
    bench.succeed(0, 'done');
    expect(await promise).toEqual({ result: 'done', state: { status: 'success', data: 'done' } });
  });

  it('rejects the promise with the typed error that the state shows', async () => {
    const error = rejected();
    const promise = bench.store.runAsync('a');
    bench.fail(0, error);
    await expect(promise).rejects.toBe(error);
    expect(bench.store.snapshot()).toEqual({ status: 'error', error });
  });

  it('lets the newest call win: the older run is left, its late answer is ignored, its promise is rejected', async () => {
    const older = outcomeOf(bench.store.runAsync('older'));
    const newer = outcomeOf(bench.store.runAsync('newer'));
    expect(bench.live).toEqual(['newer']);
    bench.succeed(0, 'late');
    expect(bench.store.snapshot()).toEqual(PENDING);
    bench.succeed(1, 'right');
    expect(bench.store.snapshot()).toEqual({ status: 'success', data: 'right' });
    expect(await older).toBe('request/cancelled');
    expect(await newer).toBe('right');
  });

  it('goes back to idle when cancelled, and stays there when the answer comes late', async () => {
    const outcome = outcomeOf(bench.store.runAsync('a'));
    bench.store.cancel();
    bench.succeed(0, 'late');
    expect(bench.store.snapshot()).toEqual({ status: 'idle' });
    expect(bench.live).toEqual([]);
    expect(await outcome).toBe('request/cancelled');
  });

  it('keeps an outcome when there is nothing to cancel, and forgets it when reset', () => {
    bench.store.run('a');
    bench.succeed(0, 'done');
    bench.store.cancel();
    expect(bench.store.snapshot()).toEqual({ status: 'success', data: 'done' });
    bench.store.reset();
    expect(bench.store.snapshot()).toEqual({ status: 'idle' });
  });

  it('ends the run when the last listener leaves, and starts none afterwards', async () => {
    const other = bench.store.subscribe(() => {});
    const outcome = outcomeOf(bench.store.runAsync('a'));
    other();
    expect(bench.live).toEqual(['a']);
    bench.leave();
    expect(bench.live).toEqual([]);
    expect(await outcome).toBe('request/cancelled');
    bench.store.run('b');
    expect(await outcomeOf(bench.store.runAsync('c'))).toBe('request/cancelled');
    expect(bench.runs).toHaveLength(1);
  });

  it('starts again after it was left and taken up, as StrictMode does', () => {
    bench.leave();
    bench.mount();
    bench.store.run('a');
    expect(bench.live).toEqual(['a']);
  });

  it('may be called before it is listened to, as a layout effect does', () => {
    bench = new Bench();
    bench.store.run('a');
    bench.mount();
    expect(bench.store.snapshot()).toEqual(PENDING);
  });

  it('survives a listener that starts a newer run at the first state of the older one', () => {
    bench = new Bench();
    let again = true;
    bench.store.subscribe(() => {
      if (!again) return;
      again = false;
      bench.store.run('newer');
    });
    bench.store.run('older');
    expect(bench.live).toEqual(['newer']);
    bench.succeed(1, 'done');
    expect(bench.store.snapshot()).toEqual({ status: 'success', data: 'done' });
  });

  it('is idle again when a run ends without an outcome', async () => {
    const store = new ActionStore<[], State>(() => of(PENDING));
    const outcome = outcomeOf(store.runAsync());
    expect(store.snapshot()).toEqual({ status: 'idle' });
    expect(await outcome).toBe('request/cancelled');
  });

  it('hands a defect to the promise, or reports it where nobody waits, and is idle', async () => {
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

  it('keeps its promises whatever happens in whatever order', async () => {
    const step = fc.oneof(
      fc.constant({ type: 'run' } as const),
      fc.constant({ type: 'runAsync' } as const),
      fc.constant({ type: 'cancel' } as const),
      fc.constant({ type: 'reset' } as const),
      fc.record({ type: fc.constantFrom('succeed' as const, 'fail' as const, 'work' as const), run: fc.nat(8) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const bench = new Bench().mount();
        const promises: Promise<unknown>[] = [];
        let calls = 0;
        let expected: Idle | State = { status: 'idle' };
        /** Index of the run that counts, or none. */
        let current: number | null = null;
        for (const move of steps) {
          switch (move.type) {
            case 'run':
            case 'runAsync':
              if (move.type === 'run') bench.store.run(String(calls));
              else promises.push(outcomeOf(bench.store.runAsync(String(calls))));
              current = calls;
              calls += 1;
              expected = PENDING;
              break;
            case 'cancel':
              bench.store.cancel();
              if (current !== null) expected = { status: 'idle' };
              current = null;
              break;
            case 'reset':
              bench.store.reset();
              expected = { status: 'idle' };
              current = null;
              break;
            default: {
              if (move.run >= calls) break;
              const counts = move.run === current;
              if (move.type === 'work') {
                bench.run(move.run).states.next({ status: 'pending', step: 'working' });
                if (counts) expected = { status: 'pending', step: 'working' };
                break;
              }
              if (move.type === 'succeed') bench.succeed(move.run, `result ${move.run}`);
              else bench.fail(move.run);
              if (!counts) break;
              expected =
                move.type === 'succeed' ? { status: 'success', data: `result ${move.run}` } : { status: 'error', error: expect.anything() };
              current = null;
            }
          }
          expect(bench.store.snapshot()).toEqual(expected);
          expect(bench.live).toEqual(current === null ? [] : [String(current)]);
        }
        bench.leave();
        expect(bench.live).toEqual([]);
        // Every promise settles: with its own result, its own error, or as cancelled.
        for (const outcome of await Promise.all(promises)) expect(outcome).toMatch(/^(result \d|wallet\/rejected|request\/cancelled)$/);
      }),
    );
  });
});
