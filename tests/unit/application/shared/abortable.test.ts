import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { FakeClock, flushPromises } from '../../../../application/ports/clock.fake.js';
import { abortable } from '../../../../application/shared/abortable.js';
import { onAbort } from '../../../../application/shared/on-abort.js';
import { pause } from '../../../../application/shared/pause.js';

const withAbort = () => {
  const controller = new AbortController();
  return { signal: controller.signal, abort: (reason?: unknown) => controller.abort(reason) };
};

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

describe('abortable', () => {
  it('removes its listener from every signal on any outcome', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const signals = [first.signal, second.signal];
    await abortable(Promise.resolve(1), ...signals);
    await abortable(Promise.reject(new Error('no')), ...signals).catch(() => undefined);
    await flushPromises();
    expect(signals.map(listeners)).toEqual([0, 0]);
    let resolvePromise = (): void => {};
    const waiting = abortable(
      new Promise<void>((resolve) => {
        resolvePromise = resolve;
      }),
      ...signals,
    );
    expect(signals.map(listeners)).toEqual([1, 1]);
    second.abort('second');
    await expect(waiting).rejects.toBe('second');
    resolvePromise();
    await flushPromises();
    expect(signals.map(listeners)).toEqual([0, 0]);
  });

  it('rejects immediately if the signal is already aborted', async () => {
    await expect(abortable(new Promise(() => {}), new AbortController().signal, AbortSignal.abort('gone'))).rejects.toBe('gone');
  });
});

describe('onAbort with several listeners', () => {
  it('adds one event listener and calls all listeners', async () => {
    const [clock, { signal, ...controller }] = [new FakeClock(), withAbort()];
    const waiting = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? abortable(new Promise(() => {}), signal) : pause(100, clock, signal),
    );
    const outcomes = Promise.allSettled(waiting);
    expect(listeners(signal)).toBe(1);
    controller.abort('gone');
    expect((await outcomes).map((each) => ('reason' in each ? each.reason : null))).toEqual(Array(20).fill('gone'));
    expect([listeners(signal), clock.pending]).toEqual([0, 0]);
  });

  it('keeps the event listener until the last one is removed and does not call removed ones', async () => {
    const { signal, abort } = withAbort();
    const called: string[] = [];
    const first = onAbort(signal, () => called.push('first'));
    const second = onAbort(signal, () => called.push('second'));
    onAbort(signal, () => second());
    onAbort(signal, () => called.push('last'));
    first();
    first();
    abort();
    // The second was called before the third could remove it.
    expect(called).toEqual(['second', 'last']);
    expect(listeners(signal)).toBe(0);
  });

  it('does not call a listener that another one removes during the abort', () => {
    const { signal, abort } = withAbort();
    const called: string[] = [];
    const removers: (() => void)[] = [];
    onAbort(signal, () => {
      for (const remove of removers) remove();
    });
    removers.push(onAbort(signal, () => called.push('late')));
    abort();
    expect(called).toEqual([]);
  });
});

describe('pause', () => {
  it('clears its timer and listener on any outcome', async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const waiting = pause(100, clock, controller.signal);
    clock.advance(100);
    await waiting;
    expect([listeners(controller.signal), clock.pending]).toEqual([0, 0]);
    const aborted = pause(100, clock, controller.signal);
    controller.abort('gone');
    await expect(aborted).rejects.toBe('gone');
    await expect(pause(100, clock, controller.signal)).rejects.toBe('gone');
    expect([listeners(controller.signal), clock.pending]).toEqual([0, 0]);
  });
});
