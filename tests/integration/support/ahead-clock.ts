import { SYSTEM_CLOCK } from '../../../adapters/browser/system-clock.js';
import type { Clock } from '../../../application/ports/clock.port.js';

/** The system time plus ten seconds: a page with it starts after all claims of an earlier page have expired. */
export const AHEAD_CLOCK: Clock = { now: () => Date.now() + 10_000, scheduler: SYSTEM_CLOCK.scheduler };
