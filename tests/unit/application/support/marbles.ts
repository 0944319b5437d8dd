import { TestScheduler } from 'rxjs/testing';
import { expect } from 'vitest';
import type { Clock } from '../../../../application/ports/clock.port.js';

/** Helpers of a marble test. */
export interface Marbles {
  readonly clock: Clock;
  readonly expectObservable: Parameters<Parameters<TestScheduler['run']>[0]>[0]['expectObservable'];
  /** Runs steps at the given frames (ms). */
  readonly at: (steps: Readonly<Record<number, () => void>>) => void;
}

/** Runs a test in virtual time, shared by the clock and the marbles. */
export const marbles = (test: (helpers: Marbles) => void): void => {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  const clock: Clock = { now: () => scheduler.now(), scheduler };
  scheduler.run(({ expectObservable }) => {
    const at = (steps: Readonly<Record<number, () => void>>): void => {
      for (const [frame, step] of Object.entries(steps)) scheduler.schedule(step, Number(frame));
    };
    test({ clock, expectObservable, at });
  });
};
