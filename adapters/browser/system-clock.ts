import { asyncScheduler } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';

/** The time of the machine. */
export const SYSTEM_CLOCK: Clock = { now: () => Date.now(), scheduler: asyncScheduler };
