import { take } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { lastOutcome } from '../../../../application/shared/last-outcome.js';
import { runAtOnce, runUseCase } from '../../../../application/shared/run-use-case.js';
import type { UseCaseState } from '../../../../application/shared/use-case-state.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { record } from '../support/world.js';

type Step = 'approve-in-wallet' | 'wait-for-block';
const rejected = () => new LatchkeyError('wallet/rejected', { method: 'test' });

describe('runUseCase', () => {
  it('does nothing before somebody subscribes, and everything again for each who does', async () => {
    let runs = 0;
    const stream = runUseCase<'working', number, never>('working', async () => {
      runs += 1;
      return runs;
    });
    expect(runs).toBe(0);
    const first = record(stream);
    const second = record(stream);
    await settle();
    expect(first.values).toEqual([
      { status: 'pending', step: 'working' },
      { status: 'success', data: 1 },
    ]);
    expect(second.values.at(-1)).toEqual({ status: 'success', data: 2 });
    expect([first.end, second.end]).toEqual(['complete', 'complete']);
  });

  it('is pending before the run begins', () => {
    const order: string[] = [];
    runUseCase<'working', null, never>('working', async () => {
      order.push('run');
      return null;
    }).subscribe(({ status }) => order.push(status));
    expect(order).toEqual(['pending', 'run']);
  });

  it('never begins for somebody who leaves at the first state', async () => {
    let runs = 0;
    const states = record(
      runUseCase<'working', number, never>('working', async () => {
        runs += 1;
        return runs;
      }).pipe(take(1)),
    );
    await settle();
    expect(runs).toBe(0);
    expect(states.values).toEqual([{ status: 'pending', step: 'working' }]);
  });

  it('tells each step once, with the hash from the broadcast on', async () => {
    const states = record(
      runUseCase<Step, string, never>('approve-in-wallet', async ({ step }) => {
        step('approve-in-wallet');
        await Promise.resolve();
        step('wait-for-block', '0xhash');
        step('wait-for-block', '0xhash');
        return 'mined';
      }),
    );
    await settle();
    expect(states.values).toEqual([
      { status: 'pending', step: 'approve-in-wallet' },
      { status: 'pending', step: 'wait-for-block', hash: '0xhash' },
      { status: 'success', data: 'mined' },
    ]);
  });

  it('makes an expected failure a value', async () => {
    const error = rejected();
    const states = record(runUseCase<'working', never, 'wallet/rejected'>('working', () => Promise.reject(error)));
    await settle();
    expect(states.values.at(-1)).toEqual({ status: 'error', error });
    expect(states.end).toBe('complete');
  });

  it('sends a defect to the error channel, also one that is thrown at once', async () => {
    const defect = new TypeError('bug');
    const later = record(runUseCase<'working', never, never>('working', () => Promise.reject(defect)));
    const atOnce = record(
      runUseCase<'working', never, never>('working', () => {
        throw defect;
      }),
    );
    await settle();
    expect(later.end).toEqual({ defect });
    expect(atOnce.end).toEqual({ defect });
  });

  it('aborts when the subscriber leaves, and says nothing afterwards whatever comes', async () => {
    const signals: AbortSignal[] = [];
    const start = (end: (signal: AbortSignal) => Promise<string>) =>
      record(
        runUseCase<Step, string, 'wallet/rejected'>('approve-in-wallet', async ({ signal, step }) => {
          signals.push(signal);
          await settle();
          step('wait-for-block');
          return end(signal);
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
    await settle();
    await settle();
    for (const run of runs) expect(run).toMatchObject({ values: [{ status: 'pending', step: 'approve-in-wallet' }], end: 'open' });
  });

  it('withdraws at its end what it still waits for', async () => {
    let signal: AbortSignal | undefined;
    record(
      runUseCase<'working', null, never>('working', async (run) => {
        signal = run.signal;
        return null;
      }),
    );
    await settle();
    expect(signal?.aborted).toBe(true);
  });
});

describe('runAtOnce', () => {
  it('does nothing before somebody subscribes; then everything in one go', () => {
    let times = 0;
    const stream = runAtOnce(() => {
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

  it('is prevented by leaving at the first state', () => {
    let times = 0;
    record(
      runAtOnce(() => {
        times += 1;
      }).pipe(take(1)),
    );
    expect(times).toBe(0);
  });

  it('sends a defect to the error channel', () => {
    const defect = new TypeError('bug');
    const states = record(
      runAtOnce(() => {
        throw defect;
      }),
    );
    expect(states.end).toEqual({ defect });
  });
});

describe('lastOutcome', () => {
  const run = (end: () => Promise<string>) => runUseCase<'working', string, 'wallet/rejected'>('working', end);

  it('resolves with the result', async () => {
    await expect(lastOutcome(run(() => Promise.resolve('done')))).resolves.toBe('done');
  });

  it('rejects with the typed error', async () => {
    await expect(lastOutcome(run(() => Promise.reject(rejected())))).rejects.toMatchObject({ code: 'wallet/rejected' });
  });

  it('rejects with a defect', async () => {
    await expect(lastOutcome(run(() => Promise.reject(new TypeError('bug'))))).rejects.toBeInstanceOf(TypeError);
  });

  it('rejects when a run ends without an outcome', async () => {
    const states = run(() => Promise.resolve('done')).pipe(take<UseCaseState<'working', string, 'wallet/rejected'>>(1));
    await expect(lastOutcome(states)).rejects.toThrow('The use case ended at "working"');
  });
});
