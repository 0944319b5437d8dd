import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { FakeClock, settle } from '../../../../application/ports/clock.fake.js';
import { abortable } from '../../../../application/shared/abortable.js';
import { pause } from '../../../../application/shared/pause.js';

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
