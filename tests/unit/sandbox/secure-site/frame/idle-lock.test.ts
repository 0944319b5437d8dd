import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { IdleLock } from '../../../../../sandbox/secure-site/frame/idle-lock.js';

const IDLE_MS = 60_000;

let now = 0;
let locked = 0;
let idle: IdleLock;
beforeEach(() => {
  vi.useFakeTimers();
  now = 0;
  locked = 0;
  idle = new IdleLock({
    now: () => now,
    lock: () => {
      locked += 1;
    },
  });
});
afterEach(() => {
  idle.stop();
  vi.useRealTimers();
});
/** Time passes for clock and timers. */
const pass = (ms: number) => {
  now += ms;
  vi.advanceTimersByTime(ms);
};

it('locks once, when the wallet was not used for the time', () => {
  idle.start(IDLE_MS);
  pass(IDLE_MS - 1);
  expect(idle.use()).toBe(true);
  pass(IDLE_MS - 1);
  expect(locked).toBe(0);
  pass(1);
  expect(locked).toBe(1);
  pass(10 * IDLE_MS);
  expect(locked).toBe(1);
});

it('locks before the use that comes after the device slept, with its timers', () => {
  idle.start(IDLE_MS);
  now += IDLE_MS;
  expect(idle.use()).toBe(false);
  expect(locked).toBe(1);
});

it('locks never without a time, nor when it is stopped', () => {
  idle.start(null);
  pass(100 * IDLE_MS);
  expect(idle.use()).toBe(true);
  idle.start(IDLE_MS);
  idle.stop();
  pass(100 * IDLE_MS);
  expect(locked).toBe(0);
});
