import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { FakeClock, settle } from '../../../../application/ports/clock.fake.js';
import { abortable } from '../../../../application/shared/abortable.js';
import { onAbort } from '../../../../application/shared/on-abort.js';
import { pause } from '../../../../application/shared/pause.js';

const withAbort = () => {
  const controller = new AbortController();
  return { signal: controller.signal, abort: (reason?: unknown) => controller.abort(reason) };
};

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

describe('waiting with a way out', () => {
  it('leaves no listener on a signal, however it ends', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const signals = [first.signal, second.signal];
    await abortable(Promise.resolve(1), ...signals);
    await abortable(Promise.reject(new Error('no')), ...signals).catch(() => undefined);
    await settle();
    expect(signals.map(listeners)).toEqual([0, 0]);
    let end = (): void => {};
    const waiting = abortable(
      new Promise<void>((resolve) => {
        end = resolve;
      }),
      ...signals,
    );
    expect(signals.map(listeners)).toEqual([1, 1]);
    second.abort('second');
    await expect(waiting).rejects.toBe('second');
    end();
    await settle();
    expect(signals.map(listeners)).toEqual([0, 0]);
  });

  it('ends at once with a signal that is aborted already', async () => {
    await expect(abortable(new Promise(() => {}), new AbortController().signal, AbortSignal.abort('gone'))).rejects.toBe('gone');
  });
});

describe('many that wait for one signal', () => {
  it('have one listener between them, and all of them leave', async () => {
    const [clock, { signal, ...controller }] = [new FakeClock(), withAbort()];
    const waiting = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? abortable(new Promise(() => {}), signal) : pause(100, clock, signal),
    );
    const left = Promise.allSettled(waiting);
    expect(listeners(signal)).toBe(1);
    controller.abort('gone');
    expect((await left).map((each) => ('reason' in each ? each.reason : null))).toEqual(Array(20).fill('gone'));
    expect([listeners(signal), clock.pending]).toEqual([0, 0]);
  });

  it('stay with it while one of them still waits, and those that left are not called', async () => {
    const { signal, abort } = withAbort();
    const called: string[] = [];
    const first = onAbort(signal, () => called.push('first'));
    const second = onAbort(signal, () => called.push('second'));
    onAbort(signal, () => second());
    onAbort(signal, () => called.push('last'));
    first();
    first();
    abort();
    // The second was called before the third could take it back.
    expect(called).toEqual(['second', 'last']);
    expect(listeners(signal)).toBe(0);
  });

  it('are not called by another who takes them back first', () => {
    const { signal, abort } = withAbort();
    const called: string[] = [];
    const ends: (() => void)[] = [];
    onAbort(signal, () => {
      for (const end of ends) end();
    });
    ends.push(onAbort(signal, () => called.push('late')));
    abort();
    expect(called).toEqual([]);
  });
});

describe('sleeping with a way out', () => {
  it('leaves neither timer nor listener, however it ends', async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const sleeping = pause(100, clock, controller.signal);
    clock.advance(100);
    await sleeping;
    expect([listeners(controller.signal), clock.pending]).toEqual([0, 0]);
    const disturbed = pause(100, clock, controller.signal);
    controller.abort('gone');
    await expect(disturbed).rejects.toBe('gone');
    await expect(pause(100, clock, controller.signal)).rejects.toBe('gone');
    expect([listeners(controller.signal), clock.pending]).toEqual([0, 0]);
  });
});
