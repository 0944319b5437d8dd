import type { Clock } from '../../application/ports/clock.port.js';
import type { TestApi } from './test-api.js';

/** A clock to test. */
export interface ClockHarness {
  readonly clock: Clock;
  /** Advances a fake clock by milliseconds. */
  advance?(ms: number): void;
}

/**
 * Contract of every `Clock`.
 * @example clockContract({ describe, it, expect }, 'SystemClock', () => ({ clock: SYSTEM_CLOCK }));
 */
export const clockContract = ({ describe, it, expect }: TestApi, name: string, makeHarness: () => ClockHarness): void => {
  describe(`${name}: Clock contract`, () => {
    const run = async (test: (harness: Required<ClockHarness>) => Promise<void>): Promise<void> => {
      const harness = makeHarness();
      await test({ clock: harness.clock, advance: (ms) => harness.advance?.(ms) });
    };

    it('returns the time in whole milliseconds since 1970', () =>
      run(async ({ clock }) => {
        expect(Number.isInteger(clock.now())).toBe(true);
        expect(clock.now() > Date.UTC(2020, 0)).toBe(true);
      }));

    it('does not fire a timer early', () =>
      run(async ({ clock, advance }) => {
        const start = clock.now();
        const fired = new Promise<number>((resolve) => clock.scheduler.schedule(() => resolve(clock.now()), 20));
        advance(20);
        // A system timer may fire one millisecond early.
        expect((await fired) - start >= 19).toBe(true);
      }));

    it('fires timers in the order of their delays', () =>
      run(async ({ clock, advance }) => {
        const order: string[] = [];
        const last = new Promise<void>((resolve) => {
          clock.scheduler.schedule(() => {
            order.push('late');
            resolve();
          }, 30);
        });
        clock.scheduler.schedule(() => order.push('early'), 5);
        advance(30);
        await last;
        expect(order).toEqual(['early', 'late']);
      }));

    it('fires rescheduled work until it is unsubscribed', () =>
      run(async ({ clock, advance }) => {
        const states: (string | undefined)[] = [];
        const last = new Promise<void>((resolve) => {
          const timer = clock.scheduler.schedule<string>(
            function (state) {
              states.push(state);
              this.schedule('again', 5);
              if (states.length < 3) return;
              timer.unsubscribe();
              resolve();
            },
            5,
            'first',
          );
        });
        advance(15);
        await last;
        const later = new Promise<void>((resolve) => clock.scheduler.schedule(() => resolve(), 20));
        advance(20);
        await later;
        expect(states).toEqual(['first', 'again', 'again']);
      }));

    it('does not fire an unsubscribed timer', () =>
      run(async ({ clock, advance }) => {
        let fired = false;
        clock.scheduler
          .schedule(() => {
            fired = true;
          }, 5)
          .unsubscribe();
        const later = new Promise<void>((resolve) => clock.scheduler.schedule(() => resolve(), 20));
        advance(20);
        await later;
        expect(fired).toBe(false);
      }));
  });
};
