import type { Clock } from '../ports/clock.port.js';
import { pause } from '../shared/pause.js';

/** How often the clock is looked at: a page that slept learns so soon that something is due. */
const LOOK_MS = 5_000;

/**
 * Waits so many milliseconds by the timers or by the clock, whichever is through first. Timers of browsers stand still while the device
 * sleeps, and a clock may be set back. Rejects with the signal's reason.
 * @see https://w3c.github.io/hr-time/#dfn-monotonic-clock
 */
export const untilDue = async (ms: number, clock: Clock, signal: AbortSignal): Promise<void> => {
  const at = clock.now() + ms;
  for (let left = ms; left > 0 && clock.now() < at; left -= LOOK_MS) await pause(Math.min(left, LOOK_MS), clock, signal);
};
