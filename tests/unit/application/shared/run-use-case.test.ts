import { take } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { resultFrom } from '../../../../application/shared/result-from.js';
import { runSync, runUseCase } from '../../../../application/shared/run-use-case.js';
import type { UseCaseState } from '../../../../application/shared/use-case-state.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { record } from '../support/client-fixture.js';

type Step = 'approve-in-wallet' | 'wait-for-block';
const rejected = () => new LatchkeyError('wallet/rejected', { method: 'test' });

describe('runUseCase', () => {
  it('does nothing before subscription, and runs once per subscription', async () => {
    let runs = 0;
    const stream = runUseCase<'working', number, never>('working', async () => {
      runs += 1;
      return runs;
    });
    expect(runs).toBe(0);
    const first = record(stream);
    const second = record(stream);
    await flushPromises();
    expect(first.values).toEqual([
      { status: 'pending', step: 'working' },
      { status: 'success', data: 1 },
    ]);
    expect(second.values.at(-1)).toEqual({ status: 'success', data: 2 });
    expect([first.end, second.end]).toEqual(['complete', 'complete']);
  });

  it('emits pending before the run starts', () => {
    const order: string[] = [];
    runUseCase<'working', null, never>('working', async () => {
      order.push('run');
      return null;
    }).subscribe(({ status }) => order.push(status));
    expect(order).toEqual(['pending', 'run']);
  });

  it('does not start if the subscriber unsubscribes on the first state', async () => {
    let runs = 0;
    const states = record(
      runUseCase<'working', number, never>('working', async () => {
        runs += 1;
        return runs;
      }).pipe(take(1)),
    );
    await flushPromises();
    expect(runs).toBe(0);
    expect(states.values).toEqual([{ status: 'pending', step: 'working' }]);
  });

  it('emits each step once, with the hash after the broadcast', async () => {
    const states = record(
      runUseCase<Step, string, never>('approve-in-wallet', async ({ step }) => {
        step('approve-in-wallet');
        await Promise.resolve();
        step('wait-for-block', '0xhash');
        step('wait-for-block', '0xhash');
        return 'mined';
      }),
    );
    await flushPromises();
    expect(states.values).toEqual([
      { status: 'pending', step: 'approve-in-wallet' },
      { status: 'pending', step: 'wait-for-block', hash: '0xhash' },
      { status: 'success', data: 'mined' },
    ]);
  });

  it('emits an expected failure as an error state', async () => {
    const error = rejected();
    const states = record(runUseCase<'working', never, 'wallet/rejected'>('working', () => Promise.reject(error)));
    await flushPromises();
    expect(states.values.at(-1)).toEqual({ status: 'error', error });
    expect(states.end).toBe('complete');
  });

  it('sends a defect to the error channel, also one thrown synchronously', async () => {
    const defect = new TypeError('bug');
    const asynchronous = record(runUseCase<'working', never, never>('working', () => Promise.reject(defect)));
    const synchronous = record(
      runUseCase<'working', never, never>('working', () => {
        throw defect;
      }),
    );
    await flushPromises();
    expect(asynchronous.end).toEqual({ defect });
    expect(synchronous.end).toEqual({ defect });
  });

  it('aborts on unsubscribe and emits nothing afterwards', async () => {
    const signals: AbortSignal[] = [];
    const start = (finish: (signal: AbortSignal) => Promise<string>) =>
      record(
        runUseCase<Step, string, 'wallet/rejected'>('approve-in-wallet', async ({ signal, step }) => {
          signals.push(signal);
          await flushPromises();
          step('wait-for-block');
          return finish(signal);
        }),
      );
    const runs = [
      start(() => Promise.resolve('late')),
      start(() => Promise.reject(rejected())),
      start((signal) => Promise.reject(signal.reason)),
      start(() => Promise.reject(new TypeError('bug'))),
    ];
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false, false]);
    for (const run of runs) run.cancel();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true, true]);
    await flushPromises();
    await flushPromises();
    for (const run of runs) expect(run).toMatchObject({ values: [{ status: 'pending', step: 'approve-in-wallet' }], end: 'open' });
  });

  it('aborts pending work at the end of the run', async () => {
    let signal: AbortSignal | undefined;
    record(
      runUseCase<'working', null, never>('working', async (run) => {
        signal = run.signal;
        return null;
      }),
    );
    await flushPromises();
    expect(signal?.aborted).toBe(true);
  });
});

describe('runSync', () => {
  it('does nothing before subscription, then runs synchronously', () => {
    let times = 0;
    const stream = runSync(() => {
      times += 1;
      return times;
    });
    expect(times).toBe(0);
    expect(record(stream)).toMatchObject({
      values: [
        { status: 'pending', step: 'working' },
        { status: 'success', data: 1 },
      ],
      end: 'complete',
    });
    expect(record(stream).values.at(-1)).toEqual({ status: 'success', data: 2 });
  });

  it('does not run if the subscriber unsubscribes on the first state', () => {
    let times = 0;
    record(
      runSync(() => {
        times += 1;
      }).pipe(take(1)),
    );
    expect(times).toBe(0);
  });

  it('sends a defect to the error channel', () => {
    const defect = new TypeError('bug');
    const states = record(
      runSync(() => {
        throw defect;
      }),
    );
    expect(states.end).toEqual({ defect });
  });
});

describe('resultFrom', () => {
  const run = (execute: () => Promise<string>) => runUseCase<'working', string, 'wallet/rejected'>('working', execute);

  it('resolves with the result', async () => {
    await expect(resultFrom(run(() => Promise.resolve('done')))).resolves.toBe('done');
  });

  it('rejects with the typed error', async () => {
    await expect(resultFrom(run(() => Promise.reject(rejected())))).rejects.toMatchObject({ code: 'wallet/rejected' });
  });

  it('rejects with a defect', async () => {
    await expect(resultFrom(run(() => Promise.reject(new TypeError('bug'))))).rejects.toBeInstanceOf(TypeError);
  });

  it('rejects when a run completes without a terminal state', async () => {
    const states = run(() => Promise.resolve('done')).pipe(take<UseCaseState<'working', string, 'wallet/rejected'>>(1));
    await expect(resultFrom(states)).rejects.toThrow('The use case completed at "working"');
  });
});
